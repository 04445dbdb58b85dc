import { notFound, unprocessable } from '../../errors.ts';
import { markdownOf } from '../../markdown/from-document.ts';
import { SUBMISSION } from '../../markdown/tasks.ts';
import { computed } from '../../workers/computed.ts';
import type { Page, PageAttributes } from '../model.ts';
import { branchOf, freeSlug, requireLevels, sizeOfBranch, slugOf } from '../tree.ts';
import {
  type DocumentForm,
  type InsertPage,
  type Metadata,
  metadata,
  type UpdatePage,
} from './changes.ts';
import type { Edit } from './edit.ts';

const ATTRIBUTES = [
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
] as const;

/** Creates a page. Its title comes from the frontmatter, else from the leading heading, else from the change. */
export function insertPage(edit: Edit, change: InsertPage): void {
  const { actor } = edit.draft;
  const submitted = readDocumentForm(change.document);
  const given = { ...change, ...submitted.metadata };
  const title = submitted.metadata.title ?? (submitted.heading || change.title) ?? 'Untitled';
  const into = change.into === undefined ? undefined : edit.page(change.into);
  if (into) requireLevels(edit.draft.above(into).length + 2);
  const parent = into?.id ?? null;
  const id = actor.newId();
  edit.label('pages', change.ref, id);
  edit.texts.set(id, submitted.heading === title ? submitted.rest : submitted.body);
  edit.frontmatter.set(id, submitted.frontmatter);
  edit.draft.insert({
    id,
    deleted: false,
    type: 'document',
    parent,
    position: edit.draft.positionAt({ parent, at: change.at, moving: id }),
    slug: given.slug || slugOf(title),
    title,
    document: null,
    attributes: withAttributes({}, given),
    createdAt: actor.at,
    updatedAt: actor.at,
  });
  edit.record({ kind: 'created', page: id, ...(change.ref !== undefined && { ref: change.ref }) });
}

/** Replaces only the fields in the change. */
export function updatePage(edit: Edit, change: UpdatePage): void {
  const page = edit.page(change.page);
  const submitted = change.document && readDocumentForm(change.document);
  const given = { ...change, ...submitted?.metadata };
  const title = given.title ?? page.title;
  if (submitted) {
    if (page.type !== 'document') throw unprocessable(`A ${page.type} page has no text`);
    const doubled = submitted.heading === title && !edit.keepsTitle;
    edit.texts.set(page.id, doubled ? submitted.rest : submitted.body);
    edit.frontmatter.set(page.id, submitted.frontmatter);
  }
  const moved = { ...page, title, attributes: withAttributes(page.attributes, given) };
  const { parent, position } = placeFor(edit, page, change);
  const slug = given.slug === undefined ? page.slug : given.slug || slugOf(title);
  const { db, state } = edit.draft;
  edit.draft.change({
    ...moved,
    parent,
    position,
    slug: freeSlug(db, state, { parent, slug, own: page.id }),
  });
  edit.record({ kind: 'updated', page: page.id });
}

function placeFor(
  edit: Edit,
  page: Page,
  { into, at }: UpdatePage,
): Pick<Page, 'parent' | 'position'> {
  const parent = into === undefined ? page.parent : into;
  if (parent === page.parent && at === undefined) return page;
  if (parent !== null) {
    const target = edit.draft.page(parent);
    if (!target) throw notFound(`Page ${parent}`);
    const above = [target, ...edit.draft.above(target)];
    const inside = above.some(({ id }) => id === page.id);
    if (inside) throw unprocessable('A page cannot be moved into itself or a page under it');
    if (parent !== page.parent) requireLevels(above.length + levelsBelow(edit, page));
  }
  return { parent, position: edit.draft.positionAt({ parent, at, moving: page.id }) };
}

/** Maximum number of pages that move with others in one edit: twice those of a whole space. */
const MAX_MOVED = 10_000;

/** The number of levels of a page and its descendants. @throws {ApiError} 422 for more pages than an edit can move. */
function levelsBelow(edit: Edit, page: Page): number {
  const { levels, pages } = sizeOfBranch(edit.draft.db, edit.draft.state, page.id);
  edit.moved += pages;
  if (edit.moved > MAX_MOVED) {
    throw unprocessable(
      `The pages that move in this edit have more than ${MAX_MOVED} pages below them; move fewer at once`,
    );
  }
  return levels;
}

interface ReadForm {
  metadata: Metadata;
  frontmatter: Readonly<Record<string, unknown>>;
  heading: string | undefined;
  body: string;
  rest: string;
}

/** Parses any form of a document. Values from the frontmatter are validated like those of a change. */
function readDocumentForm(form: DocumentForm): ReadForm {
  const submission = computed(SUBMISSION, markdownOf(form));
  const known = metadata.safeParse(submission.frontmatter);
  if (!known.success) {
    const problems = known.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw unprocessable(`The frontmatter is not valid: ${problems.join('; ')}`);
  }
  return { ...submission, metadata: known.data };
}

/** An empty string removes an attribute. */
export function withAttributes(attributes: PageAttributes, given: Metadata): PageAttributes {
  const named = ATTRIBUTES.map((name) => [name, given[name] ?? attributes[name]]);
  const { href, linkTitle, presentation } = attributes;
  const all = [...named, ...Object.entries({ href, linkTitle, presentation })];
  return Object.fromEntries(
    all.filter(([, value]) => value !== undefined && value !== '' && value !== false),
  );
}

/** Deletes a page and everything under it. */
export function deletePage(edit: Edit, id: string): void {
  const { draft } = edit;
  const deleted = branchOf(draft.db, draft.state, edit.page(id).id);
  draft.deleteAll(deleted);
  for (const page of deleted) {
    edit.texts.delete(page);
    edit.record({ kind: 'deleted', page });
  }
}
