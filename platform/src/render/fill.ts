import { toHtml } from 'hast-util-to-html';
import { targetOf } from '../markdown/targets.ts';
import type { VarScope } from '../markdown/values.ts';
import type { Hole, HtmlPiece } from './holes.ts';
import { missing } from './links.ts';

export type Attributes = Readonly<Record<string, string>>;

/** A page that a text links to. */
export interface LinkedPage {
  href: string;
  title: string;
  /** The heading of the section with this anchor. */
  heading: (anchor: string) => string | undefined;
}

/** The context of a text: the targets of its links and blocks. Undefined means missing. */
export interface RenderContext {
  page: (id: string) => LinkedPage | undefined;
  file: (id: string) => { href: string; name: string; size: number } | undefined;
  /** The value of a variable. */
  value: (of: VarScope, name: string) => string | undefined;
  /** The pieces of a text that pages share. */
  include: (file: string) => readonly HtmlPiece[] | undefined;
  /** The HTML of each operation of a specification, in order; empty where there is none. */
  operations: (asked: readonly Attributes[]) => readonly string[];
  /** Whether to show content that depends on attributes of the reader. */
  showsConditions: boolean;
}

/** Maximum depth of nested includes. */
const MAX_DEPTH = 3;

/** The HTML of a text in its context. */
export function fillPieces(pieces: readonly HtmlPiece[], around: RenderContext, depth = 0): string {
  const operations = operationsIn(pieces, around);
  let hidden = 0;
  let html = '';
  for (const piece of pieces) {
    if (
      typeof piece !== 'string' &&
      piece.kind.startsWith('condition') &&
      !around.showsConditions
    ) {
      hidden += piece.kind === 'condition' ? 1 : -1;
    } else if (hidden === 0) {
      html += typeof piece === 'string' ? piece : filled(piece, around, depth, operations);
    }
  }
  return html;
}

/** All at once, because parsing a specification is slow. */
function operationsIn(
  pieces: readonly HtmlPiece[],
  around: RenderContext,
): ReadonlyMap<Hole, string | undefined> {
  const holes = pieces.flatMap((piece) =>
    typeof piece !== 'string' && piece.kind === 'operation' ? [piece] : [],
  );
  if (holes.length === 0) return new Map();
  const texts = around.operations(holes.map(({ attributes }) => attributes));
  return new Map(holes.map((hole, index) => [hole, texts[index]]));
}

function filled(
  hole: Hole,
  around: RenderContext,
  depth: number,
  operations: ReadonlyMap<Hole, string | undefined>,
): string {
  switch (hole.kind) {
    case 'link': {
      const href = addressOf(hole.url, around);
      return href === undefined ? `<a${hole.rest}>` : `<a href="${escaped(href)}"${hole.rest}>`;
    }
    case 'title':
      return escaped(titleOf(hole.url, around) ?? hole.fallback);
    case 'image': {
      const src = addressOf(hole.url, around);
      return src === undefined
        ? toHtml(missing(hole.alt))
        : hole.before + escaped(src) + hole.after;
    }
    case 'source': {
      const src = addressOf(hole.url, around);
      return src === undefined ? '' : `<source srcset="${escaped(src)}"${hole.rest}>`;
    }
    case 'file-size': {
      const target = targetOf(hole.url);
      const file = target.kind === 'file' ? around.file(target.file) : undefined;
      return file ? ` (${sizeText(file.size)})` : '';
    }
    case 'value': {
      const value = around.value(hole.of, hole.name);
      return value === undefined ? hole.written : escaped(value);
    }
    case 'include': {
      const target = targetOf(hole.url);
      const text =
        target.kind === 'file' && depth < MAX_DEPTH ? around.include(target.file) : undefined;
      return text ? fillPieces(text, around, depth + 1) : '';
    }
    case 'operation':
      return operations.get(hole) ?? '';
    default:
      return '';
  }
}

function addressOf(url: string, { page, file }: RenderContext): string | undefined {
  const target = targetOf(url);
  if (target.kind === 'file') return file(target.file)?.href;
  if (target.kind !== 'page') return undefined;
  const address = page(target.page)?.href;
  return address && (target.anchor ? `${address}#${target.anchor}` : address);
}

function titleOf(url: string, { page, file }: RenderContext): string | undefined {
  const target = targetOf(url);
  if (target.kind === 'page') {
    const linked = page(target.page);
    return (target.anchor && linked?.heading(target.anchor)) || linked?.title;
  }
  return target.kind === 'file' ? file(target.file)?.name : undefined;
}

/** Text escaped for HTML, including attributes. */
function escaped(text: string): string {
  return toHtml({ type: 'text', value: text }).replaceAll('"', '&quot;');
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1_000)} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
