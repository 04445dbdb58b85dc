import { isDeepStrictEqual } from 'node:util';
import { Markdown } from '@docs-platform-mcp/markdown';
import {
  addressFrom,
  cleanText,
  inFileOrder,
  keptUrl,
  pagePartsOf,
  percentDecoded,
  printFrontmatter,
  printHeading,
  type RepositoryPaths,
  setFrontmatter,
  targetOf,
} from '@docs-platform-mcp/markdown/repository';
import { parse } from 'yaml';
import { startsFrontmatter } from '../tools/index.ts';
import {
  ATTRIBUTES,
  attributesInFile,
  comparable,
  type FileAttributes,
  type Frontmatter,
  frontmatterText,
  slugIn,
  statedAttributes,
  unknownIn,
  withAddresses,
} from './attributes.ts';
import { FilesError } from './problem.ts';
import type { RemotePage } from './remote.ts';
import type { PageFacts } from './state.ts';

/** The parsed file of a page. */
export interface PageFile {
  /** Undefined if the file has no title. */
  title: string | undefined;
  slug: string | undefined;
  /** Addresses as written. */
  attributes: FileAttributes;
  /** Names in its frontmatter that the platform does not know. */
  unknown: string[];
  /** Its text without the title, with links as written. */
  body: string;
  /** The number of lines above that. */
  above: number;
}

/** Finds pages and files by repository path, for the links of one file. */
export interface LinkTargets {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

/** Identifies the target of links in the platform's texts. */
export class Locations {
  readonly #byId: ReadonlyMap<string, RemotePage>;
  readonly #byLocation: ReadonlyMap<string, string>;
  readonly #first: string | undefined;

  constructor(pages: readonly RemotePage[]) {
    this.#byId = new Map(pages.map((page) => [page.id, page]));
    this.#byLocation = new Map(pages.map(({ location, id }) => [location, id]));
    this.#first = pages[0]?.id;
  }

  /** A platform text without its title, with links by id. */
  body(id: string, markdown: string): string {
    const page = this.#byId.get(id);
    const parts = pagePartsOf(cleanText(markdown));
    const isTitle = page && parts.heading?.text === headingOf(page.title);
    const { start, end } = isTitle ? parts.rest : parts.body;
    const text = cleanText(markdown).slice(start, end);
    if (!page || !text.includes('.md')) return text;
    return withLinks(text, (url) => this.#kept(page, url));
  }

  /** A link by id; undefined if it does not lead to a page. */
  #kept(page: RemotePage, url: string): string | undefined {
    if (/^([a-z][\w+.-]*:|\/\/|#|\/files\/)/i.test(url) || targetOf(url).kind === 'page')
      return undefined;
    const [path = '', anchor] = split(url, '#');
    const own = page.location.split('/').filter(Boolean);
    const folders = page.hasChildren ? [own, own.slice(0, -1)] : [own.slice(0, -1), own];
    const isAbsolute = path.startsWith('/pages/');
    for (const folder of isAbsolute ? [[]] : folders) {
      const steps = (isAbsolute ? path.slice('/pages/'.length) : path)
        .split('/')
        .map(percentDecoded);
      const id = this.#at(joinPath(folder, steps));
      if (id !== undefined) return `/pages/${id}${anchor === undefined ? '' : `#${anchor}`}`;
    }
    return undefined;
  }

  #at(segments: string[] | undefined): string | undefined {
    if (!segments) return undefined;
    const slugs = [...segments];
    const last = slugs.pop() ?? '';
    if (last !== 'README.md') slugs.push(last.replace(/\.md$/, ''));
    return slugs.length === 0 ? this.#first : this.#byLocation.get(slugs.join('/'));
  }
}

/** Parses a file. @throws {FilesError} for invalid frontmatter. */
export function readPageFile(raw: string, isTitled: boolean): PageFile {
  const text = cleanText(raw);
  const { frontmatter, heading, body, rest } = pagePartsOf(text);
  const values = frontmatter ? frontmatterOf(text.slice(frontmatter.start, frontmatter.end)) : {};
  const title = frontmatterText(values, 'title') ?? (isTitled ? heading?.text : undefined);
  const { start, end } = isTitled && heading ? rest : body;
  return {
    title: title?.trim() || undefined,
    slug: slugIn(values),
    attributes: statedAttributes(values),
    unknown: unknownIn(values),
    body: text.slice(start, end),
    above: text.slice(0, start).split('\n').length - 1,
  };
}

/** Converts links of a file to ids, resolved from its current location or else from its former one. */
export function keptLinkAddress(
  url: string,
  [path, former]: readonly [path: string, former: string],
  targets: LinkTargets,
): string {
  const kept = keptUrl(targets, path, url);
  return kept === url && former !== path ? keptUrl(targets, former, url) : kept;
}

/** A text with its links replaced. */
export function withLinks(text: string, to: (url: string) => string | undefined): string {
  return Markdown.read(text).retargeted(({ url }) => to(url));
}

/** Whether the file of a page with this text contains the title as a heading. */
export function isTitled(body: string): boolean {
  return startsFrontmatter(body) || !pagePartsOf(body).heading;
}

/** The file of a page. Keeps frontmatter of the previous file that the platform does not know. */
export function pageFileText(
  facts: PageFacts,
  body: string,
  {
    path,
    paths,
    former,
    keepsSlug,
  }: { path: string; paths: RepositoryPaths; former?: string; keepsSlug: boolean },
): string {
  const addressOf = (url: string) => addressFrom(path, paths, url);
  const text = withLinks(body, addressOf);
  const heading = isTitled(body) ? printHeading(facts.title) : '';
  const parts = [heading, text].filter((part) => part !== '').join('\n\n');
  const attributes = withAddresses(facts.attributes, (url) => addressOf(url) ?? url);
  return `${head({ ...facts, attributes }, keepsSlug, { path, former })}${parts}\n`;
}

function head(
  { title, slug, attributes }: PageFacts,
  keepsSlug: boolean,
  { path, former }: { path: string; former: string | undefined },
): string {
  const before = former === undefined ? undefined : pagePartsOf(former).frontmatter;
  const yaml = before && former ? former.slice(before.start, before.end) : '';
  const stated = frontmatterOrNothing(yaml);
  const known: Frontmatter = { ...stated, ...comparable(attributesOrNone(stated), path) };
  const named = {
    ...('title' in stated && { title }),
    ...(('slug' in stated || keepsSlug) && { slug }),
  };
  const values = inFileOrder({ ...attributesInFile(attributes), ...named });
  const now: Frontmatter = { ...comparable(attributes, path), ...named };
  const dropped = ATTRIBUTES.filter((name) => name in stated && !(name in values));
  const changed = Object.entries(values).filter(
    ([name]) => !isDeepStrictEqual(known[name], now[name]),
  );
  if (yaml === '') return changed.length === 0 ? '' : `---\n${printFrontmatter(values)}---\n\n`;
  const edits = Object.fromEntries([...changed, ...dropped.map((name) => [name, undefined])]);
  const written = setFrontmatter(yaml, edits, '\n');
  return written.trim() === '' ? '' : `---\n${written}---\n\n`;
}

/** The text of a heading as it would be read back. */
export function headingOf(title: string): string | undefined {
  return pagePartsOf(printHeading(title)).heading?.text;
}

/** Maximum number of YAML aliases that are followed; more are an attack on memory. */
const MAX_ALIASES = 20;

function frontmatterOf(yaml: string): Record<string, unknown> {
  try {
    const values: unknown = parse(yaml, { maxAliasCount: MAX_ALIASES });
    return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {};
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new FilesError(`the frontmatter is not valid YAML: ${reason}`);
  }
}

function frontmatterOrNothing(yaml: string): Frontmatter {
  try {
    return frontmatterOf(yaml);
  } catch {
    return {};
  }
}

function attributesOrNone(frontmatter: Frontmatter): FileAttributes {
  try {
    return statedAttributes(frontmatter);
  } catch {
    return {};
  }
}

function split(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Undefined if its target is outside of the space. */
function joinPath(folder: readonly string[], steps: readonly string[]): string[] | undefined {
  const result = [...folder];
  for (const step of steps) {
    if (step === '' || step === '.') continue;
    if (step !== '..') result.push(step);
    else if (result.pop() === undefined) return undefined;
  }
  return result;
}

/**
 * A text in the form to send. The platform treats a block between rules at the start as frontmatter, and the first
 * heading of a new page as its title. In these cases the title is prepended.
 */
export function sentText(title: string, body: string, isNew: boolean): string {
  const isTaken = startsFrontmatter(body) || (isNew && pagePartsOf(body).heading !== undefined);
  return isTaken ? `${printHeading(title)}\n\n${body}` : body;
}
