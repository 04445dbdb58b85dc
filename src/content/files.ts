import { type Caller, type ItemOf, list, type operations } from '../operations/index.ts';
import { type ContentLocation, readersOf } from './page-tree.ts';

/** Maximum number of files that are listed. */
const MAX_FILES = 10_000;

export type ContentFile = ItemOf<typeof operations.listFiles>;

/** The files of a space or change request. */
export function filesOf(location: ContentLocation, caller: Caller): Promise<ContentFile[]> {
  return list(readersOf(location).files, { ...location }, caller, MAX_FILES);
}
