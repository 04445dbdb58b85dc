import { inlineValue } from '../text/index.ts';

/** What messages call a change request, and what names it in a call: its number or, if the platform left that out, its id. */
export function requestName({ id, number }: { id: string; number?: number }): string {
  return inlineValue(number ?? id);
}
