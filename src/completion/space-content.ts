import { flattenPages, type PageNode, readersOf } from '../content/index.ts';
import { type Arguments, serviceOf } from '../operations/index.ts';
import type { Reader } from '../resources/index.ts';
import {
  type Candidate,
  type Candidates,
  type Chosen,
  firstPage,
  type Item,
  joined,
  NOTHING,
  type Source,
  textOf,
} from './candidates.ts';

/** Characters of a comment by which it is found. */
const MAX_COMMENT = 300;

/** What a date looks like, as people type it. */
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** The pages that have a text, each by what `candidate` makes of it. */
export function pages(candidate: (page: PageNode) => Candidate): Source {
  return async (chosen, reader) => {
    if (chosen.spaceId === undefined) return NOTHING;
    const tree = await reader.send<{ pages: PageNode[] }>(...treeOf(chosen, chosen.spaceId));
    const documents = flattenPages(tree.pages).filter(
      ({ type = 'document' }) => type === 'document',
    );
    return { items: documents.map(candidate), whole: true };
  };
}

function treeOf({ changeRequestId, revisionId }: Chosen, spaceId: string): [string, Arguments] {
  return revisionId === undefined
    ? [
        readersOf({ spaceId, changeRequestId }).pages,
        { spaceId, ...(changeRequestId !== undefined && { changeRequestId }) },
      ]
    : ['list_revision_pages', { spaceId, revisionId }];
}

export const byId = ({ id, title, path }: PageNode): Candidate => ({
  value: id,
  labels: [title, path],
});

export const byPath = ({ path = '', title, id }: PageNode): Candidate => ({
  value: path,
  labels: [title, id],
});

/** The change requests that are worked on, by number. */
export const changeRequests: Source = async ({ spaceId }, reader) => {
  if (spaceId === undefined) return NOTHING;
  return joined(
    ['open', 'draft'].map((status) =>
      firstPage(reader, 'list_change_requests', { spaceId, status }, ({ id, number, subject }) => ({
        value: String(number),
        labels: [textOf(subject), id],
      })),
    ),
  );
};

/** The days on which change requests were merged, found by their subjects too. */
export const mergeDays: Source = ({ spaceId }, reader) =>
  merged(reader, spaceId, ({ updatedAt, subject }) => ({
    value: String(updatedAt).slice(0, DATE_LENGTH),
    labels: [textOf(subject)],
  }));

/** What can be read of the past: today's service reads every revision, that of the contract the current one. */
export const revisions: Source = async ({ spaceId }, reader) => {
  if (spaceId === undefined) return NOTHING;
  if ((await serviceOf(reader.caller)) === 'current') {
    return merged(reader, spaceId, ({ revision, revisionMerged, number, subject, updatedAt }) => ({
      value: String(revisionMerged ?? revision),
      labels: [textOf(updatedAt), textOf(subject), String(number)],
    }));
  }
  const bare = { spaceId, metadata: false, computed: false };
  const { id, createdAt } = await reader.send<Item>('get_current_revision', bare);
  return { items: [{ value: id, labels: [textOf(createdAt)] }], whole: true };
};

async function merged(
  reader: Reader,
  spaceId: string | undefined,
  candidate: (item: Item) => Candidate,
): Promise<Candidates> {
  if (spaceId === undefined) return NOTHING;
  return firstPage(reader, 'list_change_requests', { spaceId, status: 'merged' }, candidate);
}

export const files: Source = async ({ spaceId, changeRequestId }, reader) => {
  if (spaceId === undefined) return NOTHING;
  const named = ({ id, name }: Item): Candidate => ({ value: id, labels: [textOf(name)] });
  return changeRequestId === undefined
    ? firstPage(reader, 'list_files', { spaceId }, named)
    : firstPage(reader, 'list_change_request_files', { spaceId, changeRequestId }, named);
};

/** Comments, by what they say, who wrote them and the page they are on. */
export const comments: Source = async ({ spaceId, changeRequestId }, reader) => {
  if (spaceId === undefined) return NOTHING;
  const place = { spaceId, ...(changeRequestId !== undefined && { changeRequestId }) };
  const args = { ...place, format: 'markdown' };
  return firstPage(reader, readersOf(place).comments, args, ({ id, body, postedBy, target }) => ({
    value: id,
    labels: [
      (body as { markdown?: string } | undefined)?.markdown?.slice(0, MAX_COMMENT),
      (postedBy as { displayName?: string } | undefined)?.displayName,
      (target as { page?: { title?: string } } | undefined)?.page?.title,
    ],
  }));
};
