import {
  DEV_GUIDE,
  ORGANIZATION,
  pageIds,
  propose,
  publish,
  type TestPlatform,
} from '../support.ts';

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const CELLS = Array.from({ length: 14 }, (_, index) => `column_number_${index}`);

/** Everything that a page can contain, wider than a phone where possible. */
const EVERYTHING = `
A paragraph with **strong**, *emphasised*, ~~struck~~ and \`code ${LONG}\` text, and ${LONG}${LONG}.

## ${LONG}

| ${CELLS.join(' | ')} |
|${CELLS.map(() => ' --- |').join('')}
| ${CELLS.join(' | ')} |

\`\`\`ts
const line = '${'a line of code that does not end '.repeat(8)}';
\`\`\`

> A quotation of https://example.com/${LONG}/${LONG}

{% hint style="warning" %}
Mind the [quickstart](quickstart.md).
{% endhint %}

{% hint style="danger" %}
| ${CELLS.join(' | ')} |
|${CELLS.map(() => ' --- |').join('')}
{% endhint %}

{% hint style="success" %} Done. {% endhint %}

{% tabs %}
{% tab title="First" %}
\`\`\`
${'wide '.repeat(60)}
\`\`\`
{% endtab %}
{% endtabs %}

- [x] done
- [ ] to do
  1. nested
     - deeper

A note[^1].

[^1]: With more.
`;

/** Paths of pages of every kind, some with everything that a page can contain. */
export interface Prepared {
  space: string;
  page: string;
  request: string;
  /** A comment on the change request. */
  comment: string;
  revision: string;
  site: string;
  published: string;
}

/** Adds to the demonstration a page that contains everything, and a change request with comments. */
export async function prepare({ admin, editor, reviewer }: TestPlatform): Promise<Prepared> {
  const api = `/spaces/${DEV_GUIDE}`;
  const space = `/app/s/${DEV_GUIDE}`;
  const merged = await publish(admin, api, [
    {
      operation: 'insert_page',
      title: `Everything ${LONG}`,
      slug: 'everything',
      document: { markdown: EVERYTHING },
    },
  ]);
  const ids = await pageIds(admin, api);
  const { path } = await propose(editor, api, [
    {
      operation: 'update_page',
      page: ids.get('guides/retries'),
      description: 'How often a message is delivered',
      document: { markdown: 'Northwind Queue gives up on a message after 8 delivery attempts.' },
    },
    {
      operation: 'update_page',
      page: ids.get('everything'),
      document: { markdown: `${EVERYTHING}\nMore.` },
    },
    { operation: 'delete_page', page: ids.get('release-notes') },
  ]);
  await editor('PATCH', path, { subject: 'Correct the number of attempts' });
  const comment = await reviewer('POST', `${path}/comments`, {
    body: { markdown: `Is it 8? See \`${LONG}${LONG}\`` },
    page: ids.get('guides/retries'),
  });
  await editor('POST', `${path}/comments/${comment.json.id}/replies`, {
    body: { markdown: 'It is.' },
  });
  const [site] = (await admin('GET', `/orgs/${ORGANIZATION}/sites`)).json.items;
  const { number } = (await admin('GET', path)).json;
  return {
    space,
    page: `${space}/everything`,
    request: `${space}/change-requests/${number}`,
    comment: `${space}/comments/${comment.json.id}`,
    revision: `${space}/revisions/${merged.json.revision}`,
    site: `/app/o/${ORGANIZATION}/sites/${site?.id}`,
    published: `/docs/${ORGANIZATION}/northwind`,
  };
}
