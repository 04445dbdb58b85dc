export {
  createFence,
  FENCE_EXPLANATION,
  fencedExactly,
  fencedInline,
  markUntrusted,
  RESERVED,
  renewMarks,
  stripFences,
} from './fence.ts';
export { sanitizeAhead } from './foresee.ts';
export { codeRanges } from './hidden.ts';
export { mapItems, mapMembers } from './map-json.ts';
export { quoted } from './quoted.ts';
export { isWithinSpans, merged, overlapsSpans, type Span } from './ranges.ts';
export { restoreHidden } from './restore.ts';
export {
  inOriginal,
  sanitizeDeep,
  sanitizeExcerpt,
  sanitizeLines,
  sanitizeText,
  sanitizeWithCuts,
  stripInvisible,
} from './sanitize.ts';
