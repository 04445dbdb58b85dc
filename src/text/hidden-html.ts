import { hides } from './hiding-style.ts';
import { isProse } from './prose.ts';
import type { Range } from './ranges.ts';
import { OpenElements, TagParser } from './tag-parser.ts';

const UNRENDERED = new Set([
  ...['script', 'style', 'template', 'noscript', 'title', 'dialog', 'head', 'noembed', 'noframes'],
  ...['datalist', 'desc', 'metadata', 'defs', 'annotation', 'annotation-xml', 'rp', 'xml', 'param'],
]);

/** Elements whose content is only a fallback. */
const REPLACED = new Set(['iframe', 'object', 'audio', 'video', 'canvas', 'progress', 'meter']);

/** Attributes that a reader sees or hears, and attributes with settings. */
const KEPT = new Set(['alt', 'placeholder', 'label', 'caption', 'rel', 'allow', 'style']);

/** Attributes that embed a page, or that only a browser reads. */
const NEVER_SHOWN = /^(?:srcdoc|content|on[a-z]+)$/;

/**
 * A setting of a tag, as it is written. The text before it keeps a long run of spaces from being scanned again and
 * again.
 */
const ATTRIBUTE = /(?<!\s)\s+([^\s=>"'/]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g;

type Attributes = Readonly<Record<string, string>>;

interface OpenElement {
  start: number;
  /** Offset of its content. */
  content: number;
  hidden: boolean;
  /** Offset of its fallback content, which is hidden; undefined: its content is visible. */
  replaced: Range[] | undefined;
}

/** The HTML elements, attributes and comments of a text that its readers do not see. */
export function hiddenHtml(text: string): Range[] {
  if (!text.includes('<')) return [];
  const ranges: Range[] = [];
  const elements = new OpenElements<OpenElement>();
  const cut = (): void => {
    // An unclosed comment hides nothing in running text.
    if (parser.endIndex < text.length - 1 || text.endsWith('>')) {
      const end = parser.endIndex + 1;
      // Of `?>`, the parser includes only the question mark.
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

/** Settings of one tag with prose that no reader sees. */
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
