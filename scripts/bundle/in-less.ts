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

/** Parts of packages that are not used here, and what takes their place. */
const UNUSED: readonly (readonly [filter: RegExp, contents: string])[] = [
  // Metadata of 400 commands, for client-side caching and clusters; neither is used.
  [
    /[\\/]@redis[\\/]client[\\/].*[\\/]command-metadata-data\.js$/,
    'exports.COMMAND_METADATA = {};',
  ],
  // Node contains the same, and the package brings a dictionary of half a megabyte.
  [
    /[\\/]node_modules[\\/]brotli[\\/]decompress\.js$/,
    "module.exports = require('node:zlib').brotliDecompressSync;",
  ],
  [/[\\/]readable-stream[\\/]readable\.js$/, "module.exports = require('node:stream');"],
  // Documents of Word are only read, and they are XML, not HTML.
  [
    /[\\/]node_modules[\\/]pako[\\/]lib[\\/]deflate\.js$/,
    "exports.Deflate = class { constructor() { throw new Error('Archives are not written'); } };",
  ],
  [
    /[\\/]node_modules[\\/]xmlbuilder[\\/]lib[\\/]index\.js$/,
    "exports.create = () => { throw new Error('XML is not written') };",
  ],
  [
    /[\\/]@xmldom[\\/]xmldom[\\/]lib[\\/]entities\.js$/,
    `exports.XML_ENTITIES = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };`,
  ],
  // Pages as PDF are not encrypted and contain no SVG.
  [
    /[\\/]@noble[\\/]ciphers[\\/].*aes\.js$/,
    "export const cbc = () => { throw new Error('PDFs are not encrypted'); }, ecb = cbc;",
  ],
  [
    /[\\/]node_modules[\\/]xmldoc[\\/].*\.js$/,
    "exports.XmlDocument = class { constructor() { throw new Error('SVG is not bundled'); } };",
  ],
  [
    /[\\/]svg-to-pdfkit[\\/]source\.js$/,
    "module.exports = () => { throw new Error('SVG is not bundled'); };",
  ],
];

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
    for (const [filter, contents] of UNUSED) onLoad({ filter }, () => ({ contents }));
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
