import { ORGANIZATION, publish, type Send } from '../support.ts';

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
