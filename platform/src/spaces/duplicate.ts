import { readDocument, saveDocument } from '../content/documents.ts';
import type { Actor } from '../content/draft.ts';
import type { PageAttributes } from '../content/model.ts';
import { commitPrimary, draftOfPrimary } from '../content/primary.ts';
import { primaryHead, viewAt } from '../content/revisions.ts';
import { files, pages } from '../content/tables.ts';
import { copySources, sourceDocuments } from '../git/copy-sources.ts';
import { redirectLinks } from '../markdown/links.ts';
import { targetOf } from '../markdown/targets.ts';
import { TEXT_FACTS } from '../markdown/tasks.ts';
import type { Database } from '../store/database.ts';
import { foresee } from '../workers/computed.ts';
import { insertSpace } from './create.ts';
import type { SpaceRow } from './schema.ts';

/**
 * Copies a space with all its pages and files, beside it: its settings and who may see it too, but neither its change
 * requests and comments nor its place on sites.
 */
export function duplicateSpace(db: Database, actor: Actor, source: SpaceRow): SpaceRow {
  const copy = insertSpace(db, actor, {
    organization: source.organization,
    parent: source.collection,
    title: `Copy of ${source.title}`,
    emoji: source.emoji,
    icon: source.icon,
    language: source.language,
    editMode: source.edit_mode,
    defaultLevel: source.default_level,
  });
  for (const table of ['content_role', 'team_content_role']) {
    const holder = table === 'content_role' ? 'user' : 'team';
    db.run(
      `INSERT INTO ${table} (target, ${holder}, role) SELECT ?, ${holder}, role FROM ${table} WHERE target = ?`,
      copy.id,
      source.id,
    );
  }
  copyContent(db, actor, source.id, copy.id);
  return copy;
}

/** Everything gets an id of its own, and links within the space lead to the copies. */
function copyContent(db: Database, actor: Actor, from: string, to: string): void {
  const view = viewAt(primaryHead(db, from));
  const draft = draftOfPrimary(db, to, actor);
  const sources = pages.select(db, view);
  const ids = new Map(sources.map(({ id }) => [id, actor.newId()]));
  const fileIds = new Map<string, string>();
  for (const file of files.select(db, view)) {
    const id = actor.newId();
    fileIds.set(file.id, id);
    draft.putFile({ ...file, id });
  }
  const leadsTo = (url: string) => {
    const target = targetOf(url);
    if (target.kind === 'file') return `/files/${fileIds.get(target.file) ?? target.file}`;
    if (target.kind !== 'page') return url;
    return `/pages/${ids.get(target.page) ?? target.page}${target.anchor && `#${target.anchor}`}`;
  };
  const attributesOf = (attributes: PageAttributes): PageAttributes =>
    attributes.href === undefined ? attributes : { ...attributes, href: leadsTo(attributes.href) };
  const documents = new Set([
    ...sources.flatMap(({ document }) => document ?? []),
    ...sourceDocuments(db, from),
  ]);
  const texts = new Map([...documents].map((id) => [id, readDocument(db, id)]));
  foresee(TEXT_FACTS, [...texts.values()]);
  const copies = [...texts].map(([id, source]) => {
    const urls: string[] = [];
    const text = redirectLinks(source, (url) => {
      urls.push(leadsTo(url));
      return leadsTo(url);
    });
    return { id, text, urls };
  });
  foresee(
    TEXT_FACTS,
    copies.map(({ text }) => text),
  );
  const copied = new Map(
    copies.map(({ id, text, urls }) => [id, saveDocument(db, text, () => urls)]),
  );
  const documentOf = (id: string | null) => (id === null ? null : (copied.get(id) ?? null));
  for (const page of sources) {
    draft.put({
      ...page,
      id: ids.get(page.id) ?? '',
      parent: page.parent && (ids.get(page.parent) ?? null),
      document: documentOf(page.document),
      attributes: attributesOf(page.attributes),
    });
  }
  commitPrimary(draft, 'edits');
  copySources(
    db,
    { from, to },
    {
      page: (id) => {
        const copy = ids.get(id) ?? actor.newId();
        ids.set(id, copy);
        return copy;
      },
      file: (id) => fileIds.get(id),
      document: documentOf,
      attributes: attributesOf,
    },
  );
}
