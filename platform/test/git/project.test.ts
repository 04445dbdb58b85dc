import { expect, it } from 'vitest';
import { projectIn } from '../../src/git/read-project.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

it('reads redirects of which some repeat a path, and takes the last of them', async () => {
  const yaml = 'redirects:\n  old: first.md\n  other: page.md\n  old: last.md\n';
  const { redirects } = await projectIn(bytesOf(yaml), {});
  expect(redirects).toEqual({ old: 'last.md', other: 'page.md' });
});

it('refuses a configuration of more than a megabyte before it parses it', async () => {
  const yaml = `redirects:\n${'  old: new.md\n'.repeat(80_000)}`;
  await expect(projectIn(bytesOf(yaml), {})).rejects.toThrow('more than 1000000 bytes');
});
