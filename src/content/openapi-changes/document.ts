import { type Fields, isObject } from '../../json/index.ts';
import type { Specification } from '../specification.ts';
import { changed, type FieldChange, joinedPath, same } from './fields.ts';
import { schemesIn } from './operations.ts';

/** The members of a document that are compared elsewhere, or that name its format. */
const ELSEWHERE = new Set(['paths', 'definitions', 'openapi', 'swagger']);

/** The parts of `components` that operations refer to by name alone; the others are compared where they are used. */
const NAMED_COMPONENTS = ['securitySchemes'];

/**
 * Authentication: neither new schemes nor reworded descriptions break anybody. A server that is no longer named may
 * still work.
 */
const SCHEMES = /^(?:securityDefinitions|components)\b(?!.*\.description$)/;

/** Maximum nesting depth of the comparison; deeper values are compared as a whole. */
const MAX_DEPTH = 10;

/**
 * The differences of what a specification says about the API as a whole: its description, servers, authentication and
 * tags. Neither the version nor extensions are included.
 */
export function documentChanges(before: Specification, after: Specification): FieldChange[] {
  return memberChanges(wholeOf(before), wholeOf(after), '', 0);
}

function wholeOf(specification: Specification): Fields {
  const { info, tags, servers, security, components, ...others } = specification as Fields;
  const kept = Object.entries(others).filter(
    ([name]) => !ELSEWHERE.has(name) && !name.startsWith('x-'),
  );
  const { version: _, ...about } = isObject(info) ? info : {};
  return {
    info: about,
    ...Object.fromEntries(kept),
    ...(Array.isArray(servers) && {
      servers: servers.map((one) => (isObject(one) ? one.url : one)),
    }),
    ...(security !== undefined && { security: schemesIn(security) }),
    ...(isObject(components) && {
      components: Object.fromEntries(NAMED_COMPONENTS.map((name) => [name, components[name]])),
    }),
    ...(Array.isArray(tags) && { tags: byName(tags) }),
  };
}

/** Tags by their name, as their order means nothing to users. */
function byName(tags: readonly unknown[]): Fields {
  return Object.fromEntries(
    tags.filter(isObject).map(({ name, ...tag }) => [String(name), { description: '', ...tag }]),
  );
}

function memberChanges(was: Fields, is: Fields, at: string, depth: number): FieldChange[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const place = joinedPath(at, name);
    const [from, to] = [was[name], is[name]];
    if (same(from, to)) return [];
    if (isObject(from) && isObject(to) && depth < MAX_DEPTH) {
      return memberChanges(from, to, place, depth + 1);
    }
    const isBreaking = place === 'security' || (from !== undefined && SCHEMES.test(place));
    return [{ ...changed(place, from, to), ...(isBreaking && { breaking: true as const }) }];
  });
}
