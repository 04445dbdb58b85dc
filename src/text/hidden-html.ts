import { type DrawingView, isOutOfView, viewOf } from './drawing-view.ts';
import {
  type Attributes,
  isForSomeReaders,
  isHidingAnimation,
  lookOfElement,
} from './element-look.ts';
import { hiddenAttributes, isPath, isSentence } from './hidden-attributes.ts';
import { isDarkOnDark } from './hiding-ground.ts';
import { LETTER } from './hiding-room.ts';
import { type Inherited, lookOf } from './hiding-style.ts';
import { isProse } from './prose.ts';
import { isAtLineStart, type Span } from './ranges.ts';
import { OpenElements, TagParser } from './tag-parser.ts';

/** Elements whose content is only a fallback. */
const REPLACED = new Set(
  'iframe fencedframe object audio video canvas progress meter option'.split(' '),
);

/** Elements that draw their text directly within a drawing: its own, and those of HTML, which end it. */
const DRAWN = new Set(
  (
    'text foreignobject b big blockquote body center code dd div dl dt em h1 h2 h3 h4 h5 h6 i li listing menu nobr ' +
    'ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

/** Elements that are drawn within a text of a drawing. */
const IN_LINE = new Set('tspan a textpath animate set animatetransform title desc'.split(' '));

/** Elements of a formula that draw their text, and those of HTML within it, which end it. */
const LETTERED = new Set('mi mn mo ms mtext mtd annotation annotation-xml'.split(' '));

/** Elements of a drawing that draw the elements within them. */
const CONTAINERS = new Set(['svg', 'g', 'a', 'switch']);

/** Elements without content. */
const VOID = new Set(
  'area base br col embed frame hr img input link meta source track wbr'.split(' '),
);

/** Elements whose content is read as text until they end. */
const VERBATIM = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'plaintext', 'noembed']);

/** The end of a field without content. */
const EMPTY = /^\r?\n?<\/textarea/i;

const BLOCKS = new Set(
  (
    'address article aside blockquote center details dialog div dl fieldset figcaption figure footer form frameset h1 h2 ' +
    'h3 h4 h5 h6 header main math nav noscript ol p pre search section svg table template ul'
  ).split(' '),
);

/** As many as one cell can span. */
const MAX_COLUMNS = 1_000;

const CELLS = ['td', 'th'];
const ROWS = ['tr', ...CELLS];

/** Elements that end where one of these begins, without a tag of their own. */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    p: BLOCKS,
    li: new Set(['li']),
    dt: new Set(['dt', 'dd']),
    dd: new Set(['dt', 'dd']),
    option: new Set(['option', 'optgroup']),
    td: new Set([...ROWS, 'tbody', 'tfoot']),
    th: new Set([...ROWS, 'tbody', 'tfoot']),
    tr: new Set(['tr', 'tbody', 'tfoot']),
  }),
);

const AUTOLINK = /^<[a-z][a-z\d+.-]{1,31}:[^\s<>]*>$/i;

/** More characters in the width of one, with the end of their element, cannot be read. */
const MOST_PRESSED = 20;

interface OpenElement extends Inherited {
  name: string;
  start: number;
  /** Offset of its content. */
  content: number;
  hidden: boolean;
  /** Hidden only because such elements are not rendered. */
  unrendered: boolean;
  /** Closed by its own tag, which counts in drawings only. */
  selfClosed?: true;
  /** The texts within the outermost element whose content is only a fallback, hidden once that element ends. */
  fallbacks?: Span[];
  /** Set on the outermost of these elements. */
  isReplaced?: true;
  /** For a table: the indexes of its hidden columns. */
  hiddenColumns?: Set<number>;
  /** For a table: its collapsed columns, and the number of columns so far that have an element. */
  columns?: { collapsed: Set<number>; next: number };
  /** For a row: the number of its cells so far. */
  cells?: number;
  /** For a formula or a drawing of which one part is shown: the number of its parts so far. */
  parts?: number;
  /** Within a list of options, which shows nothing else. */
  isList?: boolean;
  /** Directly within a drawing, where only some elements draw their text. */
  isDrawing?: boolean;
  /** Within an element of a drawing that draws nothing within it, such as a pattern. */
  isUndrawn?: boolean;
  view?: DrawingView;
  /** Within a formula, of which only some elements draw their text. */
  isFormula?: boolean;
  /** Details that are not open. */
  isShut?: boolean;
  /** Within a text of a drawing, of which only some elements are drawn. */
  isLine?: boolean;
  /** Within a cell of a hidden column. */
  isSetting?: boolean;
}

/** The HTML elements, attributes and comments of a text that its readers do not see. */
export function hiddenHtml(text: string): Span[] {
  if (!text.includes('<')) return [];
  const ranges: Span[] = [];
  const elements = new OpenElements<OpenElement>();
  const cut = (): void => {
    const range = constructIn(text, parser.startIndex, parser.endIndex + 1);
    if (range) ranges.push(range);
  };
  const closed = (element: OpenElement, end: number): void => {
    const isPressed = element.isPressed === true && end - element.content > MOST_PRESSED;
    if (element.hidden || isPressed) ranges.push([element.start, end]);
    for (const range of fallbacksEndingWith(element)) ranges.push(range);
  };
  const dropped = (element: OpenElement | undefined, end: number): void => {
    if (element && !element.selfClosed) closed(element, end);
  };
  const parser = new TagParser(text, {
    onopentag(name, attributes) {
      const { startIndex: start, endIndex } = parser;
      while (ENDED_BY.get(elements.innermostName ?? '')?.has(name)) {
        dropped(elements.closeInnermost(), start);
      }
      const tag = text.slice(start, endIndex + 1);
      // Neither addresses in angle brackets nor comparisons are tags.
      if (!/^[a-z]/.test(name) || AUTOLINK.test(tag)) return;
      if (isSentenceAsName(text, start, tag)) ranges.push([start, endIndex + 1]);
      const content = endIndex + 1;
      const element = elementOf(name, attributes, elements.innermost, [start, content]);
      const { hidden } = element;
      if ((name === 'input' && hidden) || name === 'meta') cut();
      else {
        const isFilled =
          name === 'textarea' && !EMPTY.test(text.slice(endIndex + 1, endIndex + 14));
        const known = isFilled ? { ...attributes, content: 'text' } : attributes;
        for (const range of hiddenAttributes(name, tag, start, known)) ranges.push(range);
      }
      if (!VOID.has(name)) elements.open(name, element);
      else if (hidden && name !== 'input') ranges.push([start, content]);
    },
    ontext(data) {
      if (data.trim() === '') return;
      const within = elements.innermost;
      const isUnseen = within !== undefined && isDarkOnDark(within);
      const hidden = isUnseen || isHiddenSetting(data, within) ? ranges : within?.fallbacks;
      hidden?.push([parser.startIndex, parser.endIndex + 1]);
    },
    onselfclosing() {
      const element = elements.innermost;
      if (element?.content !== parser.endIndex + 1) return;
      // HTML continues as if the tag were open.
      if (element.hidden) element.selfClosed = true;
      else elements.closeInnermost();
    },
    onclosetag(name, tag, rest) {
      if (isProse(text.slice(...rest).trim()) || isSentence(text.slice(tag[0], rest[0])))
        ranges.push(tag);
      const all = elements.close(name);
      const element = all.pop();
      for (const ended of all) dropped(ended, tag[0]);
      if (element) closed(element, tag[1]);
    },
    oncomment: cut,
    onprocessinginstruction: cut,
    oncdatastart: cut,
  });
  parser.end(text);
  return [...ranges, ...unclosedTag(text, elements.left), ...bogusTags(text)];
}

/** Whether the name of an element has the words of a sentence. Behind a word, it is a type in code. */
function isSentenceAsName(text: string, start: number, tag: string): boolean {
  const name = /^<[^\s/>]*/.exec(tag)?.[0] ?? '';
  return isSentence(name) && !/\w/.test(text.charAt(start - 1));
}

/** The range of a comment or the like; undefined if it is shown. */
function constructIn(text: string, start: number, end: number): Span | undefined {
  if (end < text.length || text.endsWith('>')) {
    // Of `?>`, the parser includes only the question mark.
    return [start, text.startsWith('?>', end - 1) ? end + 1 : end];
  }
  // In running text, an unclosed construct is shown.
  return isAtLineStart(text, start) ? [start, text.length] : undefined;
}

/** Whether a text in a cell of a hidden column is written for readers, and not a setting. */
function isHiddenSetting(text: string, within: OpenElement | undefined): boolean {
  if (within?.isSetting !== true || isPath(text)) return false;
  return within.name === 'td' ? isProse(text.trim()) : isSentence(text);
}

/** The list for the texts within an element whose content is only a fallback, and within its content. */
function fallbacksOf(
  name: string,
  attributes: Attributes,
  within: OpenElement | undefined,
): Partial<OpenElement> {
  const isUndrawn = within?.isUndrawn ?? false;
  if (name === 'svg')
    return { fallbacks: within?.fallbacks ?? [], isReplaced: true, isDrawing: true, isUndrawn };
  if (name === 'math') {
    return { fallbacks: within?.fallbacks ?? [], isReplaced: true, isFormula: true };
  }
  if (within?.isFormula) {
    const isDrawn = LETTERED.has(name) || DRAWN.has(name);
    return isDrawn ? {} : { fallbacks: within.fallbacks, isFormula: true };
  }
  // Text and elements of HTML are drawn, with everything in them.
  if (within?.isDrawing && !DRAWN.has(name)) {
    return {
      fallbacks: within.fallbacks,
      isDrawing: true,
      isUndrawn: isUndrawn || !CONTAINERS.has(name),
    };
  }
  const isOption = name === 'option' && !attributes.label;
  if (isOption && within?.isList) return {};
  if (within?.fallbacks && !within.isDrawing) {
    return { fallbacks: within.fallbacks, isList: within.isList };
  }
  if (name === 'select') return { fallbacks: [], isReplaced: true, isList: true };
  // An object that embeds nothing shows its content, and so does an option without a label.
  const isShown = isOption || (name === 'object' && !(attributes.data ?? attributes.type));
  if (!REPLACED.has(name) || isShown) return {};
  return { fallbacks: [], isReplaced: true };
}

/** Elements of which one part is shown. */
const PARTED = new Set(['maction', 'switch', 'semantics']);

/** Counts the parts of an action, of which a formula shows the first, or of a drawing for whoever fits no other. */
function placeAmongParts(
  name: string,
  attributes: Attributes,
  within: OpenElement | undefined,
): Partial<OpenElement> {
  const isConditional = within?.name === 'switch' && isForSomeReaders(attributes);
  if (within?.parts !== undefined && !isConditional) within.parts += 1;
  return PARTED.has(name) ? { parts: 0 } : {};
}

function fallbacksEndingWith({ fallbacks = [], isReplaced }: OpenElement): readonly Span[] {
  return isReplaced ? fallbacks : [];
}

/** Constructs that a browser parses as comments: closing tags and instructions without a name. */
const BOGUS = /<(?:\/(?![a-z])|\?)([^<>]+)>/gi;

function bogusTags(text: string): Span[] {
  if (!text.includes('</') && !text.includes('<?')) return [];
  return [...text.slice(0, text.lastIndexOf('>') + 1).matchAll(BOGUS)]
    .filter(([, inner = '']) => isProse(inner.replace(/^[!\s]+/, '')))
    .map(({ 0: tag, index }) => [index, index + tag.length]);
}

/**
 * Without an end, a hidden element ends with its paragraph, or with the text if it began a block. In running text, the
 * name of an element is shown.
 */
function unclosedTag(text: string, left: readonly OpenElement[]): Span[] {
  const ranges: Span[] = [];
  let done = 0;
  for (const element of left) {
    const { name, hidden, unrendered, selfClosed, start } = element;
    // In running text, these are names as well, such as those of types in code.
    if (isAtLineStart(text, start)) {
      for (const range of fallbacksEndingWith(element)) ranges.push(range);
    }
    if (!hidden || selfClosed || start < done) continue;
    const isWhole = (BLOCKS.has(name) && name !== 'p') || VERBATIM.has(name);
    const isToEnd = isWhole && isAtLineStart(text, start);
    if (unrendered && !isToEnd) continue;
    const blankLine = /\n[ \t]*\n/g;
    blankLine.lastIndex = start;
    done = isToEnd ? text.length : (blankLine.exec(text)?.index ?? text.length);
    ranges.push([start, done]);
  }
  return ranges;
}

/** What is known of an element by its tag and by the element around it. */
function elementOf(
  name: string,
  attributes: Attributes,
  within: OpenElement | undefined,
  [start, content]: Span,
): OpenElement {
  const look = lookOfElement(name, attributes, within);
  const view = viewOf(name, attributes, within?.view);
  const isLid = name === 'summary' && within?.isShut === true && look.hidden;
  if (within && (isLid || isHidingAnimation(attributes) || isShadow(name, attributes)))
    within.hidden = true;
  const isOtherPart = within?.parts !== undefined && within.parts > 0;
  const isUnseen =
    (within?.isLine === true && !IN_LINE.has(name)) ||
    (view !== undefined && isOutOfView(name, attributes, look.letter ?? LETTER, view)) ||
    (within?.isUndrawn === true && (name === 'text' || name === 'foreignobject'));
  const hidden = look.hidden || isOtherPart || isUnseen || isCollapsed(name, within);
  // Copying each part takes several times as long as adding them to one object.
  return Object.assign(
    look,
    { name, start, content, view, hidden },
    fallbacksOf(name, attributes, within),
    drawnPartsOf(name, attributes, within),
    placeAmongParts(name, attributes, within),
    placeInTable(name, attributes, within),
  );
}

/** What the name of an element decides about those within it. */
function drawnPartsOf(
  name: string,
  attributes: Attributes,
  within: OpenElement | undefined,
): Partial<OpenElement> {
  return {
    isShut: name === 'details' && !('open' in attributes),
    isLine: name === 'text' || (within?.isLine === true && IN_LINE.has(name)),
  };
}

/** Whether an element is drawn in place of the content of the one around it. */
function isShadow(name: string, attributes: Attributes): boolean {
  return name === 'template' && 'shadowrootmode' in attributes;
}

/** Whether a cell is in a column that is not drawn. */
function isCollapsed(name: string, within: OpenElement | undefined): boolean {
  const { columns, cells } = within ?? {};
  return CELLS.includes(name) && cells !== undefined && columns?.collapsed.has(cells) === true;
}

/** Columns that the dialect marks as hidden contain settings of cards. */
function placeInTable(
  name: string,
  attributes: Attributes,
  within: OpenElement | undefined,
): Partial<OpenElement> {
  if (name === 'table') {
    return { hiddenColumns: new Set(), columns: { collapsed: new Set(), next: 0 } };
  }
  const { hiddenColumns, isSetting, columns } = within ?? {};
  const inherited = { hiddenColumns, columns, isSetting };
  if (name === 'col' || name === 'colgroup') countColumns(name, attributes, within);
  if (name === 'tr') return { hiddenColumns, columns, isSetting, cells: 0 };
  if (!CELLS.includes(name) || !within || within.cells === undefined) return inherited;
  const place = within.cells;
  within.cells += spanOf(attributes.colspan);
  if ('data-hidden' in attributes) within.hiddenColumns?.add(place);
  return { hiddenColumns, columns, isSetting: hiddenColumns?.has(place) ?? false };
}

/**
 * Counts the columns of an element; a group counts only if its columns have no elements of their own. Those within it
 * collapse with it.
 */
function countColumns(name: string, attributes: Attributes, within: OpenElement | undefined): void {
  const { columns } = within ?? {};
  if (!columns || (name === 'colgroup' && attributes.span === undefined)) return;
  const end = Math.min(columns.next + spanOf(attributes.span), MAX_COLUMNS);
  const { style = '' } = attributes;
  const isHidden = within?.hidden || (lookOf(style).hidden && !style.includes('table-column'));
  for (; columns.next < end; columns.next += 1) {
    if (isHidden) columns.collapsed.add(columns.next);
  }
}

function spanOf(given = ''): number {
  const span = Number.parseInt(given, 10);
  return span > 0 ? Math.min(span, MAX_COLUMNS) : 1;
}
