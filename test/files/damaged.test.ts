import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../support/program.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const SPACE = '/v1/spaces/space1';
const PAGE = { id: 'page1', title: 'A', type: 'document', path: 'a', slug: 'a', pages: [] };

/** Answers that a pull needs, in the form of their description. */
const SOUND: Record<string, unknown> = {
  [SPACE]: { id: 'space1', title: 'Guide' },
  [`${SPACE}/content`]: { id: 'revision1', pages: [PAGE] },
  [`${SPACE}/content/pages`]: { pages: [PAGE] },
  [`${SPACE}/content/files`]: { items: [] },
  [`${SPACE}/content/page/page1`]: { ...PAGE, markdown: '# A\n' },
};

describe('pull from a platform with damaged answers', () => {
  let upstream: Upstream;
  let dir: string;

  beforeEach(async () => {
    upstream = await startUpstream();
    dir = await mkdtemp(join(tmpdir(), 'damaged-'));
  });

  afterEach(async () => {
    await upstream.close();
    await rm(dir, { recursive: true });
  });

  const pull = async (answers: Record<string, unknown>) => {
    upstream.answer(({ url }, response) => {
      const [path = ''] = url.split('?');
      const answer = { ...SOUND, ...answers }[path];
      response.writeHead(answer === undefined ? 204 : 200, { 'content-type': 'application/json' });
      response.end(answer === undefined ? '' : JSON.stringify(answer));
    });
    return run(['pull', 'space1', dir], {
      DOCS_PLATFORM_URL: upstream.url,
      DOCS_PLATFORM_TOKEN: 'secret',
    });
  };

  it('writes what sound answers say', async () => {
    expect(await pull({})).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['pages that are no list', { [`${SPACE}/content/pages`]: { pages: 5 } }],
    ['a page that is nothing', { [`${SPACE}/content/pages`]: { pages: [null] } }],
    [
      'a page whose text is a number',
      { [`${SPACE}/content/page/page1`]: { ...PAGE, markdown: 5 } },
    ],
    ['no space', { [SPACE]: undefined }],
    ['no pages', { [`${SPACE}/content/pages`]: undefined }],
  ])('says that the platform is at fault: %s', async (_, answers) => {
    const { code, stderr } = await pull(answers);
    expect(stderr).toMatch(
      /the answer is not what its description says: .*The platform is at fault/,
    );
    expect(stderr).not.toMatch(/TypeError|undefined|dist/);
    expect(code).toBe(2);
  });
});
