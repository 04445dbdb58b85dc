import type { Changed } from '../../../content/index.ts';
import { operations } from '../../../operations/index.ts';
import type { Steps } from '../workflow.ts';

/** The tools for finding pages that mention a change. */
export const READ_PAGES = [operations.getCurrentRevision, operations.getPage];

/** Shorter names are ordinary words. */
const MIN_NAME = 4;

/** A page that mentions changed operations or schemas, with their names. */
export interface Speaking {
  id: string;
  title: string;
  path?: string;
  mentions: string[];
}

/** The pages of a space that mention a changed operation, schema or field. */
export async function pagesSpeakingOf(
  spaceId: string,
  changes: readonly Changed[],
  { context }: Steps,
): Promise<Speaking[]> {
  const { readTexts } = await import('../../../content/find/index.ts');
  const everything = (tree: readonly { id: string }[]) => new Set(tree.map(({ id }) => id));
  const { flattenPages } = await import('../../../content/index.ts');
  const { texts } = await readTexts(
    { spaceId },
    (tree) => everything(flattenPages(tree)),
    context,
    (page, done, total) => context.onProgress?.(done, `read ${page.title}`, total),
  );
  const names = namesIn(changes);
  return texts.flatMap(({ page: { id, title, path }, markdown = '' }) => {
    const words = new Set(markdown.match(/[\p{L}\p{N}_./{}-]+/gu) ?? []);
    const plain = new Set([...words].map((word) => word.replace(/(?<![./-])[./-]+$/, '')));
    const mentions = names.filter(
      (name) => plain.has(name) || (isPath(name) && markdown.includes(name)),
    );
    return mentions.length > 0 ? [{ id, title, path, mentions }] : [];
  });
}

function isPath(name: string): boolean {
  return name.startsWith('/');
}

/** Paths of operations, names of schemas, and names of the changed fields. */
function namesIn(changes: readonly Changed[]): string[] {
  const names = changes.flatMap(({ name, fields = [] }) => [
    name.slice(name.indexOf(' ') + 1),
    ...fields.map(({ at }) => fieldOf(at)),
  ]);
  return [...new Set(names)].filter((name) => name.length >= MIN_NAME);
}

/** Path elements in a document that are not the name of what changed. */
const KEYWORDS = new Set([
  ...['description', 'summary', 'required', 'enum', 'type', 'format', 'default', 'example'],
  ...['maximum', 'minimum', 'maxLength', 'minLength', 'maxItems', 'minItems', 'pattern'],
  ...['deprecated', 'nullable', 'requestBody', 'responses', 'parameters', 'operationId', 'tags'],
  ...['security', 'query', 'path', 'header', 'title', 'examples'],
]);

/** The name of the innermost field of a path, such as `attempts` of `requestBody.attempts.maximum`. */
function fieldOf(at: string): string {
  const parts = at.replaceAll(/\[[^\][]*\]|\{\}/g, '').split('.');
  return parts.findLast((part) => !KEYWORDS.has(part) && !/^\d+$/.test(part)) ?? '';
}
