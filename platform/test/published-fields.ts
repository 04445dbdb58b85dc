import type { Method } from '../../src/operations/index.ts';
import { publishedOperations } from '../../test/support/published.ts';

/**
 * Fields that no description has: nothing else tells how an operation ended that runs on after its answer, and the
 * contract alone knows of summaries behind links.
 */
const EXTENSIONS = ['lastOperation', 'pageLinkSummaries'];

/** Fields that organizations, pages, revisions and parts of sites got after some routes that show them had ended. */
const NEWER = [
  ...[
    'access',
    'actions',
    'anchors',
    'count',
    'coverMask',
    'draft',
    'mergedAt',
    'mergedBy',
    'tags',
  ],
];

/** Objects whose fields are named by what they hold. */
const DICTIONARIES = [
  ...['filesystem', 'definition', 'records', 'jsonSchema'],
  ...['localizedTitle', 'localizedDescription'],
];

/** Tells which fields no description of the route has, by their names and those of what is around them. */
export function fieldCheck(route: string): (body: object) => string[] {
  const [method, path = ''] = route.split(' ');
  const published = publishedOperations(method as Method, path.replace('/v1', ''));
  const ended = !published.some(({ version }) => version === '0.202.0');
  const extensions = ended ? [...EXTENSIONS, ...NEWER] : EXTENSIONS;
  const seen = new Map<string, boolean>();
  const isKnown = (at: string[]) => {
    const key = at.join('/');
    const known = seen.get(key) ?? published.some(({ answerTypes }) => answerTypes(at).length > 0);
    seen.set(key, known);
    return known;
  };
  const walk = (value: unknown, at: string[]): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    if (Array.isArray(value)) return value.flatMap((item) => walk(item, [...at, '[]']));
    return Object.entries(value).flatMap(([name, field]) => {
      const here = [...at, name];
      if (extensions.includes(name)) return [];
      if (!isKnown(here)) return [here.slice(-3).join('/')];
      return DICTIONARIES.includes(name) ? [] : walk(field, here);
    });
  };
  return (body) => walk(body, []);
}
