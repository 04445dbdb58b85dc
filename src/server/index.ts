export { LOOPBACK_HOSTS } from './http/options.ts';
export { runHttp } from './http/serve.ts';
export type { OperatorServices, Services, TokenSource } from './services.ts';
export { runStdio } from './stdio.ts';
