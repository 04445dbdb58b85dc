import { Markdown } from '@docs-platform-mcp/markdown';
import {
  addressFrom,
  cleanText,
  keptUrl,
  type Paths,
  partsOf,
  printHeading,
  setFrontmatter,
  targetOf,
} from '@docs-platform-mcp/markdown/repository';
import { parse, stringify } from 'yaml';
import { FilesError } from './problem.ts';
import { attributesOf, type RemotePage } from './remote.ts';
import type { Attributes, PageRecord } from './state.ts';

/** What the file of a page says. */
export interface PageFile {
  /** Undefined where the file says none. */
  title: string | undefined;
  slug: string | undefined;
  attributes: Attributes;
  /** Its text without the title, links as they are written. */
  body: string;
}

/** Finds pages and files by the paths of a repository, for the links of one file. */
export interface LinkTargets {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

/** What identifies where links of the platform's texts lead. */
export class Locations {
  readonly #byId: ReadonlyMap<string, RemotePage>;
  readonly #byLocation: ReadonlyMap<string, string>;
  readonly #first: string | undefined;

  constructor(pages: readonly RemotePage[]) {
    this.#byId = new Map(pages.map((page) => [page.id, page]));
    this.#byLocation = new Map(pages.map(({ location, id }) => [location, id]));
    this.#first = pages[0]?.id;
  }

  /** A text of the platform without its title, links by id. */
  body(id: string, markdown: string): string {
    const page = this.#byId.get(id);
    const parts = partsOf(cleanText(markdown));
    const isTitle = page && parts.heading?.text === headingOf(page.title);
    const { start, end } = isTitle ? parts.rest : parts.body;
    const text = cleanText(markdown).slice(start, end);
    if (!page || !text.includes('.md')) return text;
    return redirected(text, (url) => this.#kept(page, url));
  }

  /** A link by id; undefined for one that leads to no page. */
  #kept(page: RemotePage, url: string): string | undefined {
    if (/^([a-z][\w+.-]*:|\/\/|#|\/files\/)/i.test(url) || targetOf(url).kind === 'page')
      return undefined;
    const [path = '', anchor] = split(url, '#');
    const own = page.location.split('/').filter(Boolean);
    const folders = page.hasChildren ? [own, own.slice(0, -1)] : [own.slice(0, -1), own];
    const isAbsolute = path.startsWith('/pages/');
    for (const folder of isAbsolute ? [[]] : folders) {
      const steps = (isAbsolute ? path.slice('/pages/'.length) : path).split('/').map(decoded);
      const id = this.#at(joined(folder, steps));
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

/** What a file says. @throws {FilesError} for frontmatter that cannot be read. */
export function readPageFile(raw: string, isTitled: boolean): PageFile {
  const text = cleanText(raw);
  const { frontmatter, heading, body, rest } = partsOf(text);
  const values = frontmatter ? frontmatterOf(text.slice(frontmatter.start, frontmatter.end)) : {};
  const { title = isTitled ? heading?.text : undefined, slug } = values;
  const { start, end } = isTitled && heading ? rest : body;
  return {
    title: typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined,
    slug: typeof slug === 'string' && slug !== '' ? slug : undefined,
    attributes: attributesOf(values),
    body: text.slice(start, end),
  };
}

/** A text with the links of a file by id: from where the file is, else from where it was. */
export function keptText(
  body: string,
  [path, former]: readonly [path: string, former: string],
  targets: LinkTargets,
): string {
  return redirected(body, (url) => {
    const kept = keptUrl(targets, path, url);
    return kept === url && former !== path ? keptUrl(targets, former, url) : kept;
  });
}

/** Whether the file of a page with this text says the title as a heading. */
export function isTitled(body: string): boolean {
  return body.startsWith('---') || !partsOf(body).heading;
}

type Facts = Pick<PageRecord, 'title' | 'slug' | 'attributes'>;

/** The file of a page. Of the file that it had, frontmatter that the platform does not know stays. */
export function pageFile(
  facts: Facts,
  body: string,
  {
    path,
    paths,
    former,
    keepsSlug,
  }: { path: string; paths: Paths; former?: string; keepsSlug: boolean },
): string {
  const text = redirected(body, (url) => addressFrom(path, paths, url));
  const heading = isTitled(body) ? printHeading(facts.title) : '';
  const parts = [heading, text].filter((part) => part !== '').join('\n\n');
  const values = { ...facts.attributes, ...(keepsSlug && { slug: facts.slug }) };
  return `${head(values, former)}${parts}\n`;
}

function head(values: Readonly<Record<string, unknown>>, former: string | undefined): string {
  const before = former === undefined ? undefined : partsOf(former).frontmatter;
  const yaml = before && former ? former.slice(before.start, before.end) : '';
  const known = attributesOf(frontmatterOrNothing(yaml));
  const gone = Object.keys(known).filter((name) => !(name in values));
  const changed = Object.entries(values).filter(
    ([name, value]) => known[name as keyof Attributes] !== value,
  );
  if (yaml === '') return changed.length === 0 ? '' : `---\n${stringify(values)}---\n\n`;
  const edits = Object.fromEntries([...changed, ...gone.map((name) => [name, undefined])]);
  const written = setFrontmatter(yaml, edits, '\n');
  return written.trim() === '' ? '' : `---\n${written}---\n\n`;
}

/** The text that reading a heading with a title gives. */
export function headingOf(title: string): string | undefined {
  return partsOf(printHeading(title)).heading?.text;
}

function redirected(text: string, to: (url: string) => string | undefined): string {
  return Markdown.read(text).redirected(({ url }) => to(url));
}

/** Aliases of a document of YAML that are followed: beyond them it is made to take up memory. */
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

function frontmatterOrNothing(yaml: string): Record<string, unknown> {
  try {
    return frontmatterOf(yaml);
  } catch {
    return {};
  }
}

function split(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Undefined where it climbs out of the space. */
function joined(folder: readonly string[], steps: readonly string[]): string[] | undefined {
  const result = [...folder];
  for (const step of steps) {
    if (step === '' || step === '.') continue;
    if (step !== '..') result.push(step);
    else if (result.pop() === undefined) return undefined;
  }
  return result;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * A text as it is sent. The platform takes what stands between rules at its start for frontmatter, and the heading that
 * a new page starts with for its title: then the title goes before it.
 */
export function sentText(title: string, body: string, isNew: boolean): string {
  const isTaken = body.startsWith('---') || (isNew && partsOf(body).heading !== undefined);
  return isTaken ? `${printHeading(title)}\n\n${body}` : body;
}
