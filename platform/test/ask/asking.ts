import { afterAll, beforeAll, expect } from 'vitest';
import { newSite } from '../sites/support.ts';
import {
  DEV_GUIDE,
  eventsOf,
  ORGANIZATION,
  publish,
  type Send,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

/** Publishes these pages in a space. */
export async function publishPages(
  send: Send,
  space: string,
  pages: readonly (readonly [title: string, markdown: string])[],
): Promise<void> {
  const changes = pages.map(([title, markdown]) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
  }));
  await publish(send, `/spaces/${space}`, changes);
}

/** The text of the answer to a question about the organization's documentation. */
export async function answerTo(send: Send, query: string): Promise<string> {
  const path = `/orgs/${ORGANIZATION}/ask?format=markdown`;
  const { json } = await send('POST', path, { query });
  return json.answer.answer.markdown;
}

/**
 * Starts a platform with these pages for the tests of one file, in a space of its own if that has a title; returns how
 * to ask it as its administrator.
 */
export function askingAbout(
  pages: Parameters<typeof publishPages>[2],
  title?: string,
): (query: string) => Promise<string> {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform({ profile: 'current' });
    const own = title && (await platform.admin('POST', `/orgs/${ORGANIZATION}/spaces`, { title }));
    await publishPages(platform.admin, own ? own.json.id : DEV_GUIDE, pages);
  });
  afterAll(() => platform.close());
  return (query) => answerTo(platform.admin, query);
}

/** The same for a space with a site of its own: nothing but these pages is asked. */
export function askingOnlyAbout(
  pages: Parameters<typeof publishPages>[2],
  title: string,
): (question: string) => Promise<string> {
  let platform: TestPlatform;
  let site: string;
  beforeAll(async () => {
    platform = await startTestPlatform({ profile: 'current' });
    const { json } = await platform.admin('POST', `/orgs/${ORGANIZATION}/spaces`, { title });
    await publishPages(platform.admin, json.id, pages);
    site = await newSite(platform.admin, { title, spaces: [json.id] });
    await platform.admin('POST', `${site}/publish`);
  });
  afterAll(() => platform.close());
  return async (question) => {
    const body = { question, scope: { mode: 'all' } };
    const answer = await platform.admin('POST', `${site}/ask?format=markdown`, body);
    return eventsOf(answer).at(-2)?.answer.answer.markdown ?? answer.text;
  };
}

/** Expects texts to be in an answer, and others not to be; marks of code do not count. */
export function expectQuoted(
  answer: string,
  quoted: readonly string[],
  others: readonly string[],
): void {
  const [plain, ...texts] = [answer, ...quoted, ...others].map((text) => text.replaceAll('`', ''));
  for (const text of texts.slice(0, quoted.length)) expect(plain).toContain(text);
  for (const text of texts.slice(quoted.length)) expect(plain).not.toContain(text);
}
