import type { Method } from '../../src/operations/index.ts';
import { publishedOperations } from '../../test/support/published.ts';
import { publishedPath } from './answers.ts';

/**
 * Fields that no description has: `lastOperation` is the only way to report the outcome of an operation that continues
 * after its answer, and only the contract has `pageLinkSummaries`.
 */
const EXTENSIONS = ['lastOperation', 'pageLinkSummaries'];

/**
 * Fields without a description, by the type of their object: 0.91.0 requires some without describing them, and only the
 * contract has translation settings.
 */
const UNDESCRIBED: Record<string, string[]> = {
  space: ['type'],
  site: ['defaultSpace'],
  'translation-settings': ['title', 'languages'],
};

/** The same, by location. */
const UNDESCRIBED_AT = ['urls/location', 'answer/pages'];

/** Newer fields of organizations, pages, revisions and sites, which are missing in the descriptions of ended routes. */
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

/** Objects that are dictionaries: their field names are data. */
const DICTIONARIES = [
  ...['filesystem', 'definition', 'records', 'jsonSchema'],
  ...['localizedTitle', 'localizedDescription'],
];

/** Finds fields that no description of the route has; returns their paths. */
export function fieldCheck(route: string): (body: object) => string[] {
  const [method, path = ''] = route.split(' ');
  const published = publishedOperations(method as Method, publishedPath(path));
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
      const allowed = [...extensions, ...(UNDESCRIBED[String(Reflect.get(value, 'object'))] ?? [])];
      if (allowed.includes(name) || UNDESCRIBED_AT.includes(here.slice(-2).join('/'))) return [];
      if (!isKnown(here)) return [here.slice(-3).join('/')];
      return DICTIONARIES.includes(name) ? [] : walk(field, here);
    });
  };
  return (body) => walk(body, []);
}
