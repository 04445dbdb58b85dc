/** Calls a tool of the server that must succeed, and returns its facts. */
export type CallTool = (
  name: string,
  args: Record<string, unknown>,
) => Promise<Record<string, unknown>>;

/** The location of a change request, as tool arguments. */
export interface Place {
  spaceId: string;
  changeRequestId: string;
}

export const SPACE = 'spaceDevGuide0000001';

const PROPOSAL = `Consumers that fail too often hold up everyone else.

{% hint style="warning" %}
Read [the limits](https://docs.example/limits) first.
{% endhint %}

| Attempt | Waits |
| --- | --- |
| 1 | 1 s |

Begin with [the quickstart](quickstart.md).
`;

/** Pages of the demonstration content. */
const DELIVERY_GUARANTEES = 'kC1K6ePBGN3VHXmiDqKL';
const PUBLISH_MESSAGES = 'Kmr7kyZ8eLVl3FNbkosM';
const QUICKSTART = 'h9G0z4ZRBR0eZjh19YJI';

/**
 * A draft that creates, edits, moves and deletes one page each, with comments on a page, on a block and on the change
 * request.
 */
export async function propose(call: CallTool): Promise<Place> {
  const { changeRequestId } = (await call('open_change_request_with_edits', {
    spaceId: SPACE,
    subject: 'Say what a failing consumer costs',
    allowPlainLinks: true,
    changes: [
      { operation: 'insert_page', title: 'Failing consumers', document: { markdown: PROPOSAL } },
      {
        operation: 'replace_text',
        page: DELIVERY_GUARANTEES,
        old: 'Duplicates are rare but normal',
        new: 'Duplicates are rare, but they happen',
      },
      { operation: 'update_page', page: PUBLISH_MESSAGES, slug: 'sending' },
    ],
  })) as { changeRequestId: string };
  const place = { spaceId: SPACE, changeRequestId };
  // A link needs an existing target, which is deleted afterwards.
  await call('edit_change_request_content', {
    ...place,
    changes: [{ operation: 'delete_page', page: QUICKSTART }],
  });
  const { document } = (await call('get_change_request_page', {
    ...place,
    pageId: DELIVERY_GUARANTEES,
    format: 'document',
    fields: ['*'],
  })) as { document: { nodes: { key: string; type: string }[] } };
  const paragraph = document.nodes.find(({ type }) => type === 'paragraph');
  const comment = (markdown: string, where: object = {}) =>
    call('post_change_request_comment', { ...place, ...where, body: { markdown } });
  await comment('Is this the word that we use elsewhere?', {
    page: DELIVERY_GUARANTEES,
    node: paragraph?.key,
  });
  await comment('Please keep the old title.', { page: DELIVERY_GUARANTEES });
  await comment('Looks good to me, apart from one word.');
  return place;
}
