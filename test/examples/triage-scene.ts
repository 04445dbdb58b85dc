import { type Platform, SPACE } from './bots.ts';

const RETRIES = 'kmBrcfIkSeuVCGDS9fXr';

/**
 * Questions that the documentation answers, that only a confidential space answers, and that a merged change request
 * settled.
 */
export async function prepareTriage({ api }: Platform): Promise<void> {
  const space = `/spaces/${SPACE}`;
  for (const markdown of ['Hello. How long are dead messages kept?', 'What is Quillfeather?']) {
    await api('POST', `${space}/comments`, { body: { markdown } });
  }
  const created = { subject: 'Correct the number of attempts' };
  const { number } = await api<{ number: number }>('POST', `${space}/change-requests`, created);
  const change = {
    operation: 'update_page',
    page: RETRIES,
    document: { markdown: 'A message is given up after 8 attempts.' },
  };
  const request = `${space}/change-requests/${number}`;
  await api('POST', `${request}/content`, { changes: [change] });
  await api('POST', `${request}/merge`);
  const where = `${space}/comments?status=open&targetPage=${RETRIES}`;
  const { items } = await api<{ items: { id: string }[] }>('GET', where);
  const reply = { body: { markdown: `Thanks, this is fixed in #${number}.` } };
  await api('POST', `${space}/comments/${items[0]?.id}/replies`, reply);
}
