// Tests every function on real documentation: npm run real-docs -- [--write] [--edits N] [--searches N] DIR… Each DIR
// is a folder or a Git repository, bare or not. --write writes docs/real-documentation.md.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SpawnedPlatform } from './real-docs/platform.ts';
import { report, type SpaceOrigin } from './real-docs/report.ts';
import { Copy, spacesOf } from './real-docs/repository.ts';
import { checkSpace, type SpaceResult } from './real-docs/space.ts';

const INTRODUCTION = `# Real documentation

Spaces of public repositories that the service's Git Sync wrote. Each was imported into the embedded platform, exported over its source, imported again, edited, searched, and opened page by page as a reader does. \`npm run real-docs -- --write DIR…\` does that with any folders and repositories, and writes this page. A line of text replaces files without available content. Times are wall-clock times, which grow with the load of the machine.

The broken links that were checked by hand are broken in the source, too. They lead to deleted pages (\`/broken/pages/…\`, \`broken-reference\`), to files in the wrong folder, some with more \`../\` than there are folders, or, in repositories that the service did not write, to addresses of a published site (\`/learn/…\`). The last two count as links that may mean a file. A path that leads above the root is not taken for one from the root: of an unknown file, the service makes a link into the repository, where it leads nowhere. A repository without a table of contents gets one with its first export. Readers see a broken link as its text, so nearly all links that lead nowhere are broken ones. Markup that the service does not write, such as JSX, is shown as source; so are marks that their authors escape or mean as such.
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
const platform = await SpawnedPlatform.start(values.program);
const origins: SpaceOrigin[] = [];
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
      const summary = result.error ?? `${result.pages} pages, ${result.memory} MiB`;
      console.error(`${result.name}: ${summary}`);
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
