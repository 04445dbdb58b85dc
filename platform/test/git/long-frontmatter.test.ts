import { expect, it } from 'vitest';
import { pageIds, publish } from '../support.ts';
import { SPACE, spaceAndRepository } from './space-and-repository.ts';

const given = spaceAndRepository();

it('frontmatter that is too long is text, and kept when its page gets a description', async () => {
  const long = `a: ${'x'.repeat(30_000)}`;
  const page = `---\n${long}\n---\n\n# Long\n\nText\n`;
  await given.repository.commit({ 'README.md': '# Home\n', 'long.md': page });
  expect((await given.run('import')).lastOperation.error).toBe(undefined);
  const id = (await pageIds(given.platform.admin, SPACE)).get('long');
  expect(await given.markdownOf(id)).toContain(long);
  const change = { operation: 'update_page', page: id, description: 'About length' };
  expect((await publish(given.platform.admin, SPACE, [change])).status).toBe(200);
  expect((await given.run('export')).lastOperation.error).toBe(undefined);
  const written = await given.repository.read('long.md');
  expect(written).toBe(`---\ndescription: About length\n---\n\n${page}`);
});
