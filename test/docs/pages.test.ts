import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Markdown } from '@docs-platform-mcp/markdown';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(join(ROOT, 'docs')).flatMap((name) =>
    name.endsWith('.md') ? [`docs/${name}`] : [],
  ),
];

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const parsed = new Map(PAGES.map((path) => [path, Markdown.read(textOf(path))]));

/** Links within the repository: the page, and the target without `./`. */
const links = PAGES.flatMap((page) =>
  (parsed.get(page)?.references.references ?? [])
    .map(({ url }) => url)
    .filter((url) => !/^[a-z]+:/i.test(url))
    .map((url) => ({ page, url })),
);

describe('the documentation', () => {
  it('has no broken links', () => {
    const broken = links.filter(({ page, url }) => {
      const [path = '', anchor] = url.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, target))) return true;
      return (
        anchor !== undefined && !parsed.get(target)?.sections.some((one) => one.anchor === anchor)
      );
    });
    expect(links.length).toBeGreaterThan(150);
    expect(broken).toEqual([]);
  });

  it('is listed in the README', () => {
    const listed = links.filter(({ page }) => page === 'README.md').map(({ url }) => url);
    const pages = PAGES.filter((page) => page.startsWith('docs/') || page === 'CONTRIBUTING.md');
    expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
  });
});

it('the architecture shows every folder and file of the server', () => {
  const [, tree = ''] = /^src\/\n((?: {2}.*\n)+)/m.exec(textOf('docs/architecture.md')) ?? [];
  const shown = [...tree.matchAll(/^ {2}([\w.-]+)\/? {2}/gm)].map(([, name]) => name);
  expect(shown.toSorted()).toEqual(readdirSync(join(ROOT, 'src')).toSorted());
});

it('the glossary names exported types', () => {
  const [, glossary = ''] = textOf('docs/architecture.md').split('## Glossary');
  const named = [...glossary.matchAll(/^\|.*\|([^|]*)\|$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
  );
  const source = ['src', 'platform/src']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => path.endsWith('.ts') && statSync(join(ROOT, path)).isFile())
    .map(textOf)
    .join('\n');
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter(
      (name) => !new RegExp(`^export (interface|type|class) ${name}\\b`, 'm').test(source),
    ),
  ).toEqual([]);
});
