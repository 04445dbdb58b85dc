export { diffsOf, type PageDiff } from './diff.ts';
export { Folder } from './folder.ts';
export { isExplained } from './problem.ts';
export { type Pulled, type PullProgress, pull } from './pull.ts';
export { type Pushed, type PushOptions, push } from './push.ts';
export { SpaceApi } from './remote.ts';
export type { FolderState } from './state.ts';
export { folderStatus, loadState, readBothSides, type Status } from './status.ts';
export { Store } from './store.ts';
