import { hides } from './hiding-style.ts';
import { isProse } from './prose.ts';
import type { Range } from './ranges.ts';
import { OpenElements, TagParser } from './tag-parser.ts';

const UNRENDERED = new Set([
  ...['script', 'style', 'template', 'noscript', 'title', 'dialog', 'head', 'noembed', 'noframes'],
  ...['datalist', 'desc', 'metadata', 'defs', 'annotation', 'annotation-xml', 'rp', 'xml', 'param'],
]);

/** What is in these is shown only where they themselves cannot be. */
const REPLACED = new Set(['iframe', 'object', 'audio', 'video', 'canvas', 'progress', 'meter']);

/** Attributes whose words a reader sees or is read, and those of which the words are settings. */
const KEPT = new Set(['alt', 'placeholder', 'label', 'caption', 'rel', 'allow', 'style']);

/** Attributes that hold a page within the page, or what a browser alone reads. */
const NEVER_SHOWN = /^(?:srcdoc|content|on[a-z]+)$/;

/** A setting of a tag, as it is written. What it follows keeps a long space from being looked at again and again. */
const ATTRIBUTE = /(?<!\s)\s+([^\s=>"'/]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g;

type Attributes = Readonly<Record<string, string>>;

interface OpenElement {
  start: number;
  /** Where its content begins. */
  content: number;
  hidden: boolean;
  /** Where the texts are that are shown only in place of the element; undefined: it shows its texts. */
  replaced: Range[] | undefined;
}

/** Elements, attributes, comments and the like of the HTML in a text that its readers are not shown. */
export function hiddenHtml(text: string): Range[] {
  if (!text.includes('<')) return [];
  const ranges: Range[] = [];
  const elements = new OpenElements<OpenElement>();
  const cut = (): void => {
    // A comment that never ends hides nothing in running text.
    if (parser.endIndex < text.length - 1 || text.endsWith('>')) {
      const end = parser.endIndex + 1;
      // Of `?>`, the parser counts only the question mark.
      ranges.push([parser.startIndex, text.startsWith('?>', end - 1) ? end + 1 : end]);
    }
  };
  const parser = new TagParser(text, {
    onopentag(name, attributes) {
      const hidden = isHidden(name, attributes);
      if ((name === 'input' && hidden) || name === 'meta') cut();
      else {
        const start = parser.startIndex;
        const tag = text.slice(start, parser.endIndex + 1);
        for (const range of hiddenAttributes(tag, start, attributes)) ranges.push(range);
      }
      elements.open(name, {
        start: parser.startIndex,
        content: parser.endIndex + 1,
        hidden,
        replaced: REPLACED.has(name) ? [] : undefined,
      });
    },
    ontext(data) {
      const replaced = elements.innermost?.replaced;
      if (replaced && data.trim() !== '') replaced.push([parser.startIndex, parser.endIndex + 1]);
    },
    onselfclosing() {
      elements.closeInnermost();
    },
    onclosetag(name) {
      const element = elements.close(name);
      if (!element) return;
      if (element.hidden) ranges.push([element.start, parser.endIndex + 1]);
      else for (const range of element.replaced ?? []) ranges.push(range);
    },
    oncomment: cut,
    onprocessinginstruction: cut,
    oncdatastart: cut,
  });
  parser.end(text);
  return ranges;
}

function isHidden(name: string, attributes: Attributes): boolean {
  if (UNRENDERED.has(name) || 'hidden' in attributes || 'popover' in attributes) return true;
  const { style = '', type, width, height, color, size } = attributes;
  return (
    hides(style) ||
    type?.toLowerCase() === 'hidden' ||
    (width !== undefined && Number.parseFloat(width) === 0) ||
    (height !== undefined && Number.parseFloat(height) === 0) ||
    (name === 'font' && (size === '0' || (color !== undefined && hides(`color:${color}`))))
  );
}

/** Settings of one tag that hold what somebody wrote for a reader, and that no reader sees. */
function hiddenAttributes(tag: string, start: number, attributes: Attributes): Range[] {
  const hidden = new Set(
    Object.keys(attributes).filter(
      (name) => NEVER_SHOWN.test(name) || (!KEPT.has(name) && isProse(attributes[name] ?? '')),
    ),
  );
  if (hidden.size === 0) return [];
  return [...tag.matchAll(ATTRIBUTE)]
    .filter(([, name = '']) => hidden.has(name.toLowerCase()))
    .map(({ 0: written, index }) => [start + index, start + index + written.length]);
}
