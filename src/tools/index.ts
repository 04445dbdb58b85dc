export type { CallContext } from './call.ts';
export { callTool, toolDefinitions } from './catalogue.ts';
export type { ToolDefinition } from './definition.ts';
export type { ToolResult } from './result.ts';
