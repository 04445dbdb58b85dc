export { LOOPBACK_HOSTS, runHttp } from './http/serve.ts';
export { serverInstructions } from './instructions.ts';
export type { Services, TokenSource } from './services.ts';
export { runStdio } from './stdio.ts';
