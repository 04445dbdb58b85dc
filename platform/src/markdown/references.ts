import { computed } from '../workers/computed.ts';
import { TEXT_FACTS } from './tasks.ts';
import { referencesOf, type TextReference } from './text-facts.ts';

/** The references of a text in its order. */
export function referencesIn(markdown: string): TextReference[] {
  return referencesOf(computed(TEXT_FACTS, markdown));
}

/** The text with references replaced; undefined keeps one as it is. Nothing else changes. */
export function replaceReferences(
  text: string,
  replace: (reference: TextReference) => string | undefined,
): string {
  let result = '';
  let done = 0;
  for (const reference of referencesIn(text)) {
    const written = reference.start < done ? undefined : replace(reference);
    if (written === undefined) continue;
    result += text.slice(done, reference.start) + written;
    done = reference.end;
  }
  return result + text.slice(done);
}
