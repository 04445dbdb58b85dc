// Tests every function on real documentation: npm run real-docs -- [--write] [--edits N] [--searches N] DIR… Each DIR
// is a folder or a Git repository, bare or not. --write writes docs/real-documentation.md.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Platform } from './real-docs/platform.ts';
import { type Origin, report } from './real-docs/report.ts';
import { Copy, spacesOf } from './real-docs/repository.ts';
import { checkSpace, type SpaceResult } from './real-docs/space.ts';

const INTRODUCTION = `# Real documentation

Spaces of public repositories that the service itself wrote by its Git sync, imported into the embedded platform,
exported over what they came from, imported again, edited, searched and opened as a person opens them. The table is
written by \`npm run real-docs -- --write DIR…\`, which takes any folders and repositories. Files whose content was not
at hand are stood for by a line of text. Times are those of the clock, and grow with what else the machine does
meanwhile.

The samples that were checked of links that lead nowhere are dead in the source: they lead to pages that are gone (\`/broken/pages/…\`, \`broken-reference\`), to
files by the wrong folder, or, where a repository was not written by the service, to addresses of a published site
(\`/learn/…\`). The last two are counted as links that may mean a file. A repository without a table of contents gets
one with its first export.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    edits: { type: 'string', default: '5' },
    searches: { type: 'string', default: '5' },
    program: { type: 'string' },
  },
});
if (positionals.length === 0) {
  console.error('Name the folders or repositories to try: npm run real-docs -- DIR…');
  process.exit(2);
}

const samples = { edits: Number(values.edits), searches: Number(values.searches) };
const platform = await Platform.start(values.program);
const origins: Origin[] = [];
const results: SpaceResult[] = [];
try {
  for (const given of positionals) {
    const copy = new Copy(given);
    const { name, commit, date, missing } = copy;
    origins.push({ name, commit, date, missing: missing.length });
    for (const directory of spacesOf(copy)) {
      const checked = await checkSpace(platform, copy, directory, samples);
      const result = { ...checked, memory: platform.memory?.now };
      results.push(result);
      const told = result.error ?? `${result.pages} pages, ${result.memory} MiB`;
      console.error(`${result.name}: ${told}`);
      if (values.verbose) console.error(JSON.stringify(result, null, 1));
    }
    copy.remove();
  }
  const table = report(origins, results, platform.memory?.most);
  console.log(table);
  if (values.write) {
    const file = fileURLToPath(new URL('../docs/real-documentation.md', import.meta.url));
    writeFileSync(file, `${INTRODUCTION}\n${table}`);
  }
} finally {
  await platform.close();
}
