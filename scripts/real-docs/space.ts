import { Markdown } from '@docs-platform-mcp/markdown';
import { type EditEffect, editPages } from './edits.ts';
import type { SpawnedPlatform } from './platform.ts';
import { openPages, type Rendering } from './rendering.ts';
import type { Copy } from './repository.ts';
import { sample } from './sample.ts';

/** The results for one space. Times are in seconds, waits in milliseconds. */
export interface SpaceResult extends Rendering {
  name: string;
  error: string | undefined;
  pages: number;
  seconds: number;
  longestWait: number;
  markdown: { same: number; total: number; classes: Record<string, number> };
  assets: { deleted: number; total: number };
  added: string[];
  /** Revisions created by a second import and by an import of the export, and changed ids. */
  again: { revisions: number; ids: number };
  edits: EditEffect;
  /** Broken links, and those of them that may mean a file of the repository. */
  links: { total: number; broken: number; lost: string[] };
  search: { first: number; asked: number; missed: string[] };
  /** The platform's memory at the end, in MiB; undefined if the system does not report it. */
  memory: number | undefined;
}

interface PageNode {
  id: string;
  path: string;
  type: string;
  title: string;
  pages?: PageNode[];
}

export interface SampleCounts {
  edits: number;
  searches: number;
}

/** Takes one space through every step of the test. */
export async function checkSpace(
  platform: SpawnedPlatform,
  copy: Copy,
  directory: string,
  samples: SampleCounts,
): Promise<SpaceResult> {
  const name = directory === '' ? copy.name : `${copy.name}: ${directory}`;
  const { items } = await platform.ask('GET', '/orgs');
  const { id: space } = await platform.ask('POST', `/orgs/${items[0].id}/spaces`, {
    title: name.slice(-50),
  });
  const from = { url: copy.url, ref: 'refs/heads/main', repoProjectDirectory: directory };
  await platform.longestWait();
  const imported = await platform.sync(space, 'import', from);
  const longestWait = await platform.longestWait();
  const result = emptyResult(name, imported.seconds, longestWait);
  if (imported.status !== 'complete')
    return { ...result, error: imported.error ?? imported.status };

  const pages = await pagesOf(platform, space);
  const documents = pages.filter(({ type }) => type === 'document');
  const to = { url: copy.url, ref: copy.branch('exported'), repoProjectDirectory: directory };
  const exported = await platform.sync(space, 'export', { ...to, commitMessage: 'Export' });
  if (exported.status !== 'complete') return { ...result, error: `export: ${exported.error}` };
  const compared = compare(copy, directory);

  const [first, second] = [
    await platform.sync(space, 'import', from),
    await platform.sync(space, 'import', to),
  ];
  const revisions = new Set([imported.revision, first.revision, second.revision]).size - 1;
  const ids = new Set(documents.map(({ id }) => id));
  const kept = (await pagesOf(platform, space)).filter(({ id }) => ids.has(id)).length;

  const links = await linksOf(platform, space, documents, [...copy.tree('main').keys()]);
  const rendering = await openPages(platform, space, documents);
  const search = await searchPhrases(platform, space, documents, samples.searches);
  const edits = await editPages(
    platform,
    space,
    documents.map(({ id }) => id),
    {
      copy,
      directory,
      count: samples.edits,
      before: copy.git(['rev-parse', 'exported']).trim(),
    },
  );
  return {
    ...result,
    ...compared,
    pages: documents.length,
    again: { revisions, ids: documents.length - kept },
    links,
    ...rendering,
    search,
    edits,
  };
}

function emptyResult(name: string, seconds: number, longestWait: number): SpaceResult {
  return {
    name,
    error: undefined,
    pages: 0,
    seconds,
    longestWait,
    markdown: { same: 0, total: 0, classes: {} },
    assets: { deleted: 0, total: 0 },
    added: [],
    again: { revisions: 0, ids: 0 },
    edits: { edited: 0, exact: 0, others: [] },
    links: { total: 0, broken: 0, lost: [] },
    markup: [],
    shortened: [],
    local: { total: 0, dead: [] },
    search: { first: 0, asked: 0, missed: [] },
    memory: undefined,
  };
}

async function pagesOf(platform: SpawnedPlatform, space: string): Promise<PageNode[]> {
  const { pages } = await platform.ask('GET', `/spaces/${space}/content/pages`);
  const flat = (nodes: PageNode[]): PageNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.pages ?? [])]);
  return flat(pages);
}

/** Links within the documentation, and those without a target in the space. */
async function linksOf(
  platform: SpawnedPlatform,
  space: string,
  pages: readonly PageNode[],
  files: readonly string[],
): Promise<SpaceResult['links']> {
  const links = { total: 0, broken: 0, lost: [] as string[] };
  for (const { id, path } of pages) {
    const query = 'format=markdown&format.markdown.refs=stable';
    const page = await platform.ask('GET', `/spaces/${space}/content/page/${id}?${query}`);
    for (const { url } of Markdown.read(page.markdown ?? '').references.references) {
      if (/^([a-z][\w+.-]*:|#|\/\/)/i.test(url)) continue;
      links.total += 1;
      if (/^\/(pages|files)\/\w/.test(url)) continue;
      links.broken += 1;
      if (isFileOf(files, url)) links.lost.push(`${path}: ${url}`);
    }
  }
  return links;
}

/** Whether a repository has a file that a link may mean, wherever the link is. */
function isFileOf(files: readonly string[], url: string): boolean {
  const [path = ''] = url.split(/[?#]/);
  const name = decodeURI(path.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
    .replace(/^(?:\.{0,2}\/)+/, '')
    .replace(/\/$/, '');
  const candidates = [name, `${name}.md`, `${name}/README.md`];
  return (
    name !== '' && files.some((file) => candidates.some((one) => `/${file}`.endsWith(`/${one}`)))
  );
}

/** The differences between the imported files of the space and those exported over them. */
function compare(
  copy: Copy,
  directory: string,
): Pick<SpaceResult, 'markdown' | 'assets' | 'added'> {
  const inside = (path: string) => directory === '' || path.startsWith(`${directory}/`);
  const before = copy.tree('main');
  const after = copy.tree('exported');
  const markdown = { same: 0, total: 0, classes: {} as Record<string, number> };
  const assets = { deleted: 0, total: 0 };
  for (const [path, oid] of before) {
    if (!inside(path)) continue;
    if (/\.md$/i.test(path)) {
      markdown.total += 1;
      if (after.get(path) === oid) markdown.same += 1;
      else {
        const difference = after.has(path)
          ? classOf(copy.read('main', path), copy.read('exported', path))
          : 'deleted';
        markdown.classes[difference] = (markdown.classes[difference] ?? 0) + 1;
      }
    } else {
      assets.total += 1;
      if (!after.has(path)) assets.deleted += 1;
    }
  }
  return { markdown, assets, added: [...after.keys()].filter((path) => !before.has(path)) };
}

/** The reason why two texts differ; simple ones are tested first. */
function classOf(before: string, after: string): string {
  const without = (pattern: RegExp) => before.replace(pattern, '') === after.replace(pattern, '');
  if (without(/\s+$/)) return 'blank lines at the end';
  if (without(/^---\n[\s\S]*?\n---\n/)) return 'frontmatter';
  if (without(/^#[^\n]*$/gm)) return 'headings';
  if (without(/\]\([^)]*\)|(?:href|src|url)="[^"]*"/g)) return 'links';
  return 'text';
}

/** Searches for words of some pages, and counts how often the page is the first result. */
async function searchPhrases(
  platform: SpawnedPlatform,
  space: string,
  pages: readonly PageNode[],
  count: number,
): Promise<SpaceResult['search']> {
  const content = `/spaces/${space}/content/page`;
  const search = { first: 0, asked: 0, missed: [] as string[] };
  for (const { id, path } of sample(pages, pages.length)) {
    if (search.asked === count) break;
    const { markdown } = await platform.ask('GET', `${content}/${id}?format=markdown`);
    const phrase = phraseIn(markdown ?? '');
    if (phrase === undefined) continue;
    search.asked += 1;
    const query = encodeURIComponent(phrase);
    const { items } = await platform.ask('GET', `/spaces/${space}/search?query=${query}`);
    const isFirst =
      items[0]?.id === id || (await hasPhrase(platform, `${content}/${items[0]?.id}`, phrase));
    if (isFirst) search.first += 1;
    else search.missed.push(`${path}: ${phrase}`);
  }
  return search;
}

/** Whether a page contains the search words. Several pages may. */
async function hasPhrase(
  platform: SpawnedPlatform,
  page: string,
  phrase: string,
): Promise<boolean> {
  const { markdown = '', description = '' } = await platform.ask('GET', `${page}?format=markdown`);
  return `${description}\n${markdown}`.replaceAll(/\s+/g, ' ').includes(phrase);
}

const SPACED = /^\p{Lu}[\p{L}\p{M}\p{N}_ ,'-]{60,}/u;
const UNSPACED = /^\p{Lo}[\p{Lo}\p{M}]{11,}/u;

/** Some consecutive words from the middle of a page, or characters if it is in a script without spaces. */
function phraseIn(markdown: string): string | undefined {
  const found = markdown
    .split('\n')
    .flatMap((line) => SPACED.exec(line)?.[0] ?? UNSPACED.exec(line)?.[0].slice(0, 12) ?? []);
  const text = found[Math.floor(found.length / 2)];
  if (text === undefined || UNSPACED.test(text)) return text;
  const words = text.trim().split(/\s+/);
  return words.length >= 8 ? words.slice(0, 8).join(' ') : undefined;
}
