import { type Task, tasks } from '../task.ts';
import { checkAnswer, checkProposal, escaped, unexpected } from '../verify.ts';
import { DEV_GUIDE } from '../world.ts';
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
      // Links to the page, or out of it, are written differently.
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

/** Tasks that change where pages are, and everything that mentions them. */
export const structureTasks = tasks(move, everyMention, legacyPage);
