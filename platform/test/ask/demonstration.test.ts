import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORGANIZATION, startTestPlatform, type TestPlatform } from '../support.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
});

afterAll(() => platform.close());

async function titlesFor(query: string): Promise<string[]> {
  const path = `/orgs/${ORGANIZATION}/ask?format=markdown`;
  const { json } = await platform.reader('POST', path, { query });
  return Promise.all(
    json.answer.sources.map(async ({ space, page }) => {
      return (await platform.reader('GET', `/spaces/${space}/content/page/${page}`)).json.title;
    }),
  );
}

describe('an answer', () => {
  it.each([
    ['How do I verify a webhook signature?', 'Verify signatures'],
    ['How do I rotate API keys?', 'Security and API keys'],
    ['How long are dead messages kept?', 'Dead-letter queues'],
    ['Who is on call?', 'On-call'],
  ])('%s is found on %s', async (question, title) => {
    expect(await titlesFor(question)).toContain(title);
  });

  it.each([
    'What does Quillfeather cost?',
    'Which wine goes with delivery?',
    'How do I bake sourdough bread?',
  ])('does not match a word that happens to occur: %s', async (question) => {
    expect(await titlesFor(question)).toEqual([]);
  });
});
