export { anyConfusable, CONFUSABLE, foldConfusable } from './confusable.ts';
export {
  createFence,
  FENCE_EXPLANATION,
  type Fence,
  fencedExactly,
  fencedInline,
  inlineValue,
  markUntrusted,
  RESERVED,
  renewFences,
  stripFences,
} from './fence.ts';
export { codeRanges } from './hidden.ts';
export { mapItems, mapMembers } from './map-json.ts';
export { quoted } from './quoted.ts';
export { isWithinSpans, mergeRanges, overlapsSpans, type Span } from './ranges.ts';
export { restoreHidden } from './restore.ts';
export {
  inOriginal,
  sanitizeExcerpt,
  sanitizeLines,
  sanitizeText,
  sanitizeWithCuts,
  stripInvisible,
} from './sanitize.ts';
export { sanitizeAhead, sanitizeLong } from './sanitize-ahead.ts';
export { sanitizeDeep } from './sanitize-deep.ts';
export { cacheResult, knownResults } from './sanitized-cache.ts';
