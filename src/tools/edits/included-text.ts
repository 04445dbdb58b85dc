import { type ContentFile, type ContentLocation, filesOf } from '../../content/index.ts';
import { fencedInline } from '../../text/index.ts';
import { ifAvailable } from '../if-readable.ts';
import type { CallContext } from '../tool.ts';
import type { PageEdit } from '../workflows/open-change-request/changes.ts';
import { findLoosely } from './loose-text.ts';

/** Maximum number of included texts to read, and maximum bytes of each. */
const MAX_READ = 10;
const MAX_BYTES = 1_000_000;

const INCLUDE = /\{%-?[ \t]*include[ \t]+"([^"\n]{1,500})"/g;

/** Why a page lacks a text that it shows: it includes the file that has it; empty if it does not. */
export type IncludeHint = (change: PageEdit, markdown: string) => Promise<string>;

/** Looks for texts in what the pages of a space or change request include. */
export function includeHint(location: ContentLocation, context: CallContext): IncludeHint {
  return async ({ old, section }, markdown) => {
    const sought = old ?? section;
    const targets = new Set([...markdown.matchAll(INCLUDE)].map(([, target]) => target));
    if (sought === undefined || targets.size === 0) return '';
    const files = await ifAvailable(() => filesOf(location, context));
    const included = files?.filter(({ id }) => targets.has(`/files/${id}`)).slice(0, MAX_READ);
    for (const file of included ?? []) {
      const text = await ifAvailable(() => textOf(file, context));
      if (text !== undefined && saysIt(text, sought)) return foundMessage(file);
    }
    return '';
  };
}

async function textOf({ downloadURL: url }: ContentFile, context: CallContext) {
  if (url === undefined) return undefined;
  const { bytes } = await context.client.download({ url, maxBytes: MAX_BYTES }, context);
  return bytes.toString('utf8');
}

function saysIt(text: string, sought: string): boolean {
  return text.includes(sought.trim()) || findLoosely(sought, text) !== undefined;
}

function foundMessage({ id, name = id }: ContentFile): string {
  return `the page only includes that text, from ${fencedInline(name, 'name of a file')} (get_file ${id}), as other pages may. Change that file in .gitbook/includes of the repository, or replace {% include "/files/${id}" %} here by a text of this page's own.`;
}
