import { isObject } from '../../json/index.ts';
import { type Arguments, type Caller, type Operation, send } from '../../operations/index.ts';

/**
 * The arguments of a call that replaces a whole object, merged into its current state, so that nothing is lost that the
 * caller has not seen. Other arguments are returned unchanged.
 */
export async function mergeIntoCurrent(
  { replaces, path, body }: Operation,
  args: Arguments,
  caller: Caller,
): Promise<Arguments> {
  if (replaces === undefined) return args;
  const [part = ''] = Object.keys(body);
  const place = Object.fromEntries(Object.keys(path).map((name) => [name, args[name]]));
  const current = await send(replaces, place, caller);
  return { ...args, [part]: applyMergePatch(current, args[part]) };
}

/** Applies a merge patch (RFC 7396) to a JSON value: null removes a member, a list is replaced entirely. */
export function applyMergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result = new Map(Object.entries(isObject(value) ? value : {}));
  for (const [key, member] of Object.entries(patch)) {
    if (member === null) result.delete(key);
    else result.set(key, applyMergePatch(result.get(key), member));
  }
  return Object.fromEntries(result);
}
