import { saveBlob } from '../content/blobs.ts';
import { saveDocument } from '../content/documents.ts';
import type { Draft } from '../content/draft.ts';
import { metadata } from '../content/edit/changes.ts';
import { dimensionsOf } from '../content/edit/insert-files.ts';
import { storeLinks } from '../content/link-resolution.ts';
import { commitPrimary, draftOfPrimary } from '../content/primary.ts';
import { slugOf } from '../content/tree.ts';
import { readSubmission } from '../markdown/submission.ts';
import { readDemoBytes, readDemoPages, readDemoText } from './demo.ts';
import type { Seeder } from './seeder.ts';

/** Ids of pages by the path of their file. */
export type PageIds = ReadonlyMap<string, string>;

/** Writes the first revision of a space: its files and pages. */
export function seedSpace(seeder: Seeder, space: { id: string; slug: string }): PageIds {
  const [author] = seeder.demo.users;
  if (!author) throw new Error('The demonstration content has no user');
  const draft = draftOfPrimary(seeder.db, space.id, seeder.actor(author.handle));
  const files = seedFiles(seeder, space.slug, draft);
  const ids = seedPages(space.slug, draft);
  const refs = { pages: new Map<string, string>(), files };
  for (const [path, id] of ids) {
    const page = draft.page(id);
    if (!page) throw new Error(`${path} was not written`);
    const { body } = readSubmission(readDemoText(`${space.slug}/${path}`));
    // Some links are broken on purpose; they stay as they were written.
    const text = storeLinks({ db: draft.db, state: draft.state, page }, body, refs, (url) => url);
    draft.put({ ...page, document: saveDocument(draft.db, text) });
  }
  commitPrimary(draft, 'edits');
  return ids;
}

function seedPages(folder: string, draft: Draft): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { path, title, parent: above } of readDemoPages(folder)) {
    const id = draft.actor.newId();
    const parent = above === null ? null : (ids.get(above) ?? null);
    const { frontmatter } = readSubmission(readDemoText(`${folder}/${path}`));
    const { emoji, icon, description, hidden } = metadata.parse(frontmatter);
    draft.put({
      id,
      deleted: false,
      type: 'document',
      parent,
      position: draft.positionAt({ parent, moving: id }),
      slug: slugFor(path, title),
      title,
      document: null,
      attributes: {
        ...(emoji && { emoji }),
        ...(icon && { icon }),
        ...(description && { description }),
        ...(hidden && { hidden }),
      },
      createdAt: draft.actor.at,
      updatedAt: draft.actor.at,
    });
    ids.set(path, id);
  }
  return ids;
}

/** The slug: the name of the file, or of its folder for a README; for the first page, derived from its title. */
function slugFor(path: string, title: string): string {
  const names = path.replace(/\.md$/, '').split('/');
  if (names.at(-1) === 'README') names.pop();
  return names.at(-1) ?? slugOf(title);
}

/** Files by the link under which pages name them. */
function seedFiles(seeder: Seeder, space: string, draft: Draft): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { name, path, contentType } of seeder.demo.files.filter(
    (file) => file.space === space,
  )) {
    const bytes = readDemoBytes(path);
    const id = draft.actor.newId();
    draft.putFile({
      id,
      deleted: false,
      name,
      contentType,
      size: bytes.byteLength,
      ...dimensionsOf(bytes, contentType),
      blob: saveBlob(draft.db, bytes, contentType),
    });
    ids.set(`/files/${name}`, id);
  }
  return ids;
}
