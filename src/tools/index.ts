export { callTool, toolDefinitions, tools } from './catalogue.ts';
export type { ToolResult } from './result.ts';
