export { deepFreeze, type Fields, isObject, setOwn } from './fields.ts';
export { ExcessError, parseInTurns } from './parse.ts';
export { weightOf, writeInTurns } from './write.ts';
