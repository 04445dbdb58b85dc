import { LARGE_SPACE as SPACE } from '../large-space.ts';
import { type Task, tasks } from '../task.ts';
import { checkProposal } from '../verify.ts';
import { editedBy, propose } from './wrong.ts';

const CAPACITY = 'guides/plan-capacity';

/** Paths of pages with their links to the page on capacity, each written in a different form. */
const LINKS_TO_CAPACITY = {
  'getting-started/concepts': () => 'See [capacity](../guides/plan-capacity.md).',
  'problems/registry-is-slow': (id: string) => `[Plan capacity](/pages/${id}#steps) first.`,
  'connectors/amber-connector': () => '[More](../guides/plan-capacity.md "Plan capacity")',
};

const obsolete: Task = {
  id: 'redirect-links-to-another-page',
  prompt:
    'The guide "Plan capacity" of the Harbor Manual goes, because "Scale workers" has all of it now. Delete it in one change request for review, in which every link to it leads to "Scale workers" instead. The words of the links and everything else stay.',
  setUp: async (world) => {
    const pages = await world.pages(world.largeSpace);
    const { id } = pages.get(CAPACITY);
    const edits = Object.entries(LINKS_TO_CAPACITY).map(([path, link]) =>
      editedBy(
        world,
        world.largeSpace,
        pages.get(path),
        (text) => `${text.trimEnd()}\n\n${link(id)}\n`,
      ),
    );
    await world.publish(world.largeSpace, 'Link to capacity', await Promise.all(edits));
  },
  oracle: async ({ call }) => {
    const { number } = await call('replace_in_pages', {
      spaceId: SPACE,
      match: 'link',
      old: 'Plan capacity',
      new: 'Scale workers',
      subject: 'Drop the guide on capacity',
      status: 'open',
    });
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      existing: String(number),
      changes: [{ operation: 'delete_page', page: 'Plan capacity' }],
    });
    return undefined;
  },
  wrong: {
    'deletes only the page': async (_, world) => {
      const { id } = (await world.pages(world.largeSpace)).get(CAPACITY);
      await propose(world, world.largeSpace, [{ operation: 'delete_page', page: id }], 'open');
      return undefined;
    },
    'finds only the links by path': async (_, world) => {
      const pages = await world.pages(world.largeSpace);
      const paths = ['getting-started/concepts', 'connectors/amber-connector'];
      const edits = paths.map((path) =>
        editedBy(world, world.largeSpace, pages.get(path), (text) =>
          text.replace(/plan-capacity\.md/, 'scale-workers.md'),
        ),
      );
      const changes = [
        ...(await Promise.all(edits)),
        { operation: 'delete_page', page: pages.get(CAPACITY).id },
      ];
      await propose(world, world.largeSpace, changes, 'open');
      return undefined;
    },
  },
  verify: (outcome) => {
    const redirected = Object.keys(LINKS_TO_CAPACITY).map((path) => [
      `page ${path} | text`,
      /\]\((?:\/pages\/\w+|(?:\.\.\/)+guides\/scale-workers\.md)(?: "Plan capacity")?\)(?: first)?\.?\s*$/,
    ]);
    return checkProposal(outcome, {
      space: SPACE,
      status: 'open',
      others: Object.fromEntries([
        ...redirected,
        [`page ${CAPACITY} | text`, '(deleted)'],
        [`page ${CAPACITY} | title`, '(deleted)'],
      ]),
      free: /\| position$/,
    });
  },
};

const regroup: Task = {
  id: 'move-a-few-pages',
  prompt:
    'In the Harbor Manual, the guides "Back up a fleet" and "Recover a berth" belong under "Problems". Move both there, in one draft change request; their texts stay as they are.',
  oracle: async ({ call }) => {
    const { outline } = await call('list_pages', { spaceId: SPACE });
    const problems = /^Problems (\S+)/m.exec(outline)?.[1];
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Move two guides to the problems',
      changes: ['Back up a fleet', 'Recover a berth'].map((page) => ({
        operation: 'update_page',
        page,
        into: problems,
      })),
    });
    return undefined;
  },
  wrong: {
    'moves only one of them': async (_, world) => {
      const pages = await world.pages(world.largeSpace);
      const page = pages.get('guides/back-up-a-fleet').id;
      const into = pages.get('problems').id;
      await propose(world, world.largeSpace, [{ operation: 'update_page', page, into }]);
      return undefined;
    },
  },
  verify: (outcome) => {
    const moved = ['back-up-a-fleet', 'recover-a-berth'].flatMap((slug) => {
      const at = (part: string) =>
        outcome.before.get(`${SPACE} | page guides/${slug} | ${part}`) ?? '';
      return [
        [`page problems/${slug} | title`, at('title')],
        [`page problems/${slug} | text`, at('text')],
        [`page guides/${slug} | title`, '(deleted)'],
        [`page guides/${slug} | text`, '(deleted)'],
      ];
    });
    return checkProposal(outcome, {
      space: SPACE,
      others: Object.fromEntries(moved),
      free: /\| position$/,
    });
  },
};

export const structureTasks = tasks(obsolete, regroup);
