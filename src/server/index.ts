export type { Services, TokenSource } from './assemble.ts';
export { runHttp } from './http.ts';
export { serverInstructions } from './instructions.ts';
export { runStdio } from './stdio.ts';
