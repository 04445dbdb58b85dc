import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin, transform } from 'esbuild';
import { compressed } from './bundle/compress.ts';

const SOURCE = 'app/src';

/** The file that the server sends to hosts. */
const FILE = 'change-request.html.br';

/** HTML entity names, which the page decodes with a table that it contains anyway. */
const withoutNames: Plugin = {
  name: 'without-names',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]entities[\\/].*decode-data-html\.js$/ }, () => ({
      contents: 'export const htmlDecodeTree = new Uint16Array();',
    })),
};

/**
 * Writes the page that shows a change request as one file that loads nothing; returns its source files. Its content
 * security policy names the hash of its script, so nothing else runs, even if the host's own policy is less strict.
 */
export async function buildApp(folder: string, release: boolean): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(SOURCE, 'main.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17.5'],
    minify: true,
    legalComments: 'none',
    plugins: [withoutNames],
    metafile: true,
    logLevel: 'warning',
  });
  const script = outputFiles[0]?.text.trim() ?? '';
  const css = await readFile(join(SOURCE, 'style.css'), 'utf8');
  const style = (await transform(css, { loader: 'css', minify: true })).code.trim();
  const html = await readFile(join(SOURCE, 'index.html'), 'utf8');
  const page = html
    .replace('content="policy"', () => `content="${policyFor(script)}"`)
    .replace(/\s*\/\* style \*\/\s*/, () => style)
    .replace(/\s*\/\* script \*\/\s*/, () => script);
  await writeFile(join(folder, FILE), compressed(Buffer.from(page), release));
  return Object.keys(metafile.inputs);
}

/** Styles that a script sets on an element are not a style sheet, so they are allowed anyway. */
function policyFor(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
