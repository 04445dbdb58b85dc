export { abbreviated, abbreviationsOf } from './abbreviations.ts';
export { adaptively } from './adaptive.ts';
export { type BaseRequest, baseRequestIn, inOrderOfMerge } from './base-request.ts';
export {
  type ChangedPage,
  type ChangeRequestLocation,
  type Ends,
  type IsOwn,
  type PageChange,
  pageChangesOf,
} from './change-request-diff.ts';
export {
  conflictRanges,
  type MarkedPart,
  markedParts,
  narrowed,
  type SettingConflict,
  sectionFinder,
  settingConflicts,
  sidesOf,
} from './conflicts.ts';
export { differenceOf, foldedHunks, hunks, patch } from './difference.ts';
export { DIRECTORY_OPERATIONS, type Directory, directoryOf } from './directory.ts';
export type { Changed } from './openapi-changes/index.ts';
export {
  type StatedInfo,
  specificationOf,
  statedIn,
  type Version,
  versionIn,
  versionsOf,
} from './openapi-versions.ts';
export {
  type HistoryEntry,
  historyByRequests,
  historyOf,
} from './page-history.ts';
export {
  type ContentLocation,
  flattenPages,
  pagesInOrder,
  placesOf,
  readersOf,
} from './page-tree.ts';
export type { Sender } from './sender.ts';
export {
  operationsOf,
  type Specification,
  type SpecificationOperation,
  schemasOf,
  specificationIn,
} from './specification.ts';
export { type ContentState, stateOf } from './states.ts';
export { touchedPages, wasTouched } from './touched.ts';
export {
  changeOf,
  changesBetween,
  type PageWithParent,
  pageFingerprint,
  placedPages,
  type TreeChange,
} from './tree-changes.ts';
