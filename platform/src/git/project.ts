import { posix } from 'node:path';
import { z } from 'zod';
import { unprocessable } from '../errors.ts';
import { SUMMARY } from '../import/source-tree.ts';
import { parseYaml } from '../workers/yaml.ts';

/** The configuration in a repository's `.gitbook.yaml`. */
export interface Project {
  /** The folder of its pages, relative to the file; empty for the same folder. */
  root: string;
  /** Path of the table of contents, from the root. */
  summary: string;
  /** Path of the first page if there is no table of contents, from the root. */
  readme: string | undefined;
  /** Files of pages by former path, from the root. */
  redirects: Record<string, string>;
}

export const PROJECT_FILE = '.gitbook.yaml';

/** The configuration of earlier versions of the service. */
export const LEGACY_PROJECT_FILE = 'book.json';

const form = z.object({
  root: z.string().nullish(),
  structure: z.object({ readme: z.string().nullish(), summary: z.string().nullish() }).nullish(),
  redirects: z.record(z.string(), z.unknown()).nullish(),
});

/** Whether a `book.json` says where the pages are; other programs have files of this name, too. */
export function isLegacyProject(json: string): boolean {
  try {
    const { root, structure } = form.parse(JSON.parse(json));
    return Boolean(root || structure?.summary || structure?.readme);
  } catch {
    return false;
  }
}

/** Parses `.gitbook.yaml`, or `book.json`, as YAML includes JSON; 422 if the service could not read it. */
export function readProject(yaml: string): Project {
  const { data, error } = form.safeParse(valuesOf(yaml) ?? {});
  if (!data) {
    const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw unprocessable(`${PROJECT_FILE} is not valid: ${problems.join('; ')}`);
  }
  const redirects = Object.entries(data.redirects ?? {}).flatMap(([from, to]) =>
    typeof to === 'string' ? [[relativeToRoot(from), relativeToRoot(to)] as const] : [],
  );
  const readme = data.structure?.readme;
  return {
    root: relativeToRoot(data.root ?? ''),
    summary: relativeToRoot(data.structure?.summary || SUMMARY),
    readme: readme ? relativeToRoot(readme) : undefined,
    redirects: Object.fromEntries(redirects),
  };
}

/** The folder of the pages in a repository of which a directory is imported or exported. */
export function folderOf(directory: string, { root }: Project): string {
  return [directory, root].filter((part) => part !== '').join('/');
}

function valuesOf(yaml: string): unknown {
  try {
    // To compare each key with all others takes half a minute for the redirects of a large repository.
    return parseYaml(yaml, { uniqueKeys: false });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw unprocessable(`${PROJECT_FILE} is not valid YAML: ${reason}`);
  }
}

/** A path that stays inside its root: no `..`, no leading or trailing slashes. */
function relativeToRoot(path: string): string {
  return posix.join('/', path.trim()).replace(/^\/+|(?<!\/)\/+$/g, '');
}
