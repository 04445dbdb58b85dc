export type { Dependencies, OperatorDependencies, TokenProvider } from './dependencies.ts';
export { watchChanges } from './events/index.ts';
export { runHttp } from './http/serve.ts';
export { observe } from './observe/index.ts';
export { connectRedis, type RedisConnection, RedisError } from './redis.ts';
export { usedConfirmationsAcross } from './used-confirmations.ts';
