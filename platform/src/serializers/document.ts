import { RawJson } from '../http/raw-json.ts';
import { DOCUMENT_JSON } from '../markdown/tasks.ts';
import { computed } from '../workers/computed.ts';

/** The document tree of a stored text, as answers contain it. */
export function documentOf(markdown: string): RawJson {
  return new RawJson(computed(DOCUMENT_JSON, markdown));
}
