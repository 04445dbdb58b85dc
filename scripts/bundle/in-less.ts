import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base';
import { compressed } from './compress.ts';
import { packTokens } from './token-table.ts';

/** File with the tokenizer's tokens beside the bundle. */
const TOKENS = 'o200k_base.br';

/** The parts of undici that are used, by file name. */
const UNDICI = { Agent: 'agent', EnvHttpProxyAgent: 'env-http-proxy-agent', Pool: 'pool' };

/** The Redis commands that this program and its rate limiter send, with their methods; the client has 400. */
const REDIS_COMMANDS = {
  AUTH: 'auth',
  CLIENT_SETNAME: 'clientSetName',
  DEL: 'del',
  EVAL: 'eval',
  GET: 'get',
  INCRBY: 'incrBy',
  PTTL: 'pTTL',
  PUBLISH: 'publish',
  SET: 'set',
};

/** Replaces large or unused parts of packages by smaller ones. */
export const inLess: Plugin = {
  name: 'in-less',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]node_modules[\\/]undici[\\/]index\.js$/ }, ({ path }) => ({
      contents: [
        // Like undici's own index, this adds `request`, `connect` and others to dispatchers.
        "Object.assign(require('./lib/dispatcher/dispatcher.js').prototype, require('./lib/api'));",
        ...Object.entries(UNDICI).map(
          ([name, file]) => `exports.${name} = require('./lib/dispatcher/${file}.js');`,
        ),
      ].join('\n'),
      resolveDir: dirname(path),
    }));
    // The parser of HTTP, for processors with and without certain instructions.
    onLoad({ filter: /[\\/]llhttp(?:_simd)?-wasm\.js$/ }, ({ path }) => {
      const program = compressed(createRequire(path)(path), true).toString('base64');
      return {
        contents: `module.exports = require('node:zlib').brotliDecompressSync(Buffer.from('${program}', 'base64'));`,
      };
    });
    onLoad({ filter: /[\\/]@redis[\\/]client[\\/]dist[\\/]index\.js$/ }, ({ path }) => ({
      contents: "exports.createClient = require('./lib/client').default.create;",
      resolveDir: dirname(path),
    }));
    onLoad(
      { filter: /[\\/]@redis[\\/]client[\\/]dist[\\/]lib[\\/]commands[\\/]index\.js$/ },
      ({ path }) => ({
        contents: `exports.__esModule = true;
        exports.default = { ${Object.entries(REDIS_COMMANDS).map(
          ([name, method]) =>
            `${name}: require('./${name}').default, ${method}: require('./${name}').default`,
        )} };
        exports.NON_STICKY_COMMANDS = exports.default;`,
        resolveDir: dirname(path),
      }),
    );
    // Metadata of 400 commands, for client-side caching and clusters; neither is used.
    onLoad({ filter: /[\\/]@redis[\\/]client[\\/].*[\\/]command-metadata-data\.js$/ }, () => ({
      contents: 'exports.COMMAND_METADATA = {};',
    }));
    // A validator of a seventh of the size, for elicitation forms and the doctor's client.
    onLoad(
      { filter: /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ },
      ({ path }) => ({
        contents: `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
        export { default as process } from 'node:process';`,
        resolveDir: dirname(path),
      }),
    );
    onLoad(
      { filter: /[\\/]@modelcontextprotocol[\\/]client[\\/]dist[\\/]shimsNode\.mjs$/ },
      ({ path }) => ({
        contents: `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
        export const CORS_IS_POSSIBLE = false;`,
        resolveDir: dirname(path),
      }),
    );
    // Node contains the same, and the package brings a dictionary of half a megabyte.
    onLoad({ filter: /[\\/]node_modules[\\/]brotli[\\/]decompress\.js$/ }, () => ({
      contents: "module.exports = require('node:zlib').brotliDecompressSync;",
    }));
    // Documents of Word are only read.
    onLoad({ filter: /[\\/]node_modules[\\/]xmlbuilder[\\/]lib[\\/]index\.js$/ }, () => ({
      contents: "exports.create = () => { throw new Error('XML is not written') };",
    }));
    // PDFs are not encrypted.
    onLoad({ filter: /[\\/]@noble[\\/]ciphers[\\/].*aes\.js$/ }, () => ({
      contents:
        "export const cbc = () => { throw new Error('PDFs are not encrypted'); }, ecb = cbc;",
    }));
    // Pages as PDF contain no SVG.
    onLoad({ filter: /[\\/]svg-to-pdfkit[\\/]source\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('SVG is not bundled'); };",
    }));
    onLoad({ filter: /[\\/]gpt-tokenizer[\\/]esm[\\/]encoding[\\/]o200k_base\.js$/ }, () => ({
      contents: `import { tokenCounterOf } from './token-counter.ts';
        export const countTokens = await tokenCounterOf(new URL('./${TOKENS}', import.meta.url));`,
      resolveDir: import.meta.dirname,
    }));
  },
};

/** The files that the bundle reads at run time, by name. */
export function tokenTable(release: boolean): [name: string, content: Uint8Array] {
  return [TOKENS, compressed(packTokens(tokens), release)];
}
