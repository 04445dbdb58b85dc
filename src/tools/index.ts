export type { ToolOutcome } from './call.ts';
export { surfaceOf, tools } from './catalogue.ts';
export { DEFAULT_SURFACE } from './defaults.ts';
export { explainPlatformError } from './errors.ts';
export type { Narrowing } from './narrowing.ts';
export type { ToolResult } from './result.ts';
export { SelectionError, toolsetNames } from './selection.ts';
export type { NarrowableSurface, Surface, SurfaceOptions } from './surface.ts';
export type { Approval, CallContext, LinkedResults } from './tool.ts';
