import { type Task, tasks } from '../task.ts';
import { checkProposal, newProposals, proposedBy, replaced, unexpected } from '../verify.ts';
import { DEV_GUIDE } from '../world.ts';
import { structureTasks } from './developer-guide-structure.ts';
import { editedBy, propose, proposing } from './wrong.ts';

const SPACE = 'Developer Guide';
const devGuide = () => DEV_GUIDE;

const OLD_ATTEMPTS = 'gives up on a message after 5 delivery attempts';
const ATTEMPTS = 'gives up on a message after 8 delivery attempts';
const THREAD = /^Developer Guide \| thread \w+( \| reply \w+)?$/;

const reportedNumber: Task = {
  id: 'correct-a-reported-number',
  prompt:
    'A reader reports in a comment that our Developer Guide has the wrong number of delivery attempts. Check whether they are right, correct the sentence in a change request that is ready for review (do not publish it), and answer the comment with the number of the change request. Leave the thread open until it is merged.',
  oracle: async ({ call }) => {
    const { items } = await call('list_open_threads', { spaceId: SPACE });
    const thread = items.find((item: object) => JSON.stringify(item).includes('max_attempts'));
    const { number } = await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Correct the number of delivery attempts',
      status: 'open',
      changes: [
        {
          operation: 'replace_text',
          page: 'Retries and backoff',
          old: OLD_ATTEMPTS,
          new: ATTEMPTS,
        },
      ],
    });
    await call('answer_threads', {
      spaceId: SPACE,
      threads: [
        { commentId: thread.id, reply: `You are right. Change request #${number} corrects it.` },
      ],
    });
    return undefined;
  },
  wrong: {
    'publishes at once': async (_, world) => {
      const page = (await world.pages(DEV_GUIDE)).get('guides/retries');
      const change = await editedBy(world, DEV_GUIDE, page, replaced(OLD_ATTEMPTS, ATTEMPTS));
      await world.publish(DEV_GUIDE, 'Correct', [change]);
      return undefined;
    },
    'changes the table instead': proposing(
      devGuide,
      'guides/retries',
      replaced('| `max_attempts` | 8 |', '| `max_attempts` | 5 |'),
      'open',
    ),
  },
  verify: (outcome) => {
    const number = newProposals(outcome, SPACE)[0]?.number;
    const threads = outcome.changed.filter(({ key }) => THREAD.test(key));
    const replies = threads.filter(({ key, before }) => key.includes('| reply ') && !before);
    const named = replies.some(({ after }) => new RegExp(`\\b${number}\\b`).test(after ?? ''));
    return [
      ...checkProposal(outcome, {
        space: SPACE,
        status: 'open',
        texts: { 'guides/retries': replaced(OLD_ATTEMPTS, ATTEMPTS) },
        besides: [THREAD],
      }),
      ...(replies.length === 1 && named ? [] : ['one reply should name the change request']),
      ...(threads.length === replies.length ? [] : ['threads should stay as they are']),
    ];
  },
};

const deadLink: Task = {
  id: 'remove-a-dead-link',
  prompt:
    'In the Developer Guide, the troubleshooting page links to a page on a Ruby SDK that we never wrote. Take the link away, keep the words, and leave everything else as it is. A draft change request is enough.',
  oracle: async ({ call }) => {
    const { pages } = await call('find_in_pages', { spaceId: SPACE, text: 'Ruby SDK](' });
    const [, link] = /(\[Ruby SDK\]\([^)]*\))/.exec(pages[0].lines[0].text) ?? [];
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Remove a dead link',
      changes: [{ operation: 'replace_text', page: pages[0].id, old: link, new: 'Ruby SDK' }],
    });
    return undefined;
  },
  wrong: {
    'removes the sentence': proposing(devGuide, 'troubleshooting', (text) =>
      text.replace(/Notes on compatible versions are on the .* page\./, ''),
    ),
  },
  verify: (outcome) =>
    checkProposal(outcome, {
      space: SPACE,
      texts: { troubleshooting: (text) => text.replace(/\[Ruby SDK\]\([^)]*\)/, 'Ruby SDK') },
    }),
};

const SLOWEST = 'The slowest of the last 90 days was 41 seconds.';

const discussion: Task = {
  id: 'settle-a-discussion',
  prompt: `Inês and Mara agreed in a comment in the Developer Guide on what to say about how fast a revoked key stops working: keep the sentence about 60 seconds and add right after it, as a sentence of its own: "${SLOWEST}" Put that into a change request for review.`,
  oracle: async ({ call }) => {
    await call('find_in_pages', { spaceId: SPACE, text: 'within 60 seconds' });
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Say how fast revoked keys stop working',
      status: 'open',
      changes: [
        {
          operation: 'replace_text',
          page: 'Security and API keys',
          old: 'in every region.',
          new: `in every region. ${SLOWEST}`,
        },
      ],
    });
    return undefined;
  },
  wrong: {
    'replaces the promise': proposing(
      devGuide,
      'security',
      replaced('within 60 seconds in', 'within 41 seconds in'),
      'open',
    ),
    'leaves it a draft': proposing(
      devGuide,
      'security',
      replaced('in every region.', `in every region. ${SLOWEST}`),
    ),
  },
  verify: (outcome) =>
    checkProposal(outcome, {
      space: SPACE,
      status: 'open',
      texts: { security: replaced('in every region.', `in every region. ${SLOWEST}`) },
    }),
};

const TERMS = [
  ['Topic', 'Topics and queues', 'topics-and-queues'],
  ['Lease', 'Consume messages', 'consuming'],
  ['Redrive', 'Dead-letter queues', 'dead-letters'],
] as const;

const glossary: Task = {
  id: 'add-a-page-with-links',
  prompt:
    'Add a page "Glossary" at the end of the Developer Guide, as a draft change request. It has exactly these three lines as a bulleted list: "Topic: see Topics and queues.", "Lease: see Consume messages.", "Redrive: see Dead-letter queues." In each, the name of the page is a link to that page.',
  oracle: async ({ call }) => {
    const { outline } = await call('list_pages', { spaceId: SPACE });
    const lines = TERMS.map(([term, title]) => {
      const id = outline.split(`${title} (`)[1].split(')')[0];
      return `* ${term}: see [${title}](/pages/${id}).\n`;
    });
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Add a glossary',
      changes: [
        { operation: 'insert_page', title: 'Glossary', document: { markdown: lines.join('') } },
      ],
    });
    return undefined;
  },
  wrong: {
    'names without links': async (_, world) => {
      const markdown = TERMS.map(([term, title]) => `* ${term}: see ${title}.\n`).join('');
      await propose(world, DEV_GUIDE, [
        { operation: 'insert_page', title: 'Glossary', document: { markdown } },
      ]);
      return undefined;
    },
  },
  verify: async (outcome) => {
    const text = newProposals(outcome, SPACE)[0]?.proposed.get('page glossary | text') ?? '';
    const pages = [...(await outcome.world.pages(DEV_GUIDE)).values()];
    const linked = TERMS.filter(([, , slug]) => {
      const id = pages.find(({ path }) => path.endsWith(slug)).id;
      return new RegExp(`\\]\\([^)]*(${slug}|${id})`).test(text);
    });
    return [
      ...checkProposal(outcome, {
        space: SPACE,
        others: {
          'page glossary | title': 'Glossary',
          'page glossary | text': /Topic.*\n+.*Lease.*\n+.*Redrive/,
        },
        free: /\| position$/,
      }),
      ...(linked.length === 3 ? [] : [`${linked.length} of three links lead to their pages`]),
      ...(text.match(/^\s*[*-] /gm)?.length === 3 ? [] : ['the list should have three points']),
    ];
  },
};

const ROW =
  '| `http 429` | The receiver asks for a pause but sends no `Retry-After` | Yes, with a lower rate |';
const ROW_BEFORE = '| Only after the receiver was changed |\n';

const promisedRow: Task = {
  id: 'finish-a-change-request',
  prompt:
    'There is an open change request in the Developer Guide about triage of dead messages. It still has a question about 429, which Tomás promised to act on. Add the row that he promised to its triage table, right after the row of http 4xx: the error `http 429`, the usual cause "The receiver asks for a pause but sends no `Retry-After`", redrive "Yes, with a lower rate". Then resolve the thread. Do not merge.',
  oracle: async ({ call }) => {
    const { items } = await call('list_open_threads', { spaceId: SPACE });
    const thread = items.find((item: object) => JSON.stringify(item).includes('429'));
    await call('edit_change_request_content', {
      spaceId: SPACE,
      changeRequestId: '1',
      changes: [
        {
          operation: 'replace_text',
          page: 'Dead-letter queues',
          old: ROW_BEFORE,
          new: `${ROW_BEFORE}${ROW}\n`,
        },
      ],
    });
    await call('answer_threads', {
      spaceId: SPACE,
      threads: [{ commentId: thread.id, resolve: true }],
    });
    return undefined;
  },
  wrong: {
    'opens another change request': proposing(devGuide, 'guides/dead-letters', (text) =>
      text.concat(`\n${ROW}\n`),
    ),
  },
  verify: (outcome) => {
    const path = 'page guides/dead-letters | text';
    const before = proposedBy(outcome.before, SPACE, 1).get(path) ?? '';
    const after = proposedBy(outcome.after, SPACE, 1).get(path) ?? '';
    const expected = before.replace(ROW_BEFORE, `${ROW_BEFORE}${ROW}\n`);
    const resolved = outcome.changed.some((one) =>
      one.after?.startsWith('resolved | Should the triage'),
    );
    return [
      ...(after.trim() === expected.trim() ? [] : ['the table is not as asked for']),
      ...(resolved ? [] : ['the thread is not resolved']),
      ...unexpected(
        outcome,
        /^Developer Guide \| change request 1 \| page guides\/dead-letters \| text$/,
        /^Developer Guide \| change request 1 \| thread \w+( \| reply \w+)?$/,
      ),
    ];
  },
};

const archive: Task = {
  id: 'archive-a-draft',
  prompt:
    'The draft about the Python SDK in the Developer Guide is not needed any more. Archive that change request, do not publish it.',
  oracle: async ({ call }) => {
    const { items } = await call('list_change_requests', { spaceId: SPACE, status: 'draft' });
    await call('update_change_request', {
      spaceId: SPACE,
      changeRequestId: String(items[0].number),
      status: 'archived',
    });
    return undefined;
  },
  wrong: {
    'merges it': async (_, world) => {
      await world.api('POST', `/spaces/${DEV_GUIDE}/change-requests/2/merge`);
      return undefined;
    },
    'archives another': async (_, world) => {
      await world.api('PATCH', `/spaces/${DEV_GUIDE}/change-requests/1`, { status: 'archived' });
      return undefined;
    },
  },
  verify: (outcome) => {
    const archived = outcome.after.get(`${SPACE} | change request 2`)?.startsWith('archived');
    return [
      ...(archived ? [] : ['it is not archived']),
      ...unexpected(outcome, /^Developer Guide \| change request 2( |$)/),
    ];
  },
};

export const developerGuide = [
  ...tasks(reportedNumber, deadLink, discussion, glossary),
  ...structureTasks,
  ...tasks(promisedRow, archive),
];
