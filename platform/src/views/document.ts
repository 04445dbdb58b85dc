import { RawJson } from '../http/raw-json.ts';
import { computed } from '../workers/computed.ts';

/** The document tree of a kept text, as answers carry it. */
export function documentOf(markdown: string): RawJson {
  return new RawJson(computed('documentJson', markdown));
}
