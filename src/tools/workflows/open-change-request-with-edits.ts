import { z } from 'zod';
import type { PageNode } from '../../content/index.ts';
import { operationOf } from '../../operations/index.ts';
import { SpaceId } from '../../operations/params.ts';
import { allowPlainLinks } from '../edit-preparation.ts';
import { operationTool } from '../operation-tool.ts';
import { badLinksOf } from './links.ts';
import { type Change, refsOf } from './open-change-request/changes.ts';
import { movesBetween, redirectsFor } from './open-change-request/redirects.ts';
import { refuseUnknownPages } from './open-change-request/unknown-pages.ts';
import { type Steps, workflow } from './workflow.ts';

interface Outcome {
  object: 'created_page' | 'updated_page' | 'deleted_page';
  page: { id: string } | string;
}

interface Created {
  id: string;
  number: number;
  urls?: object;
}

interface PageTree {
  pages: PageNode[];
}

interface Edited {
  changes?: Outcome[];
  insertedFiles?: { id: string; name: string; ref?: string }[];
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
    spaceId: SpaceId,
    subject: z.string().max(100),
    changes: z
      .array(z.looseObject({ operation: z.string() }))
      .min(1)
      .max(50),
    allowPlainLinks,
  },
  output: z.looseObject({ changeRequestId: z.string(), number: z.number() }),
  check: ({ spaceId, changes }) => {
    const args = { spaceId, changeRequestId: 'new', changes };
    const parsed = edit.input.safeParse(args);
    if (!parsed.success) {
      const issues = parsed.error.issues;
      return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    }
    return edit.check?.(parsed.data) ?? repeatedRef(changes as Change[]);
  },
  async work({ spaceId, subject, allowPlainLinks: arePlain = false, ...given }, steps) {
    const changes = given.changes as Change[];
    const { refuseLostLinks } = await import('./open-change-request/lost-links.ts');
    const { pages: before } = await steps.send<PageTree>('list_pages', { spaceId });
    refuseUnknownPages(before, changes);
    if (!arePlain) await refuseLostLinks({ spaceId }, changes, steps, before);
    const created = await steps.send<Created>('create_change_request', { spaceId, subject });
    await steps.finish(`opened change request ${created.number} (${created.id})`);
    const place = { spaceId, changeRequestId: created.id };
    const edited = await steps.run<Edited>(operationTool(edit), {
      ...place,
      changes,
      allowPlainLinks: true,
    });
    const { changes: outcomes = [], insertedFiles = [] } = edited;
    await steps.finish(`applied ${changes.length} changes`);
    const read = await readAgain(place, changes, outcomes, steps);
    const after = await steps.send<PageTree>('list_change_request_pages', place);
    const moved = movesBetween(before, after.pages);
    return {
      changeRequestId: created.id,
      number: created.number,
      urls: created.urls,
      pages: read.pages,
      ...(insertedFiles.length > 0 && {
        files: insertedFiles.map(({ id, name, ref }) => ({ id, name, ref })),
      }),
      badLinks: read.badLinks,
      ...(moved.length > 0 && { moved, ...(await redirectsFor(spaceId, moved, steps)) }),
    };
  },
});

/** The touched pages as they stand now, with what of them differs from what was sent, and their bad links. */
async function readAgain(
  place: { spaceId: string; changeRequestId: string },
  changes: readonly Change[],
  outcomes: readonly Outcome[],
  steps: Steps,
) {
  const { storedDifferently } = await import('./open-change-request/differences.ts');
  const sent = sentTexts(changes, outcomes);
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
    const { title, path, markdown = '' } = stored;
    const text = sent.get(id);
    const differences = text === undefined ? undefined : storedDifferently(text, markdown);
    pages.push({ id, title, path, outcome: object, ...(differences && { differences }) });
    badLinks.push(...(await badLinksOf(place, { id, title }, steps)));
    await steps.finish(`read ${title} again`);
  }
  return { pages, badLinks };
}

function repeatedRef(changes: readonly Change[]): string | undefined {
  const { pages, files } = refsOf(changes);
  const all = [...pages, ...files];
  const repeated = all.find((ref, index) => all.indexOf(ref) !== index);
  return repeated && `ref ${repeated} is used twice; give each page and file a ref of its own`;
}

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
