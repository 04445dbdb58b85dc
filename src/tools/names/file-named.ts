import { type ContentLocation, filesOf, readersOf } from '../../content/index.ts';
import type { Caller, PageNode } from '../../operations/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { fencedInline } from '../../text/index.ts';
import { ifAvailable } from '../if-readable.ts';
import { Refusal } from '../refusal.ts';
import { UnknownName } from './candidates.ts';
import { resolvePage } from './pages.ts';

/** An id, a link or a name of a file: other names need no look at the files. */
const MAY_BE_FILE = /^\/?files\/|^[\w-]{8,40}$|\.\w{1,5}$/;

/** The name of a file where the name of a page belongs. */
export class FileNamed extends UnknownName {}

/**
 * The refusal of a page that does not exist: one that is a file, such as an included text, says what to do instead.
 * `reader` is the operation that reads the file.
 */
export async function unknownPage(
  error: unknown,
  given: string,
  files: () => Promise<readonly { id: string; name?: string; title?: string }[]>,
  reader: string,
): Promise<unknown> {
  if (!(error instanceof UnknownName) || !MAY_BE_FILE.test(given)) return error;
  const name = given.replace(/^\/?files\//, '');
  const listed = await ifAvailable(files).catch(withoutRefusal);
  const file = listed?.find((one) => [one.id, one.name, one.title].includes(name));
  if (!file) return error;
  const { id, title = id, name: called = title } = file;
  const change = called.endsWith('.md')
    ? 'If pages include it, change it in .gitbook/includes of the repository; or add its new text with insert_files, and put that'
    : 'Add another with insert_files, and put that';
  return new FileNamed(
    `${asGiven(given)} is a file, ${fencedInline(called, 'name of a file')}, and no page; ${reader} ${id} reads it. No operation changes a file. ${change} in place of /files/${id} with replace_in_pages.`,
  );
}

/**
 * The id of the page that an id, a path or a title refers to.
 * @throws {Refusal} if there are none or several; for a file, it says what to do instead.
 */
export async function resolvePageOrFile(
  location: ContentLocation,
  tree: readonly PageNode[],
  name: string,
  caller: Caller,
): Promise<string> {
  try {
    return await resolvePage(tree, name);
  } catch (error) {
    const files = () => filesOf(location, caller);
    throw await unknownPage(error, name, files, readersOf(location).file.tool);
  }
}

function withoutRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
