export { excessOf, type JsonAllowance, jsonAllowance } from './excess.ts';
export { deepFreeze, type Fields, isObject, setOwn } from './fields.ts';
export { ExcessError, isTooDeep, parseInTurns } from './parse.ts';
export { encodeInTurns, weightOf, writeInTurns } from './write.ts';
