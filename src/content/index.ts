export { abbreviatedId, abbreviationsOf } from './abbreviations.ts';
export { type BaseRequest, baseRequestIn, inOrderOfMerge } from './base-request.ts';
export {
  type ChangedPage,
  type ChangeRequestLocation,
  type Ends,
  type IsOwn,
  type PageChange,
  pageChangesOf,
  type Respell,
} from './change-request-diff.ts';
export { pagesChangedBy, wasChangedBy } from './changed-by-request.ts';
export {
  conflictRanges,
  type MarkedPart,
  markedParts,
  type SettingConflict,
  sectionFinder,
  settingConflicts,
  shortenMarked,
  sidesOf,
} from './conflicts.ts';
export { type ContentState, stateOf } from './content-state.ts';
export { differenceOf, foldedHunks, hunks, patch } from './difference.ts';
export {
  DIRECTORY_OPERATIONS,
  type Directory,
  directoryOf,
  MAX_READ_ORGANIZATIONS,
} from './directory.ts';
export { mapAdaptively } from './map-adaptively.ts';
export type { Changed, FieldChange } from './openapi-changes/index.ts';
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
  type ContentFile,
  type ContentLocation,
  fewEnough,
  filesOf,
  flattenPages,
  pagesInOrder,
  pagesWithPaths,
  readersOf,
} from './page-tree.ts';
export { requestName } from './request-name.ts';
export type { Sender } from './sender.ts';
export {
  operationsOf,
  pathsOf,
  type Specification,
  type SpecificationOperation,
  schemasOf,
  specificationIn,
} from './specification.ts';
export {
  changeOf,
  changesBetween,
  type PageWithParent,
  pageFingerprint,
  pagesWithParents,
  reorderedPages,
  type TreeChange,
} from './tree-changes.ts';
