export { type Fields, setOwn } from './own.ts';
export { ExcessError, parseInTurns } from './parse.ts';
export { weightOf } from './weight.ts';
export { writeInTurns } from './write.ts';
