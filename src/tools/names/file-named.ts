import { asGiven } from '../../text/as-given.ts';
import { fencedInline } from '../../text/index.ts';
import { ifAvailable } from '../if-readable.ts';
import { Refusal } from '../refusal.ts';
import { UnknownName } from './candidates.ts';

/** An id, a link or a name of a file: other names need no look at the files. */
const MAY_BE_FILE = /^\/?files\/|^[\w-]{8,40}$|\.\w{1,5}$/;

/** The refusal of a page that does not exist: one that is a file, such as an included text, says what to do instead. */
export async function unknownPage(
  error: unknown,
  given: string,
  files: () => Promise<readonly { id: string; name?: string; title?: string }[]>,
): Promise<unknown> {
  if (!(error instanceof UnknownName) || !MAY_BE_FILE.test(given)) return error;
  const name = given.replace(/^\/?files\//, '');
  const listed = await ifAvailable(files).catch(withoutRefusal);
  const file = listed?.find((one) => [one.id, one.name, one.title].includes(name));
  if (!file) return error;
  const { id, title = id, name: called = title } = file;
  return new UnknownName(
    `${asGiven(given)} is a file, ${fencedInline(called, 'name of a file')}, and no page; get_file ${id} reads it. No operation changes a file. If pages include it, change it in .gitbook/includes of the repository; or add its new text with insert_files, and put that in place of /files/${id} with replace_in_pages.`,
  );
}

function withoutRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
