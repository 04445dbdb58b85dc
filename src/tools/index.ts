export { callTool, toolDefinitions, tools } from './catalogue.ts';
export type { ToolDefinition } from './definition.ts';
export type { ToolResult } from './result.ts';
export type { CallContext, Tool } from './tool.ts';
