// Imported with the first request. Exports are named here because a bundle gives a dynamic import of a CommonJS
// package only its default export.
export { Agent, EnvHttpProxyAgent, Pool } from 'undici';
