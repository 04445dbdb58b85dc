import { saveDocument } from '../content/documents.ts';
import type { Actor, Draft } from '../content/draft.ts';
import { commitPrimary, draftOfPrimary } from '../content/primary.ts';
import { slugOf } from '../content/tree.ts';
import { type ContentContainer, endOfContainer } from '../organization/collections.ts';
import type { AccessLevel } from '../organization/schema.ts';
import type { Database } from '../store/database.ts';
import { insertRow } from '../store/rows.ts';
import type { SpaceRow } from './schema.ts';

export type Template = 'sample' | 'page' | 'empty';

export const DEFAULT_EMOJI = '1f4d6';

const PAGES: Record<Template, readonly { title: string; markdown: string }[]> = {
  empty: [],
  page: [{ title: 'Page', markdown: '' }],
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

export const MAX_SPACE_TITLE = 50;

/** The properties of a new space. */
export interface NewSpace extends ContentContainer {
  title: string;
  emoji?: string;
  icon?: string | null;
  language?: string | null;
  editMode?: string | null;
  defaultLevel?: AccessLevel;
  visibility?: string;
}

/** Creates a space with the pages of the template at the end of its container; a long title is cut. */
export function createSpace(
  db: Database,
  actor: Actor,
  given: NewSpace,
  template: Template,
): SpaceRow {
  const space = insertSpace(db, actor, given);
  const draft = draftOfPrimary(db, space.id, actor);
  for (const page of PAGES[template]) addPage(draft, page.title, page.markdown);
  commitPrimary(draft, 'edits');
  return space;
}

/** Creates a space that has no revision yet; a long title is cut. */
export function insertSpace(
  db: Database,
  actor: Actor,
  given: NewSpace,
  id = actor.newId(),
): SpaceRow {
  const { organization, parent } = given;
  const space: SpaceRow = {
    id,
    organization,
    collection: parent,
    title: given.title.slice(0, MAX_SPACE_TITLE),
    emoji: given.emoji ?? DEFAULT_EMOJI,
    icon: given.icon ?? null,
    visibility: given.visibility ?? 'private',
    edit_mode: given.editMode ?? 'locked',
    default_level: given.defaultLevel === undefined ? 'inherit' : given.defaultLevel,
    language: given.language ?? null,
    merge_rules: null,
    position: endOfContainer(db, { organization, parent }),
    created_at: actor.at,
    updated_at: actor.at,
    deleted_at: null,
    next_number: 1,
  };
  insertRow(db, 'space', { ...space });
  return space;
}

function addPage(draft: Draft, title: string, markdown: string): void {
  const id = draft.actor.newId();
  draft.put({
    id,
    deleted: false,
    type: 'document',
    parent: null,
    position: draft.positionAt({ parent: null, moving: id }),
    slug: slugOf(title),
    title,
    document: saveDocument(draft.db, markdown),
    attributes: {},
    createdAt: draft.actor.at,
    updatedAt: draft.actor.at,
  });
}
