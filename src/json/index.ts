export { deepFreeze } from './freeze.ts';
export { type Fields, isObject, setOwn } from './own.ts';
export { ExcessError, parseInTurns } from './parse.ts';
export { weightOf, writeInTurns } from './write.ts';
