import { isDeepStrictEqual } from 'node:util';
import {
  filePartsOf,
  inFileOrder,
  nameOf,
  type PagePart,
  pagePartsOf,
  plainPresentation,
  printFrontmatter,
  printHeading,
  setFrontmatter,
} from '@docs-platform-mcp/markdown/repository';
import { diffArrays } from 'diff';
import { decode, encodeLike } from '../content/encoding.ts';
import type { Page, PageAttributes } from '../content/model.ts';
import { presentationOf, withUrls } from '../content/presentation.ts';
import { slugOf } from '../content/tree.ts';
import type { LinkForms } from './link-forms.ts';
import type { PageState } from './sources.ts';

/** A page to be written to a repository. */
export interface WrittenPage {
  page: Page;
  /** Its stored text. */
  text: string;
  path: string;
  /** The file as last read or written, and the page state it represented. */
  source: { bytes: Uint8Array; state: PageState; text: string } | undefined;
  links: LinkForms;
}

/** A file, and whether it starts with the title as a heading that is not part of the text. */
export interface EncodedPage {
  bytes: Uint8Array;
  titled: boolean;
}

/** Beyond this many different lines, everything between the first and the last is rewritten. */
const MAX_DIFFERENT_LINES = 2000;

const LINE = /([^\r\n]*)(\r\n|\n|\r|$)/y;

/** The file of a page. Everything in the former file that represents unchanged content is kept as it was. */
export function encodePageFile(written: WrittenPage): EncodedPage {
  const { page, source } = written;
  if (!source) return newFile(written);
  const { state, bytes } = source;
  const metadata = changedMetadata(written, state);
  const sameText = state.document === page.document;
  const sameTitle = state.title === page.title;
  if (sameText && sameTitle && metadata.size === 0) return { bytes, titled: state.titled };
  const raw = decode(bytes);
  const parts = filePartsOf(raw);
  const heading = state.titled ? parts.heading : undefined;
  const part = heading ? parts.rest : parts.body;
  const lineEnd = /\r\n|\n|\r/.exec(raw)?.[0] ?? '\n';
  const old = raw.slice(part.start, part.end);
  const rest = raw.slice(part.end);
  const spaces = old === '' ? '' : (/^[ \t]+/.exec(rest)?.[0] ?? '');
  const body = sameText ? old + spaces : patchText(old, spaces, written, lineEnd);
  let head = raw.slice(0, part.start);
  if (heading && !sameTitle) head = withTitle(head, heading, page.title);
  if (!sameTitle && /^title\s*:/m.test(frontmatterIn(raw, parts.frontmatter))) {
    metadata.set('title', page.title);
  }
  head = withMetadata(head, parts.frontmatter, metadata, lineEnd);
  if (body !== '' && old === '' && head !== '') head = head.trimEnd() + lineEnd + lineEnd;
  const tail = rest.slice(spaces.length) || (old === '' ? lineEnd : '');
  return { bytes: encodeLike(bytes, head + body + tail), titled: heading !== undefined };
}

function newFile({ page, text, path, links }: WrittenPage): EncodedPage {
  const hiddenSlug = path === 'README.md' && page.slug !== slugOf(page.title);
  const values = inFileOrder({
    ...statedMetadata(page.attributes),
    ...presentationIn(page.attributes, links),
    ...(hiddenSlug && { slug: page.slug }),
  });
  const titled = text.startsWith('---') || !pagePartsOf(text).heading;
  const blocks = [titled ? printHeading(page.title) : '', links.written(text)];
  const body = blocks.filter((block) => block !== '').join('\n\n');
  const head = Object.keys(values).length === 0 ? '' : `---\n${printFrontmatter(values)}---\n\n`;
  return { bytes: Buffer.from(`${head}${body}\n`), titled };
}

/** Frontmatter values to set; undefined for values to remove. */
function changedMetadata(
  { page, path, links }: WrittenPage,
  { attributes, slug }: PageState,
): Map<string, unknown> {
  const [before, now] = [statedMetadata(attributes), statedMetadata(page.attributes)];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]) as Set<keyof typeof now>;
  const changed = new Map<string, unknown>();
  for (const name of names) if (before[name] !== now[name]) changed.set(name, now[name]);
  const looks = [attributes, page.attributes].map((one) => presentationIn(one, links));
  for (const name of new Set(looks.flatMap(Object.keys))) {
    const [old, own] = looks.map((one) => one[name]);
    if (!isDeepStrictEqual(old, own)) changed.set(name, own);
  }
  const given = slugOf(nameOf(path) || page.title);
  if (slug !== page.slug) changed.set('slug', page.slug === given ? undefined : page.slug);
  return changed;
}

/** The presentation of a page in the terms of frontmatter, with covers by their paths. */
function presentationIn(attributes: PageAttributes, links: LinkForms): Record<string, unknown> {
  const shown = withUrls(attributes, (url) => links.address(url) ?? url);
  return { ...plainPresentation({ ...presentationOf(shown) }) };
}

/** The attributes that frontmatter states by their names. */
function statedMetadata({
  href: _,
  linkTitle: __,
  presentation: ___,
  ...attributes
}: PageAttributes) {
  return attributes;
}

function frontmatterIn(raw: string, frontmatter: PagePart | undefined): string {
  return frontmatter ? raw.slice(frontmatter.start, frontmatter.end) : '';
}

function withMetadata(
  head: string,
  frontmatter: PagePart | undefined,
  metadata: ReadonlyMap<string, unknown>,
  lineEnd: string,
): string {
  if (metadata.size === 0) return head;
  const values = Object.fromEntries(metadata);
  if (frontmatter) {
    const { start, end } = frontmatter;
    const yaml = setFrontmatter(head.slice(start, end), values, lineEnd);
    if (yaml.trim() === '' && head.slice(start, end).trim() !== '') {
      return (
        head.slice(0, start).replace(/---[ \t]*(?:\r\n|\n|\r)$/, '') + withoutMark(head.slice(end))
      );
    }
    return head.slice(0, start) + yaml + head.slice(end);
  }
  const yaml = setFrontmatter('', values, lineEnd);
  if (yaml === '') return head;
  const mark = head.startsWith('\uFEFF') ? '\uFEFF' : '';
  return `${mark}---${lineEnd}${yaml}---${lineEnd}${lineEnd}${head.slice(mark.length)}`;
}

/** What follows frontmatter, without the mark that ends it and the blank lines after it. */
function withoutMark(rest: string): string {
  return rest.replace(/^---[ \t]*(?:\r\n|\n|\r)+/, '');
}

/** A heading with its text replaced; trailing anchors are kept. */
function withTitle(head: string, { start, end }: PagePart, title: string): string {
  const anchors = anchorsBehind(head.slice(start, end));
  return head.slice(0, start) + printHeading(title) + anchors + head.slice(end);
}

/** The empty anchors at the end of a heading, with the space before them. */
function anchorsBehind(heading: string): string {
  let from = heading.length;
  let to = 0;
  for (const { 0: anchor, index } of heading.matchAll(/<a\s[^<>]*>\s*<\/a>/gi)) {
    if (to === 0 || heading.slice(to, index).trim() !== '') from = index;
    to = index + anchor.length;
  }
  if (to === 0 || heading.slice(to).trim() !== '') return '';
  return heading.slice(heading.slice(0, from).trimEnd().length, to);
}

/** A line of a file: its text, the spaces behind the last one, and what ends it. */
interface Line {
  text: string;
  spaces: string;
  end: string;
}

/** The text of a file with only the changed lines rewritten. `spaces` are those behind its last line. */
function patchText(
  old: string,
  spaces: string,
  { text, source, links }: WrittenPage,
  lineEnd: string,
): string {
  const before = source?.text.split('\n') ?? [];
  const after = text.split('\n');
  const lines = linesOf(old, spaces);
  const anew = links.written(text, old).split('\n');
  if (lines.length !== before.length || anew.length !== after.length) {
    return anew.join(lineEnd) + spaces;
  }
  const written: Line[] = [];
  let [from, to] = [0, 0];
  // A line that replaces another ends in the same way.
  let replaced: Line[] = [];
  for (const { added, removed, count = 0 } of differences(before, after)) {
    const kept = added ? [] : lines.slice(from, from + count);
    if (removed) replaced = kept;
    else if (added) {
      const texts = anew.slice(to, to + count);
      written.push(
        ...texts.map((text, index) => ({ spaces: '', end: '', ...replaced[index], text })),
      );
    } else {
      written.push(...kept);
      if (count > 0) replaced = [];
    }
    if (!added) from += count;
    if (!removed) to += count;
  }
  return written
    .map(({ text, spaces, end }, index) => {
      const line = text + spaces;
      return index === written.length - 1 ? line : line + (end || lineEnd);
    })
    .join('');
}

function differences(before: readonly string[], after: readonly string[]) {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start])
    start += 1;
  let end = 0;
  const rest = Math.min(before.length, after.length) - start;
  while (end < rest && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const middle = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const [old = [], now = []] = middle;
  const found = diffArrays(old, now, { maxEditLength: MAX_DIFFERENT_LINES }) ?? [
    { added: false, removed: true, count: old.length },
    { added: true, removed: false, count: now.length },
  ];
  const same = (count: number) => ({ added: false, removed: false, count });
  return [same(start), ...found, same(end)];
}

function linesOf(text: string, spaces: string): Line[] {
  const lines: Line[] = [];
  LINE.lastIndex = 0;
  for (;;) {
    const [, line = '', end = ''] = LINE.exec(text) ?? [];
    lines.push({ text: line, spaces: end === '' ? spaces : '', end });
    if (end === '') return lines;
  }
}
