import { type ContentFile, type ContentLocation, filesOf } from '../../../content/index.ts';
import { asGiven } from '../../../text/as-given.ts';
import { fencedInline } from '../../../text/index.ts';
import { UnknownName } from '../../names/candidates.ts';
import { similarTo } from '../../names/similar.ts';
import type { Steps } from '../workflow.ts';

const MAX_SUGGESTED = 4;

/** The name of a file at the end of a path or on its own, without leading dots, as in addresses of sites. */
const FILE_NAME = /^(?:[^\n]*\/)?([^\n/]{1,200}\.[a-z][a-z0-9]{1,4})$/i;

/** Kinds of files that pages show or offer for download. */
const SHOWN =
  /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|pdf|zip|mp[34]|mov|webm|wav|csv|docx?|xlsx?|pptx?)$/i;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Whether a text ends with the name of a picture, or another file that is usually attached. */
export function endsWithAttachment(text: string): boolean {
  return SHOWN.test(text) && FILE_NAME.test(text) && !SCHEME.test(text);
}

/** The name of the file that a text may mean. */
export function fileNameIn(text: string): string | undefined {
  return SCHEME.test(text) ? undefined : FILE_NAME.exec(text)?.[1];
}

/**
 * The addresses under which pages show the files of a name. A service keeps files by their ids, so that pages do not
 * contain the names.
 */
export async function addressesOfFile(
  location: ContentLocation,
  name: string,
  steps: Steps,
): Promise<string[]> {
  return namedAlike(await filesOf(location, steps.caller), name).map(({ id }) => `/files/${id}`);
}

/** Whether a text is the name of a file of a space or change request. */
export async function isFileName(
  location: ContentLocation,
  text: string,
  steps: Steps,
): Promise<boolean> {
  const name = fileNameIn(text);
  return name !== undefined && (await addressesOfFile(location, name, steps)).length > 0;
}

/** The refusal for a name that no file has, with similar ones. */
export async function unknownFile(
  location: ContentLocation,
  name: string,
  steps: Steps,
): Promise<UnknownName> {
  const candidates = (await filesOf(location, steps.caller)).map((file) => ({
    title: file.name ?? '',
  }));
  const similar = await similarTo(name, candidates, MAX_SUGGESTED);
  const names = similar.map(({ title }) => JSON.stringify(title)).join(', ');
  const suggestions = names === '' ? '' : ` Similar: ${fencedInline(names, 'files')}.`;
  return new UnknownName(
    `the space has no file ${asGiven(name)}.${suggestions} Upload one with the operation insert_files of open_change_request_with_edits, or give the address of a picture.`,
  );
}

/** The files with exactly this name, or else those with the same name in another case. */
function namedAlike(files: readonly ContentFile[], name: string): readonly ContentFile[] {
  const exact = files.filter((file) => file.name === name);
  if (exact.length > 0) return exact;
  const lowerCase = name.toLowerCase();
  return files.filter((file) => file.name?.toLowerCase() === lowerCase);
}
