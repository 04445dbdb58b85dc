export { deepFreeze } from './freeze.ts';
export { type Fields, setOwn } from './own.ts';
export { ExcessError, parseInTurns } from './parse.ts';
export { weightOf, writeInTurns } from './write.ts';
