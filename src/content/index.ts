export { abbreviated, abbreviationsOf } from './abbreviations.ts';
export { type ChangeRequestPlace, changesOf, type PageChange } from './change-request-diff.ts';
export { differenceOf, patch } from './difference.ts';
export { DIRECTORY_OPERATIONS, type Directory, directoryOf } from './directory.ts';
export { flattenPages, type Place, readersOf } from './page-tree.ts';
export type { Sender } from './sender.ts';
export {
  operationsOf,
  type Specification,
  type SpecificationOperation,
  schemasOf,
  specificationIn,
} from './specification.ts';
