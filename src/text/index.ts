export { createFence, FENCE_EXPLANATION, type Fence, stripFences } from './fence.ts';
export { restoreHidden } from './restore.ts';
export { sanitizeDeep, sanitizeText, stripInvisible } from './sanitize.ts';
export { fenceBodies } from './untrusted.ts';
