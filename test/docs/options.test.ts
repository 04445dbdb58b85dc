import { readdirSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addServe } from '../../src/commands/serve.ts';
import { tools } from '../../src/tools/index.ts';

const DOCS = new URL('../../docs/', import.meta.url);

const textOf = (page: string) => readFileSync(new URL(page, DOCS), 'utf8');

const rowsOf = (page: string) =>
  textOf(page)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');

it('the tables of options name every option of serve, except those of authentication', () => {
  const program = new Command();
  addServe(program);
  const options = program.commands[0]?.options.map(({ long }) => long ?? '') ?? [];
  const described = rowsOf('configuration.md') + textOf('authentication.md');
  const named = new Set(described.match(/(?<![\w-])--[a-z][a-z-]*[a-z](?![\w-])/g));
  expect(options.length).toBeGreaterThan(40);
  expect(options.filter((option) => !named.has(option))).toEqual([]);
});

it('examples of a header select toolsets that exist', () => {
  const known = new Set(tools.map(({ toolset }) => toolset));
  const examples = readdirSync(DOCS)
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => [...textOf(page).matchAll(/X-MCP-Toolsets: ([\w,-]+)/g)])
    .flatMap(([, names = '']) => names.split(','));
  expect(examples.length).toBeGreaterThan(0);
  expect(examples.filter((name) => !known.has(name))).toEqual([]);
});
