import { type Arguments, type Caller, type Operation, send } from '../../operations/index.ts';
import { patched } from './merge-patch.ts';

/**
 * The arguments of a call that replaces a whole, merged into its current state, so that nothing is lost that the
 * caller has not seen. Other arguments are returned unchanged.
 */
export async function mergedIntoWhole(
  { replaces, path, body }: Operation,
  args: Arguments,
  caller: Caller,
): Promise<Arguments> {
  if (replaces === undefined) return args;
  const [part = ''] = Object.keys(body);
  const place = Object.fromEntries(Object.keys(path).map((name) => [name, args[name]]));
  const whole = await send(replaces, place, caller);
  return { ...args, [part]: patched(whole, args[part]) };
}
