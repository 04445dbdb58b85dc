import { z } from 'zod';
import { differenceOf } from '../../content/index.ts';
import { operationOf } from '../../operations/index.ts';
import { operationTool } from '../operation-tool.ts';
import { badLinksOf } from './links.ts';
import { workflow } from './workflow.ts';

interface Outcome {
  object: 'created_page' | 'updated_page' | 'deleted_page';
  page: { id: string } | string;
}

interface Change {
  operation: string;
  page?: string;
  document?: { markdown?: string };
}

const edit = operationOf('edit_change_request_content');

/** From an intention to something that can be reviewed, in one call. */
export const openChangeRequestWithEdits = workflow({
  name: 'open_change_request_with_edits',
  title: 'Open change request with edits',
  summary:
    'Open a change request, apply `changes` (as edit_change_request_content takes them), and re-read the pages and their links.',
  toolset: 'change-requests',
  effect: 'create',
  input: {
    spaceId: z.string().min(1),
    subject: z.string().max(100),
    changes: z
      .array(z.looseObject({ operation: z.string() }))
      .min(1)
      .max(50),
  },
  output: z.looseObject({ changeRequestId: z.string(), number: z.number() }),
  check: ({ spaceId, changes }) => {
    const args = { spaceId, changeRequestId: 'new', changes };
    const parsed = edit.input.safeParse(args);
    if (parsed.success) return edit.check?.(parsed.data);
    return parsed.error.issues
      .map(({ path, message }) => `${path.join('.')}: ${message}`)
      .join('; ');
  },
  async work({ spaceId, subject, changes }, steps) {
    const created = await steps.send<{ id: string; number: number }>('create_change_request', {
      spaceId,
      subject,
    });
    await steps.finish(`opened change request ${created.number} (${created.id})`);
    const place = { spaceId, changeRequestId: created.id };
    const { changes: outcomes = [] } = await steps.run<{ changes?: Outcome[] }>(
      operationTool(edit),
      {
        ...place,
        changes,
      },
    );
    await steps.finish(`applied ${changes.length} changes`);
    const sent = sentTexts(changes as Change[], outcomes);
    const pages = [];
    const badLinks = [];
    for (const outcome of outcomes) {
      const { object } = outcome;
      const id = pageIdOf(outcome);
      if (object === 'deleted_page') {
        pages.push({ id, outcome: object });
        continue;
      }
      const stored = await steps.send<{ title: string; path?: string; markdown?: string }>(
        'get_change_request_page',
        { ...place, pageId: id, format: 'markdown' },
      );
      pages.push({
        id,
        title: stored.title,
        path: stored.path,
        outcome: object,
        ...differences(sent.get(id), stored.markdown),
      });
      badLinks.push(...(await badLinksOf(place, { id, title: stored.title }, steps)));
      await steps.finish(`read ${stored.title} again`);
    }
    return { changeRequestId: created.id, number: created.number, pages, badLinks };
  },
});

/** The markdown that was sent for each touched page: by its id, or in the order in which pages were inserted. */
function sentTexts(changes: readonly Change[], outcomes: readonly Outcome[]): Map<string, string> {
  const inserted = changes.filter(({ operation }) => operation === 'insert_page');
  const created = outcomes.filter(({ object }) => object === 'created_page').map(pageIdOf);
  const sent = [
    ...changes.map(({ page, document }) => [page, document?.markdown] as const),
    ...created.map((id, index) => [id, inserted[index]?.document?.markdown] as const),
  ];
  return new Map(sent.filter((entry): entry is [string, string] => !entry.includes(undefined)));
}

function pageIdOf({ page }: Outcome): string {
  return typeof page === 'string' ? page : page.id;
}

/** What the platform stored differently from what was sent, such as links that lead nowhere; titles aside. */
function differences(sent: string | undefined, stored = '') {
  if (sent === undefined) return {};
  const [was, is] = [sent, stored].map((text) => text.replace(/^# .*\n+/, '').trim()) as [
    string,
    string,
  ];
  return was === is ? {} : { differences: differenceOf(was, is) };
}
