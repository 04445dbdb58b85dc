import { percentDecoded } from '@docs-platform-mcp/markdown';
import { flattenPages } from '../../content/index.ts';
import type { PageNode } from '../../operations/index.ts';
import { filterInTurns } from '../../turns.ts';
import { withoutSlashes } from '../../uris/index.ts';
import { matchingCandidates, type NameCandidate, resolveName } from './candidates.ts';
import { FINDERS } from './kinds.ts';

const known = new WeakMap<readonly PageNode[], readonly NameCandidate[]>();

/** What the name of a page can refer to in a tree. One call often names several pages of the same tree. */
export function pageCandidates(tree: readonly PageNode[]): readonly NameCandidate[] {
  const candidates =
    known.get(tree) ??
    flattenPages(tree).map(
      ({ id, title, path }): NameCandidate => ({
        ...{ id, title },
        otherNames: [path, `/${path}`],
        within: path,
      }),
    );
  known.set(tree, candidates);
  return candidates;
}

/** A line of an outline as it is shown: title, id or its beginning, path and marks. */
const OUTLINE_LINE = / (?:(~[\w-]{3,19})|\(([\w-]{4,})\))(?: \/[^\s]*)?(?: \[[a-z ]+\]){0,3}$/;

const MAX_LINE = 1_000;

/** A page path in the tree's form: people add slashes around it, and file names. */
export async function normalizePageName(
  name: string,
  candidates: readonly NameCandidate[],
): Promise<string> {
  const isNamed = (one: string) =>
    candidates.some(({ title, otherNames = [] }) => title === one || otherNames.includes(one));
  if (isNamed(name)) return name;
  const [, beginning, id] = OUTLINE_LINE.exec(name.slice(0, MAX_LINE)) ?? [];
  const shown = beginning ?? id;
  if (shown !== undefined) return shown;
  const link = /^\/?pages\/(\w+)$/.exec(name)?.[1];
  if (link !== undefined && candidates.some(({ id }) => id === link)) return link;
  const path = withoutSlashes(decoded(name).replace(/^(?:\.{1,2}\/)+/, '')).replace(
    /(\/README)?\.md$/,
    '',
  );
  if (isNamed(path)) return path;
  return (
    pathEndingWith(path, candidates) ??
    (await pathBelow(name, candidates)) ??
    (await pathOfFile(name, path, candidates)) ??
    path
  );
}

/** The path of the page whose file in a repository this is: slugs have no dots. */
async function pathOfFile(
  name: string,
  file: string,
  candidates: readonly NameCandidate[],
): Promise<string | undefined> {
  const isFile = /\/|\.md$/.test(name) && file.includes('.') && file.length <= MAX_PATH;
  if (!isFile) return undefined;
  const { slug } = await import('github-slugger');
  const path = file
    .split('/')
    .map((part) => slug(part))
    .join('/');
  const isPath = candidates.some(({ within }) => within === path);
  return isPath ? path : pathEndingWith(path, candidates);
}

/** A path as the tree shows it: links write other letters than those of English as percent signs and digits. */
function decoded(path: string): string {
  return path.split('/').map(percentDecoded).join('/');
}

const MAX_LEVELS = 10;

/** Characters of a path in which pages above it are looked for. */
const MAX_PATH = 1_000;

/** The only path of a page that is named with pages above it: `Guides > Retries`. */
async function pathBelow(
  name: string,
  candidates: readonly NameCandidate[],
): Promise<string | undefined> {
  const [last = '', ...above] = name
    .split(name.includes('>') ? '>' : '/')
    .map((part) => part.trim())
    .reverse();
  if (last === '' || above.length === 0 || above.length > MAX_LEVELS) return undefined;
  const pathsOf = async (title: string) =>
    (await matchingCandidates(title, candidates)).flatMap(({ within }) => within ?? []);
  let paths = await pathsOf(last);
  for (const title of above) {
    if (paths.length === 0) return undefined;
    const parents = new Set(await pathsOf(title));
    paths = await filterInTurns(paths, (path) => ancestorsOf(path).some((one) => parents.has(one)));
  }
  return paths.length === 1 ? paths[0] : undefined;
}

/** The paths above a path, as far as trees are deep. */
function ancestorsOf(path: string): string[] {
  const ends = [...path.slice(0, MAX_PATH).matchAll(/\//g)];
  return ends.map(({ index }) => path.slice(0, index));
}

/** The only path whose last segment this is. */
function pathEndingWith(slug: string, candidates: readonly NameCandidate[]): string | undefined {
  const paths = candidates.flatMap(({ within }) => (within?.endsWith(`/${slug}`) ? within : []));
  return paths.length === 1 ? paths[0] : undefined;
}

/**
 * The id of the page that an id, a path or a title refers to.
 * @throws {Refusal} if there are none or several, listing the candidates.
 */
export async function resolvePage(tree: readonly PageNode[], name: string): Promise<string> {
  const candidates = pageCandidates(tree);
  return resolveName(await normalizePageName(name, candidates), 'page', candidates, FINDERS.page);
}
