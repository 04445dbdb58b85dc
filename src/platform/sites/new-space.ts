import type { SpaceRow } from '../auth/access.ts';
import { saveDocument } from '../content/documents.ts';
import type { Actor, Draft } from '../content/draft.ts';
import { commitPrimary, draftOfPrimary } from '../content/primary.ts';
import { positionAt, slugOf } from '../content/tree.ts';
import { lastPosition } from '../organization/collections.ts';
import type { Database } from '../store/database.ts';
import { insertRow } from '../store/rows.ts';

export type Template = 'sample' | 'empty';

const PAGES: Record<Template, readonly { title: string; markdown: string }[]> = {
  empty: [],
  sample: [
    {
      title: 'Introduction',
      markdown:
        'Say here what the product does and whom it is for.\n\n## Where to go next\n\nThe quickstart leads to a first result in a few minutes.\n',
    },
    {
      title: 'Quickstart',
      markdown:
        '1. Say what readers need before they begin.\n2. Lead them to a first result.\n3. Show how they can tell that it worked.\n',
    },
  ],
};

const MAX_TITLE = 50;

/** Makes a space at the top of an organization, with the pages of the template; a long title is cut. */
export function createSpace(
  db: Database,
  actor: Actor,
  organization: string,
  title: string,
  template: Template,
): SpaceRow {
  const space: SpaceRow = {
    id: actor.newId(),
    organization,
    collection: null,
    title: title.slice(0, MAX_TITLE),
    emoji: '1f4d6',
    visibility: 'private',
    edit_mode: 'locked',
    default_level: 'inherit',
    position: lastPosition(db, { organization, parent: null }),
    created_at: actor.at,
    updated_at: actor.at,
    deleted_at: null,
    next_number: 1,
  };
  insertRow(db, 'space', { ...space });
  const draft = draftOfPrimary(db, space.id, actor);
  for (const page of PAGES[template]) addPage(draft, page.title, page.markdown);
  commitPrimary(draft, 'edits');
  return space;
}

function addPage(draft: Draft, title: string, markdown: string): void {
  const id = draft.actor.newId();
  draft.put({
    id,
    deleted: false,
    type: 'document',
    parent: null,
    position: positionAt(draft.db, draft.view, { parent: null, moving: id }),
    slug: slugOf(title),
    title,
    document: saveDocument(draft.db, markdown),
    attributes: {},
    createdAt: draft.actor.at,
    updatedAt: draft.actor.at,
  });
}
