import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import {
  ORGANIZATION,
  request,
  type Send,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

const SPECS = `/orgs/${ORGANIZATION}/openapi`;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
});

afterAll(() => platform.close());

const send: Send = (...call) => platform.admin(...call);

/** Creates a specification with this text; resolves when it has been processed. */
async function specify(slug: string, text: string): Promise<void> {
  await send('PUT', `${SPECS}/${slug}`, { source: { text } });
  await eventually(async () => {
    expect((await send('GET', `${SPECS}/${slug}`)).text).toContain('"processingState":"complete"');
  });
}

const raw = (slug: string) => send('GET', `${SPECS}/${slug}/versions/latest/content/raw`);

const YAML = '# Words stay\nopenapi: 3.1.0\ninfo: { title: Ünïcode, version: "1" }\npaths: {}\n';
const JSON_TEXT =
  '{\n  "openapi": "3.1.0",\n  "info": {"title": "A", "version": "1"}, "paths": {}\n}';

describe('the source of a specification', () => {
  it.each([
    ['yaml', YAML],
    ['json', JSON_TEXT],
    ['yaml', `\uFEFF${YAML}`],
  ])('is the %s text exactly as uploaded', async (format, text) => {
    await specify(`words-${format}`, text);
    expect((await raw(`words-${format}`)).json).toEqual({ text, format });
  });

  it('is not found without a specification or version', async () => {
    expect((await raw('nowhere')).json.error).toEqual({
      code: 404,
      message: 'OpenAPI specification not found',
    });
    await specify('broken', 'openapi: 3.1.0');
    expect((await raw('broken')).json.error).toEqual({
      code: 404,
      message: 'OpenAPI version not found',
    });
  });
});

describe('the visibility of a specification', () => {
  const spec = `${SPECS}/northwind-queue`;

  it('is private at first; public specifications have an address for everybody', async () => {
    const before = (await send('GET', spec)).json as unknown as { urls: object };
    expect(before).toMatchObject({ visibility: 'private' });
    expect(before.urls).not.toHaveProperty('published');
    const answer = await send('PATCH', spec, { visibility: 'public' });
    const { visibility, urls } = JSON.parse(answer.text) as {
      visibility: string;
      urls: { published: string };
    };
    expect(visibility).toBe('public');
    const document = await request(urls.published);
    expect(document).toMatchObject({
      status: 200,
      text: expect.stringMatching(/^openapi: 3\.1\.0/),
    });
    expect((await send('GET', spec)).json).toEqual(answer.json);
    const again = await send('PATCH', spec, { visibility: 'private' });
    expect(again.text).not.toContain('"published"');
  });

  it.each([{}, { visibility: 'unlisted' }])('answers 400 to %j', async (body) => {
    expect((await send('PATCH', spec, body)).status).toBe(400);
  });

  it('is set with the role create', async () => {
    const body = { visibility: 'public' };
    expect((await platform.editor('PATCH', spec, body)).status).toBe(403);
    expect((await send('PATCH', `${SPECS}/nowhere`, body)).status).toBe(404);
  });
});
