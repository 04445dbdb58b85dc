import { LiquidReader, Markdown, type Range } from '@docs-platform-mcp/markdown';

/** `{% name attribute="value" %}` or its end tag, and its position. */
interface LiquidTag {
  start: number;
  end: number;
  name: string;
  closes: boolean;
  attributes: Readonly<Record<string, string>>;
  /** Columns before it on its line that would make it code. */
  excess: number;
}

/** Between this tag and its end, marks of tags are text. */
const LITERAL = 'raw';

/** Prefix of elements that represent tags. */
export const PREFIX = 'block-';

/** The words above hints, by their styles. */
export const HINTS: ReadonlyMap<string, string> = new Map([
  ['info', 'Note'],
  ['success', 'Tip'],
  ['warning', 'Warning'],
  ['danger', 'Danger'],
]);

/** Tags around their content, closed or not. */
const CONTAINERS: ReadonlySet<string> = new Set([
  ...['hint', 'tabs', 'tab', 'code', 'columns', 'column', 'stepper', 'step'],
  ...['updates', 'update', 'prompt', 'if', 'expandable', 'code-tabs', 'code-tabs-item'],
  ...['api-method', 'api-method-summary', 'api-method-description', 'api-method-spec'],
  ...['api-method-request', 'api-method-path-parameters', 'api-method-query-parameters'],
  ...['api-method-headers', 'api-method-body-parameters', 'api-method-form-data-parameters'],
  ...['api-method-parameter', 'api-method-response', 'api-method-response-example'],
  ...['api-method-response-example-description'],
]);

/** Tags that stand alone, or around a simpler form of the same. */
const SINGLE: ReadonlySet<string> = new Set([
  ...['embed', 'file', 'include', 'openapi', 'openapi-operation', 'openapi-schemas'],
  ...['openapi-schema', 'openapi-webhook', 'swagger', 'swagger-description', 'swagger-parameter'],
  ...['swagger-response', 'content-ref', 'page-ref'],
]);

/** Names of the elements that represent tags. */
export const ELEMENTS: readonly string[] = [
  ...[...CONTAINERS, ...SINGLE, 'else', 'other'].map((name) => PREFIX + name),
];

const CODE_INDENT = 4;

/** Longer ones are not tags. */
const MAX_TAG = 4_000;

/** Maximum length of the marks before a tag on its line. */
const MAX_LEAD = 200;

const NAME = /^[ \t\n-]*(end)?([@a-z][\w@/.-]*)/;
const ATTRIBUTE =
  /(?<![\w-])([\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|[“”„]([^“”]*)[“”]|[‘’]([^‘’]*)[‘’]|([^\s"'“‘]+))/g;

const OPAQUE = /^<(?:pre|script|style|textarea|!--)/i;

/** The quotation and list marks that may precede a tag on its line. */
const MARKS = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*$/;

/**
 * The text with an element of HTML in place of each `{% tag %}`, on a separate line unless it is within a sentence.
 * Code stays unchanged.
 */
export function tagsToElements(markdown: string): string {
  if (!markdown.includes('{%')) return markdown;
  const tags = tagsIn(markdown);
  const paired = pairs(tags);
  let output = '';
  let done = 0;
  let line = 0;
  for (const tag of tags) {
    const before = markdown.slice(done, tag.start);
    output += before;
    const feed = before.lastIndexOf('\n');
    if (feed !== -1) line = done + feed + 1;
    const lead = markdown.slice(line, Math.min(tag.start, line + MAX_LEAD));
    output += placed(elementsOf(tag, paired.has(tag)), tag, lead);
    done = tag.end;
  }
  return output + markdown.slice(done);
}

/** Elements on separate lines, in the same list or quotation as the line of their tag. */
function placed(elements: readonly string[], { name, excess }: LiquidTag, lead: string): string {
  if (name === LITERAL) return '';
  const isInline = name === 'if' || name === 'else' || name === 'elseif';
  const marks = /^[ \t>]*/.exec(lead)?.[0] ?? '';
  if (!MARKS.test(lead) && (isInline || /^[|<]/.test(lead.slice(marks.length)))) {
    return elements.join('');
  }
  const isFirst = MARKS.test(lead);
  const inside = outdented(isFirst ? lead.replace(/[^>\t]/g, ' ') : marks, excess);
  const blank = `\n${inside.trimEnd()}\n`;
  // Behind the mark of a list, a blank line would end the item; in a quotation, the paragraph above would go on.
  const isInPlace = isFirst && /[^\s>]/.test(lead);
  return `${isInPlace ? '' : blank + inside}${elements.join(blank + inside)}${blank}${inside}`;
}

/** The marks before an element, without the last columns. */
function outdented(marks: string, columns: number): string {
  let end = marks.length;
  for (let left = columns; left > 0 && /\s/.test(marks.charAt(end - 1)); end -= 1) {
    left -= marks.charAt(end - 1) === '\t' ? CODE_INDENT : 1;
  }
  return marks.slice(0, end);
}

function elementsOf({ name, closes, attributes }: LiquidTag, isPaired: boolean): string[] {
  const otherwise = `${PREFIX}else`;
  if (name === 'else' || name === 'elseif') {
    return [`</${otherwise}>`, `<${otherwise}${written(attributes)}>`];
  }
  const isKnown = CONTAINERS.has(name) || SINGLE.has(name);
  const element = PREFIX + (isKnown ? name : 'other');
  const isOpen = isPaired || CONTAINERS.has(name);
  const end = `</${element}>`;
  if (closes) {
    if (name === 'if') return [`</${otherwise}>`, end];
    return isOpen ? [end] : [];
  }
  const start = `<${element}${written(isKnown ? attributes : { ...attributes, name })}>`;
  return isOpen ? [start] : [start, end];
}

const ELEMENT = new RegExp(`^<${PREFIX}([\\w-]+) data-attributes="([^"]*)">`);

/** The name and attributes of the tag that the HTML of an element stands for; undefined for other HTML. */
export function tagOfElement(
  html: string,
): { name: string; attributes: LiquidTag['attributes'] } | undefined {
  const [, name = '', text] = ELEMENT.exec(html) ?? [];
  if (text === undefined) return undefined;
  const json = text
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return { name, attributes: readAttributes(json) };
}

/** The attributes of a tag, as its element has them. */
export function readAttributes(json: string): LiquidTag['attributes'] {
  try {
    const given: unknown = JSON.parse(json);
    return Object.fromEntries(
      Object.entries(given ?? {}).map(([name, value]) => [name, String(value)]),
    );
  } catch {
    // An author wrote the element itself.
    return {};
  }
}

function written(attributes: LiquidTag['attributes']): string {
  const text = JSON.stringify(attributes)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return ` data-attributes="${text}"`;
}

/** The tags that have an end, and their ends. */
function pairs(tags: readonly LiquidTag[]): Set<LiquidTag> {
  const waiting = new Map<string, LiquidTag[]>();
  const paired = new Set<LiquidTag>();
  for (const tag of tags) {
    const open = waiting.get(tag.name) ?? [];
    waiting.set(tag.name, open);
    if (!tag.closes) open.push(tag);
    else {
      const start = open.pop();
      if (start) paired.add(start).add(tag);
    }
  }
  return paired;
}

function tagsIn(markdown: string): LiquidTag[] {
  const read = Markdown.read(markdown);
  const opaque = opaqueRanges(read);
  const indents = new Map(read.blocks.map(({ start, indent = 0 }) => [start, indent]));
  const reader = new LiquidReader(markdown, read.literals);
  const tags: LiquidTag[] = [];
  let range = 0;
  let at = markdown.indexOf('{%');
  while (at !== -1) {
    while ((opaque[range]?.end ?? Number.POSITIVE_INFINITY) <= at) range += 1;
    const hidden = opaque[range];
    if (hidden && hidden.start <= at) {
      at = markdown.indexOf('{%', hidden.end);
      continue;
    }
    const found = isEscaped(markdown, at) ? undefined : reader.read(at, markdown.length);
    const tag = found && found.end - at < MAX_TAG ? tagOf(markdown, found) : undefined;
    const indent = indents.get(at) ?? 0;
    if (tag) tags.push({ ...tag, excess: indent < CODE_INDENT ? 0 : indent });
    at = markdown.indexOf('{%', tag ? tag.end : at + 2);
  }
  return tags;
}

function isEscaped(markdown: string, at: number): boolean {
  let first = at;
  while (markdown.charAt(first - 1) === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

function tagOf(markdown: string, { start, end }: Range): Omit<LiquidTag, 'excess'> | undefined {
  const inside = markdown.slice(start + 2, end - 2);
  const match = NAME.exec(inside);
  if (!match) return undefined;
  const [all, closing, name = ''] = match;
  const rest = inside.slice(all.length);
  const pairs = [...rest.matchAll(ATTRIBUTE)].map(([, key, ...values]) => [
    key,
    (values.find((value) => value !== undefined) ?? '').replace(/\\(["'\\])/g, '$1'),
  ]);
  const attributes: LiquidTag['attributes'] =
    name === 'if' || name === 'elseif'
      ? { condition: rest.trim() }
      : { ...(name === 'include' && { src: unquoted(rest) }), ...Object.fromEntries(pairs) };
  return { start, end, name, closes: closing !== undefined, attributes };
}

function unquoted(text: string): string {
  return text.trim().replace(/^["'“‘]|["'”’]$/g, '');
}

/** Code, preformatted and literal text and comments, in order. */
function opaqueRanges({ text, blocks, code, literals }: Markdown): readonly Range[] {
  const html = blocks.filter(
    ({ type, start }) => type === 'html' && OPAQUE.test(text.slice(start, start + 10)),
  );
  return [...code, ...literals, ...html].sort((a, b) => a.start - b.start);
}

/** The text without the elements that represent tags. */
export function withoutTags(text: string): string {
  return text.replace(/<\/?block-[^<>]*>/g, '');
}
