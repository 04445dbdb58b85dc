import { type AgentWork, type Task, tasks } from '../task.ts';
import { checkAnswer, checkProposal, escaped, newProposals, unexpected } from '../verify.ts';
import { DEV_GUIDE, type Json } from '../world.ts';
import { editedBy, propose } from './wrong.ts';

const SPACE = 'Developer Guide';

const move: Task = {
  id: 'move-and-rename',
  prompt:
    'In the Developer Guide, "Limits and quotas" should be called "Limits" and stand under "Core concepts". Prepare that as a draft change request; no text may change.',
  oracle: async ({ call }) => {
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Move the limits to the concepts',
      changes: [
        {
          operation: 'update_page',
          page: 'Limits and quotas',
          title: 'Limits',
          into: 'Core concepts',
        },
      ],
    });
    return undefined;
  },
  wrong: {
    'renames without moving': async (_, world) => {
      const page = (await world.pages(DEV_GUIDE)).get('limits');
      await propose(world, DEV_GUIDE, [
        { operation: 'update_page', page: page.id, title: 'Limits' },
      ]);
      return undefined;
    },
    'makes a copy': async (_, world) => {
      const pages = await world.pages(DEV_GUIDE);
      const path = `/spaces/${DEV_GUIDE}/content/page/${pages.get('limits').id}?format=markdown`;
      const { markdown } = await world.api('GET', path);
      const into = pages.get('concepts').id;
      await propose(world, DEV_GUIDE, [
        { operation: 'insert_page', title: 'Limits', into, document: { markdown } },
      ]);
      return undefined;
    },
  },
  verify: (outcome) => {
    const text = outcome.before.get(`${SPACE} | page limits | text`) ?? '';
    const ending = escaped(text.slice(text.indexOf('## Quotas'), text.indexOf('Before you ask')));
    return checkProposal(outcome, {
      space: SPACE,
      others: {
        'page concepts/limits | title': 'Limits',
        'page concepts/limits | text': new RegExp(ending),
        'page limits | title': '(deleted)',
        'page limits | text': '(deleted)',
      },
      // Links to and from the moved page change.
      free: /\| (position|text)$/,
    });
  },
};

const everyMention: Task = {
  id: 'find-every-mention',
  prompt:
    'On which pages of the Developer Guide does the setting lease_seconds occur, hidden pages included? Answer with the titles of the pages. Change nothing.',
  oracle: async ({ call }) => {
    const { pages } = await call('find_in_pages', { spaceId: SPACE, text: 'lease_seconds' });
    return pages.map(({ title }: { title: string }) => title).join('\n');
  },
  wrong: {
    'names the first that search shows': async () => 'Consume messages',
    'names them all': async (_, world) =>
      [...(await world.pages(DEV_GUIDE)).values()].map(({ title }) => title).join('\n'),
  },
  verify: (outcome) => {
    const texts = [...outcome.before].filter(([key]) =>
      /^Developer Guide \| page .* text$/.test(key),
    );
    const titles = (has: boolean) =>
      texts
        .filter(([, text]) => text.includes('lease_seconds') === has)
        .map(([key]) => outcome.before.get(key.replace(/text$/, 'title')) ?? '')
        .map((title) => new RegExp(escaped(title)));
    return [...checkAnswer(outcome, titles(true), titles(false)), ...unexpected(outcome)];
  },
};

const legacyPage: Task = {
  id: 'delete-a-page-and-its-links',
  prompt:
    'The hidden page "Legacy push format" of the Developer Guide is obsolete. Prepare a change request for review that deletes it. No page may be left with a link to it; if there is one, keep its words without the link.',
  setUp: async (world) => {
    const pages = await world.pages(DEV_GUIDE);
    const { id } = pages.get('guides/push/legacy-format');
    const change = await editedBy(
      world,
      DEV_GUIDE,
      pages.get('guides/push/verify-signatures'),
      (text) =>
        `${text.trimEnd()}\n\nEndpoints of the beta use the [legacy push format](/pages/${id}).\n`,
    );
    await world.publish(DEV_GUIDE, 'Mention the legacy format', [change]);
  },
  oracle: async ({ call }) => {
    const { pages } = await call('find_in_pages', {
      spaceId: SPACE,
      text: 'legacy push format](',
      ignoreCase: true,
    });
    const [, link] = /(\[legacy push format\]\([^)]*\))/.exec(pages[0].lines[0].text) ?? [];
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Delete the legacy push format',
      status: 'open',
      changes: [
        { operation: 'replace_text', page: pages[0].id, old: link, new: 'legacy push format' },
        { operation: 'delete_page', page: 'Legacy push format' },
      ],
    });
    return undefined;
  },
  wrong: {
    'leaves the link': async (_, world) => {
      const { id } = (await world.pages(DEV_GUIDE)).get('guides/push/legacy-format');
      await propose(world, DEV_GUIDE, [{ operation: 'delete_page', page: id }], 'open');
      return undefined;
    },
  },
  verify: (outcome) =>
    checkProposal(outcome, {
      space: SPACE,
      status: 'open',
      texts: {
        'guides/push/verify-signatures': (text) =>
          text.replace(/\[legacy push format\]\([^)]*\)/, 'legacy push format'),
      },
      others: {
        'page guides/push/legacy-format | text': '(deleted)',
        'page guides/push/legacy-format | title': '(deleted)',
      },
      free: /\| position$/,
    }),
};

/** Proposes the chapter like an agent that writes links as plain text, or puts the chapter in the wrong place. */
function chapter({ linked, at }: { linked: boolean; at?: number }): AgentWork {
  return async (_, world) => {
    const pages = await world.pages(DEV_GUIDE);
    const limits = pages.get('limits').id;
    const words = linked ? `[limits](/pages/${limits})` : 'limits';
    const id = await propose(world, DEV_GUIDE, [
      {
        ...{ operation: 'insert_page', title: 'Operations', ref: 'chapter', at },
        document: {
          markdown: linked ? 'Start with the [checklist](./list.md).' : 'Start with the checklist.',
        },
      },
      {
        ...{ operation: 'insert_page', title: 'Checklist', ref: 'list' },
        document: { markdown: `Read the ${words} first.` },
      },
    ]);
    const path = `/spaces/${DEV_GUIDE}/change-requests/${id}`;
    const { pages: tree } = await world.api('GET', `${path}/content/pages`);
    const page = (title: string) => tree.find((one: Json) => one.title === title).id;
    const into = page('Operations');
    const changes = [page('Checklist'), limits].map((one) => ({
      ...{ operation: 'update_page', page: one, into },
    }));
    await world.api('POST', `${path}/content?compat=false`, { changes });
    const users = ['userInes000000000001'];
    await world.api('POST', `${path}/requested-reviewers`, { users });
    return undefined;
  };
}

const newChapter: Task = {
  id: 'add-a-chapter',
  prompt:
    'In the Developer Guide, right before "Quickstart", add a page "Operations" with one sentence, "Start with the checklist.", in which "checklist" is a link to a new page "Checklist" below it. That one says "Read the limits first.", with a link from "limits" to "Limits and quotas". "Limits and quotas" itself moves to the end of the new chapter, after the checklist, and no other text may change. Ask Inês Varga to review it all, as one change request.',
  oracle: async ({ call }) => {
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'A chapter on operations',
      reviewers: ['Inês Varga'],
      changes: [
        {
          ...{
            operation: 'insert_page',
            title: 'Operations',
            ref: 'chapter',
            before: 'Quickstart',
          },
          document: { markdown: 'Start with the [checklist](./list.md).' },
        },
        {
          ...{ operation: 'insert_page', title: 'Checklist', ref: 'list', into: 'chapter' },
          document: { markdown: 'Read the [limits](./limits.md) first.' },
        },
        { operation: 'update_page', page: 'Limits and quotas', into: 'chapter' },
      ],
    });
    return undefined;
  },
  wrong: {
    'writes links as plain text': chapter({ linked: false, at: 1 }),
    'adds the chapter at the end': chapter({ linked: true }),
  },
  verify: async (outcome) => {
    const [proposal] = newProposals(outcome, SPACE);
    const path = `/spaces/${DEV_GUIDE}/change-requests/${proposal?.number}/requested-reviewers`;
    const { items } = proposal ? await outcome.world.api('GET', path) : { items: [] };
    const reviewerNames = items.map(({ user }: { user: Json }) => user.displayName).join(', ');
    return [
      ...checkProposal(outcome, {
        space: SPACE,
        status: 'open',
        others: {
          'page operations | title': 'Operations',
          'page operations | text': /Start with the \[checklist\]\([^)]*checklist[^)]*\)\.\s*$/,
          'page operations | position': '1',
          'page operations/checklist | title': 'Checklist',
          'page operations/checklist | text': /Read the \[limits\]\([^)]*limits[^)]*\) first\.\s*$/,
          'page operations/limits | title': 'Limits and quotas',
          'page operations/limits | position': '1',
          'page limits | title': '(deleted)',
        },
        // Links to and from the moved page change.
        free: /\| (position|text)$/,
      }),
      ...(reviewerNames === 'Inês Varga' ? [] : [`asked to review: ${reviewerNames || 'nobody'}`]),
    ];
  },
};

const LAST_LINE = /\n\nBefore you go live, read (.*)\.\s*$/;

const linkedEnd: Task = {
  id: 'end-with-links',
  prompt:
    'In the Developer Guide, the page "Security and API keys" should end with a paragraph of its own: Before you go live, read Limits and quotas and Retries and backoff. Each of the two names links to its page. Prepare that as a draft change request, and change nothing else.',
  oracle: async ({ call }) => {
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'End the page on security with what to read',
      changes: [
        {
          operation: 'insert_text',
          page: 'Security and API keys',
          new: 'Before you go live, read [Limits and quotas](/limits) and [Retries and backoff](/guides/retries).',
        },
      ],
    });
    return undefined;
  },
  wrong: {
    'names the pages without links': endingWith('Limits and quotas and Retries and backoff'),
    'links one of them to a missing page, which leaves plain text': endingWith(
      '[Limits and quotas](./limits.md) and [Retries and backoff](./guides/again.md)',
    ),
    'adds to the last paragraph': async (_, world) => {
      const page = (await world.pages(DEV_GUIDE)).get('security');
      const change = await editedBy(
        world,
        DEV_GUIDE,
        page,
        (text) =>
          `${text.trimEnd()} Before you go live, read [Limits and quotas](./limits.md) and [Retries and backoff](./guides/retries.md).\n`,
      );
      await propose(world, DEV_GUIDE, [change]);
      return undefined;
    },
  },
  verify: (outcome) => {
    const [proposal] = newProposals(outcome, SPACE);
    const text = proposal?.proposed.get('page security | text') ?? '';
    const published = outcome.before.get(`${SPACE} | page security | text`) ?? '';
    const linked =
      /^\[Limits and quotas\]\([^)]*limits[^)]*\) and \[Retries and backoff\]\([^)]*retries[^)]*\)$/;
    return [
      ...checkProposal(outcome, {
        space: SPACE,
        status: 'draft',
        others: { 'page security | text': LAST_LINE },
      }),
      ...(linked.test(LAST_LINE.exec(text)?.[1] ?? '') ? [] : ['not both names are links']),
      ...(text.replace(LAST_LINE, '').trim() === published.trim()
        ? []
        : ['the rest of the page is not as it was']),
    ];
  },
};

/** An agent that adds these words as the last paragraph of the page on security. */
function endingWith(words: string): AgentWork {
  return async (_, world) => {
    const page = (await world.pages(DEV_GUIDE)).get('security');
    const change = await editedBy(
      world,
      DEV_GUIDE,
      page,
      (text) => `${text.trimEnd()}\n\nBefore you go live, read ${words}.\n`,
    );
    await propose(world, DEV_GUIDE, [change]);
    return undefined;
  };
}

/** Tasks that move pages, and change everything that mentions them. */
export const structureTasks = tasks(move, newChapter, linkedEnd, everyMention, legacyPage);
