import { type Task, tasks } from '../task.ts';
import { checkAnswer, checkProposal, replaced, unexpected } from '../verify.ts';
import { DEV_GUIDE, HANDBOOK, ORGANIZATION, type World } from '../world.ts';
import { editedBy, propose } from './wrong.ts';

const SPACE = 'Developer Guide';
const SPECIFICATION = 'northwind-queue';
const ATTEMPTS = 'gives up on a message after 5 delivery attempts';
const LEASE = 'Attempts in total, including the first';

/** Publishes two change requests of others: the first spoils a page, the second changes another one. */
async function spoil(world: World): Promise<void> {
  const pages = await world.pages(DEV_GUIDE);
  const retries = await editedBy(world, DEV_GUIDE, pages.get('guides/retries'), (text) =>
    replaced(ATTEMPTS, 'never gives up on a message')(replaced(LEASE, 'Ignored')(text)),
  );
  await world.publish(DEV_GUIDE, 'Simplify retries', [retries]);
  const quickstart = await editedBy(
    world,
    DEV_GUIDE,
    pages.get('quickstart'),
    (text) => `${text.trimEnd()}\n\nQuestions? Ask in the forum.\n`,
  );
  await world.publish(DEV_GUIDE, 'Point to the forum', [quickstart]);
}

const restore: Task = {
  id: 'restore-a-page',
  prompt:
    'Somebody spoiled the page "Retries and backoff" of the Developer Guide not long ago. Who was it, and with which change request? Bring the page back to what it was before that, in a change request that is ready for review, and leave every other page as it is now.',
  setUp: spoil,
  oracle: async ({ call }) => {
    const { items } = await call('page_history', { spaceId: SPACE, pageId: 'Retries and backoff' });
    const [{ by, changeRequest }] = items;
    await call('restore_page', {
      spaceId: SPACE,
      pageId: 'Retries and backoff',
      changeRequestId: String(changeRequest.number),
      status: 'open',
    });
    return `${by}, with change request ${changeRequest.number} (${changeRequest.subject})`;
  },
  wrong: {
    'restores only the change that it noticed': async (_, world) => {
      const page = (await world.pages(DEV_GUIDE)).get('guides/retries');
      const change = await editedBy(
        world,
        DEV_GUIDE,
        page,
        replaced('never gives up on a message', ATTEMPTS),
      );
      await propose(world, DEV_GUIDE, [change], 'open');
      return 'Tomás Okafor, with "Simplify retries".';
    },
    'blames the author of the latest change': async (_, world) => {
      const page = (await world.pages(DEV_GUIDE)).get('guides/retries');
      const change = await editedBy(world, DEV_GUIDE, page, (text) =>
        replaced('Ignored', LEASE)(replaced('never gives up on a message', ATTEMPTS)(text)),
      );
      await propose(world, DEV_GUIDE, [change], 'open');
      return 'Tomás Okafor, with "Point to the forum".';
    },
  },
  verify: (outcome) => [
    ...checkAnswer(outcome, [/Tom[aá]s/, /Simplify retries/], [/Point to the forum/]),
    ...checkProposal(outcome, {
      space: SPACE,
      status: 'open',
      texts: {
        'guides/retries': (text) =>
          replaced('Ignored', LEASE)(replaced('never gives up on a message', ATTEMPTS)(text)),
      },
    }),
  ],
};

const access: Task = {
  id: 'who-may-read',
  prompt:
    'Ines says that she cannot edit pages of the Operations Handbook. What may she do there, and because of what? Answer in a sentence and change nothing.',
  setUp: async (world) => {
    const team = await world.api('PUT', `/orgs/${ORGANIZATION}/teams`, {
      title: 'Auditors',
      members: ['ines.varga@example.com'],
    });
    const { items: teams } = await world.api('GET', `/orgs/${ORGANIZATION}/teams`);
    const made = teams.find(({ title }: { title: string }) => title === 'Auditors') ?? team;
    await world.api('POST', `/spaces/${HANDBOOK}/permissions`, {
      teams: [made.id],
      role: 'comment',
    });
  },
  oracle: async ({ call }) => {
    const { role, may, through } = await call('explain_access', {
      spaceId: 'Operations Handbook',
      userId: 'ines.varga@example.com',
    });
    return `She has the role ${role} (${may}) through ${through.through} on the ${through.on}.`;
  },
  wrong: {
    'takes the role in the organization': async () =>
      'She may review change requests, by her role in the organization.',
    'gives her what she wants': async (_, world) => {
      const { items } = await world.api('GET', `/orgs/${ORGANIZATION}/members?search=ines`);
      await world.api('POST', `/spaces/${HANDBOOK}/permissions`, {
        users: [items[0].id],
        role: 'edit',
      });
      return 'She could only comment, through the team Auditors; now she can edit.';
    },
  },
  verify: async (outcome) => [
    ...checkAnswer(outcome, [/comment/i, /Auditors/]),
    ...unexpected(outcome),
    ...(await grantsIn(outcome.world)),
  ],
};

/** Grants are not part of the compared state. */
async function grantsIn(world: World): Promise<string[]> {
  const { items } = await world.api('GET', `/spaces/${HANDBOOK}/permissions/users`);
  return items.length > 0 ? ['a right was given'] : [];
}

const compare: Task = {
  id: 'compare-two-versions',
  prompt:
    'What changed in the API "northwind-queue" from version 1.4.0 to 2.0.0: which operations are new, which is deprecated, and which limit of a parameter moved from where to where? Say also whether callers have to change anything. Change nothing.',
  oracle: async ({ call }) => {
    const { operations, breaking } = await call('compare_openapi_versions', {
      organizationId: ORGANIZATION,
      specSlug: SPECIFICATION,
      from: '1.4.0',
      to: '2.0.0',
    });
    return `${JSON.stringify(operations)} Breaking: ${breaking === 0 ? 'nothing' : breaking}`;
  },
  wrong: {
    'names only what is new': async () =>
      'New: GET /queues/{queue}/metrics and POST /queues/{queue}/redrive. Nothing breaks.',
    'has the limit the wrong way round': async () =>
      'New: GET /queues/{queue}/metrics and POST /queues/{queue}/redrive. Deprecated: GET /queues/{queue}/depth. wait_seconds went from 20 to 10. Nothing breaks.',
  },
  verify: (outcome) => [
    ...checkAnswer(outcome, [
      /\/metrics/,
      /\/redrive/,
      /\/depth/,
      /wait_seconds.*\b10\b.*\b20\b/s,
      /nothing|no breaking|none/i,
    ]),
    ...unexpected(outcome),
  ],
};

const REVOKED = 'A revoked key stops working within 60 seconds';
const ROTATE = 'Rotate keys every 90 days';

const undo: Task = {
  id: 'undo-a-merge',
  prompt:
    'The change request "Simplify retries" of the Developer Guide should never have been merged. Undo everything that it changed, in one change request that is ready for review. What others have published since stays as it is.',
  setUp: async (world) => {
    const pages = await world.pages(DEV_GUIDE);
    const edited = (path: string, edit: (text: string) => string) =>
      editedBy(world, DEV_GUIDE, pages.get(path), edit);
    await world.publish(DEV_GUIDE, 'Point to the forum', [
      await edited('quickstart', (text) => `${text.trimEnd()}\n\nQuestions? Ask in the forum.\n`),
    ]);
    await world.publish(DEV_GUIDE, 'Simplify retries', [
      await edited('guides/retries', replaced(ATTEMPTS, 'never gives up on a message')),
      await edited('security', replaced(REVOKED, 'A revoked key stops working at once')),
    ]);
    await world.publish(DEV_GUIDE, 'Rotate more often', [
      await edited('security', replaced(ROTATE, 'Rotate keys every 30 days')),
    ]);
  },
  oracle: async ({ call }) => {
    await call('restore_page', {
      spaceId: SPACE,
      changeRequestId: 'Simplify retries',
      status: 'open',
    });
    return undefined;
  },
  wrong: {
    'restores one page of two': async (_, world) => {
      const page = (await world.pages(DEV_GUIDE)).get('guides/retries');
      const back = replaced('never gives up on a message', ATTEMPTS);
      await propose(world, DEV_GUIDE, [await editedBy(world, DEV_GUIDE, page, back)], 'open');
      return undefined;
    },
    'undoes later changes too': async (_, world) => {
      const pages = await world.pages(DEV_GUIDE);
      const changes = [
        await editedBy(
          world,
          DEV_GUIDE,
          pages.get('guides/retries'),
          replaced('never gives up on a message', ATTEMPTS),
        ),
        await editedBy(world, DEV_GUIDE, pages.get('security'), (text) =>
          replaced(
            'A revoked key stops working at once',
            REVOKED,
          )(replaced('Rotate keys every 30 days', ROTATE)(text)),
        ),
      ];
      await propose(world, DEV_GUIDE, changes, 'open');
      return undefined;
    },
  },
  verify: (outcome) =>
    checkProposal(outcome, {
      space: SPACE,
      status: 'open',
      texts: {
        'guides/retries': replaced('never gives up on a message', ATTEMPTS),
        security: replaced('A revoked key stops working at once', REVOKED),
      },
    }),
};

export const historyTasks = tasks(restore, undo, access, compare);
