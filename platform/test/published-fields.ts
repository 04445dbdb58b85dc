import type { Method } from '../../src/operations/index.ts';
import { publishedOperations } from '../../test/support/published.ts';
import { publishedPath } from './answers.ts';

/**
 * Fields that no description has: nothing else tells how an operation ended that runs on after its answer, and the
 * contract alone knows of summaries behind links.
 */
const EXTENSIONS = ['lastOperation', 'pageLinkSummaries'];

/**
 * Fields of objects that no description describes, by what the object is: 0.91.0 requires some and says nothing of them,
 * and the contract alone has settings of translations.
 */
const UNDESCRIBED: Record<string, string[]> = {
  space: ['type'],
  site: ['defaultSpace'],
  'translation-settings': ['title', 'languages'],
};

/** The same, by location. */
const UNDESCRIBED_AT = ['urls/location', 'answer/pages'];

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

/** Objects that are dictionaries: their field names are data. */
const DICTIONARIES = [
  ...['filesystem', 'definition', 'records', 'jsonSchema'],
  ...['localizedTitle', 'localizedDescription'],
];

/** Finds the fields that no description of the route has, by their names and those of their parents. */
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
