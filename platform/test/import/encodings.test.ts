import { describe, expect, it } from 'vitest';
import { createRepository } from '../git/repository.ts';
import { serve } from '../local-server.ts';
import { zipOf } from './documents.ts';
import { importing } from './importing.ts';

const given = importing();

/** In Windows-1252, in which Latin-1 has the same bytes for these letters. */
const western = (text: string) => Buffer.from(text, 'latin1');

describe('a text in Windows-1252', () => {
  it('is read in a wiki', async () => {
    const repository = await createRepository('northwind/menu.wiki.git');
    await repository.commit({ 'Menu.md': western('# Café\n\nCrème brûlée.\n') });
    const url = repository.url.replace('.wiki.git', '/wiki');
    const { path } = await given.into('github-wiki', url);
    expect(await given.markdownAt(path, 'menu')).toContain('# Café\n\nCrème brûlée.');
    await repository.remove();
  });

  it('is read in an HTML file of an archive', async () => {
    const base = await given.contents({
      '/docs.zip': zipOf({ 'menu.html': western('<h1>Café</h1><p>Crème brûlée.</p>') }),
    });
    const { path } = await given.into('zip', `${base}/docs.zip`);
    expect(await given.markdownAt(path, 'menu')).toBe('# Café\n\nCrème brûlée.');
  });
});

describe.each(['html', 'website'])('a page imported as %s', (source) => {
  it.each([
    ['text/html; charset=windows-1252', [0x93, 0xe9, 0x94], '“é”'],
    ['text/html; charset="windows-1251"', [0xcf, 0xf0, 0xe8], 'При'],
    ['text/html; charset=nonsense', [0xc3, 0xa9], 'é'],
    ['text/html', [0xe9], 'é'],
  ])('of the type %s is read in its encoding', async (type, bytes, text) => {
    given.web = await serve((_, response) =>
      response
        .writeHead(200, { 'content-type': type })
        .end(Buffer.concat([Buffer.from('<h1>Page</h1><p>'), Buffer.from(bytes)])),
    );
    const { path } = await given.into(source, `${given.web.url}/page.html`);
    expect(await given.markdownAt(path, 'page')).toBe(`# Page\n\n${text}`);
  });
});
