import { type Task, tasks } from '../task.ts';
import { checkProposal, newProposals, replaced, unexpected } from '../verify.ts';
import { DEV_GUIDE, HANDBOOK } from '../world.ts';
import { editedBy, propose, proposing } from './wrong.ts';

const SPACE = 'Operations Handbook';
const handbook = () => HANDBOOK;

const tableCell: Task = {
  id: 'change-a-cell-of-a-table',
  prompt:
    'In the Operations Handbook, incidents of severity 3 should get an entry on the status page "within 60 min" instead of "optional". Change just that cell of the table, in a change request for review.',
  oracle: async ({ call }) => {
    await call('find_in_pages', { spaceId: SPACE, text: '| Status page |' });
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Status page for severity 3',
      status: 'open',
      changes: [
        {
          operation: 'replace_text',
          page: 'Severity levels',
          old: '| optional |',
          new: '| within 60 min |',
        },
      ],
    });
    return undefined;
  },
  wrong: {
    'changes the wrong column': proposing(
      handbook,
      'incidents/severity-levels',
      replaced('| within 30 min | optional |', '| within 60 min | optional |'),
      'open',
    ),
    'also changes the alignment of the table': proposing(
      handbook,
      'incidents/severity-levels',
      (text) => text.replace('| optional |', '| within 60 min |').replaceAll('| --- |', '|:---|'),
      'open',
    ),
  },
  verify: (outcome) =>
    checkProposal(outcome, {
      space: SPACE,
      status: 'open',
      texts: { 'incidents/severity-levels': replaced('| optional |', '| within 60 min |') },
    }),
};

const HANDOVER = 'handover-collision';

const meeting: Task = {
  id: HANDOVER,
  prompt:
    'In the Operations Handbook someone asks in a comment to move the weekly handover to 09:30 UTC. Do that everywhere in the handbook where the time of the handover or the change of the shift is given as 10:00 UTC or "10:00" (commands included), in one change request for review, and answer the comment with its number. Other times stay, such as those of examples for customers and of deployments.',
  oracle: async ({ call }) => {
    const { pages } = await call('find_in_pages', { spaceId: SPACE, text: '10:00' });
    const { items } = await call('list_open_threads', { spaceId: SPACE });
    const thread = items.find((item: object) => JSON.stringify(item).includes('09:30'));
    const id = (title: string) => pages.find((page: { title: string }) => page.title === title).id;
    const { number } = await call('replace_in_pages', {
      spaceId: SPACE,
      pages: [id('Weekly handover'), id('On-call')],
      old: '10:00',
      new: '09:30',
      subject: 'Handover at 09:30 UTC',
      status: 'open',
    });
    await call('answer_threads', {
      spaceId: SPACE,
      threads: [{ commentId: thread.id, reply: `Change request #${number} moves it.` }],
    });
    return undefined;
  },
  wrong: {
    'changes one page only': proposing(
      handbook,
      'on-call/handover',
      (text) => text.replaceAll('10:00', '09:30'),
      'open',
    ),
  },
  verify: (outcome) => {
    const number = newProposals(outcome, SPACE)[0]?.number;
    const moved = (text: string) => text.replaceAll('10:00', '09:30');
    const reply = outcome.changed.find(({ key }) => / \| reply /.test(key));
    return [
      ...checkProposal(outcome, {
        space: SPACE,
        status: 'open',
        texts: { 'on-call/handover': moved, 'on-call': moved },
        besides: [/^Operations Handbook \| thread \w+ \| reply \w+$/],
      }),
      ...(reply?.after?.includes(String(number)) ? [] : ['no reply names the change request']),
    ];
  },
};

const conflict: Task = {
  id: 'settle-a-conflict',
  prompt:
    'The open change request on severity levels in the Operations Handbook cannot be merged any more, because someone has changed the same row of the page since. Bring it up to date. In the row on the update interval, level 1 gets 20 min (as the change request has it) and level 4 gets "24 h" (as it is published now). Do not merge it.',
  setUp: async (world) => {
    const page = (await world.pages(HANDBOOK)).get('incidents/severity-levels');
    const row = replaced('| 30 min | 30 min | 4 h | none |', '| 30 min | 30 min | 4 h | 24 h |');
    await world.publish(HANDBOOK, 'Updates at level 4', [
      await editedBy(world, HANDBOOK, page, row),
    ]);
  },
  oracle: async ({ call }) => {
    const place = { spaceId: SPACE, changeRequestId: '1' };
    const { conflicts } = await call('update_change_request_from_primary', place);
    await call('edit_change_request_content', {
      ...place,
      changes: [
        {
          operation: 'replace_text',
          page: 'Severity levels',
          old: conflicts[0].marked,
          new: '| Update interval | 20 min | 30 min | 4 h | 24 h |',
        },
      ],
    });
    return undefined;
  },
  wrong: {
    'takes the side of the change request': async (_, world) => {
      const { items } = await world.api('GET', `/spaces/${HANDBOOK}/change-requests`);
      await world.api('POST', `/spaces/${HANDBOOK}/change-requests/${items[0].id}/update`);
      return undefined;
    },
    'publishes it': async (_, world) => {
      await world.api('POST', `/spaces/${HANDBOOK}/change-requests/1/merge`);
      return undefined;
    },
  },
  verify: async (outcome) => {
    const key = `${SPACE} | change request 1 | page incidents/severity-levels | text`;
    const text = outcome.after.get(key) ?? '';
    const request = await outcome.world.api('GET', `/spaces/${HANDBOOK}/change-requests/1`);
    return [
      ...(text.includes('| Update interval | 20 min | 30 min | 4 h | 24 h |')
        ? []
        : ['the row is not settled']),
      ...(/<{4,}|>{4,}|={7,}/.test(text) ? ['marks of the conflict are left'] : []),
      ...(text.match(/Update interval/g)?.length === 1 ? [] : ['the row should stand there once']),
      ...(text.includes('## Partial regions') ? [] : ['the section on partial regions is lost']),
      ...(request.outdated ? ['the change request is still outdated'] : []),
      ...(request.status === 'open' ? [] : [`the change request is ${request.status}`]),
      ...unexpected(
        outcome,
        /^Operations Handbook \| change request 1 \| page incidents\/severity-levels \| text$/,
      ),
    ];
  },
};

const publish: Task = {
  id: 'publish-what-is-ready',
  prompt:
    'Mara has approved her change to the severity levels in the Operations Handbook. Publish that change request now, and nothing else.',
  oracle: async ({ call }) => {
    const { items } = await call('list_change_requests', { spaceId: SPACE, status: 'open' });
    await call('merge_change_request', {
      spaceId: SPACE,
      changeRequestId: String(items[0].number),
    });
    return undefined;
  },
  wrong: {
    'publishes one of another space': async (_, world) => {
      await world.api('POST', `/spaces/${DEV_GUIDE}/change-requests/1/merge`);
      return undefined;
    },
    'copies the text': async (_, world) => {
      const page = (await world.pages(HANDBOOK)).get('incidents/severity-levels');
      const change = await editedBy(world, HANDBOOK, page, (text) =>
        text.replace('30 min | 30 min', '20 min | 30 min'),
      );
      await propose(world, HANDBOOK, [change], 'open');
      return undefined;
    },
  },
  verify: (outcome) => [
    ...(outcome.after.get(`${SPACE} | change request 1`)?.startsWith('merged')
      ? []
      : ['it is not merged']),
    ...(outcome.after
      .get(`${SPACE} | page incidents/severity-levels | text`)
      ?.includes('## Partial regions')
      ? []
      : ['its text is not published']),
    ...unexpected(
      outcome,
      /^Operations Handbook \| change request 1( |$)/,
      /^Operations Handbook \| page incidents\/severity-levels \| text$/,
    ),
  ],
};

export const handbookTasks = tasks(tableCell, meeting, conflict, publish);
