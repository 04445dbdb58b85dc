export {
  encodeInTurns,
  weightOf,
  writeInTurns,
} from '@docs-platform-mcp/platform/write-json';
export { excessOf, type JsonAllowance, jsonAllowance } from './excess.ts';
export { deepFreeze, type Fields, isObject, setOwn } from './fields.ts';
export { ExcessError, isTooDeep, parseInTurns } from './parse.ts';
