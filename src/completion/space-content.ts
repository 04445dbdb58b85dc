import { flattenPages, readersOf } from '../content/index.ts';
import { type ItemOf, operations, type PageNode, serviceOf } from '../operations/index.ts';
import type { Reader } from '../resources/index.ts';
import {
  type CandidateSource,
  type Candidates,
  type ChosenValues,
  type CompletionCandidate,
  firstListPage,
  joinedCandidates,
  NOTHING,
} from './candidates.ts';

/** Characters of a comment that are searched. */
const MAX_COMMENT = 300;

/** A date as people type it. */
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** The pages that have a text, each converted by `candidate`. */
export function pages(candidate: (page: PageNode) => CompletionCandidate): CandidateSource {
  return async (chosen, reader) => {
    if (chosen.spaceId === undefined) return NOTHING;
    const tree = await treeOf({ ...chosen, spaceId: chosen.spaceId }, reader);
    const documents = flattenPages(tree.pages).filter(
      ({ type = 'document' }) => type === 'document',
    );
    return { items: documents.map(candidate), isComplete: true };
  };
}

function treeOf(
  { spaceId, changeRequestId, revisionId }: ChosenValues & { spaceId: string },
  reader: Reader,
): Promise<{ pages: PageNode[] }> {
  if (revisionId !== undefined) {
    return reader.send(operations.listRevisionPages, { spaceId, revisionId });
  }
  const location = { spaceId, changeRequestId };
  return reader.send(readersOf(location).pages, location);
}

export const byId = ({ id, title, path }: PageNode): CompletionCandidate => ({
  value: id,
  labels: [title, path],
});

export const byPath = ({ path = '', title, id }: PageNode): CompletionCandidate => ({
  value: path,
  labels: [title, id],
});

/** The change requests in progress, by number. */
export const changeRequests: CandidateSource = async ({ spaceId }, reader) => {
  if (spaceId === undefined) return NOTHING;
  return joinedCandidates(
    ['open', 'draft'].map((status) =>
      firstListPage(
        reader,
        operations.listChangeRequests,
        { spaceId, status },
        ({ id, number, subject }) => ({ value: String(number), labels: [subject, id] }),
      ),
    ),
  );
};

/** The days on which change requests were merged. The subjects of those change requests match too. */
export const mergeDays: CandidateSource = ({ spaceId }, reader) =>
  merged(reader, spaceId, ({ updatedAt, subject }) => ({
    value: updatedAt.slice(0, DATE_LENGTH),
    labels: [subject],
  }));

/** The readable past: the current service reads every revision, the legacy one only the current revision. */
export const revisions: CandidateSource = async ({ spaceId }, reader) => {
  if (spaceId === undefined) return NOTHING;
  if ((await serviceOf(reader.caller)) === 'current') {
    return merged(reader, spaceId, ({ revision, revisionMerged, number, subject, updatedAt }) => ({
      value: revisionMerged ?? revision,
      labels: [updatedAt, subject, String(number)],
    }));
  }
  const bare = { spaceId, metadata: false, computed: false };
  const { id, createdAt } = await reader.send(operations.getCurrentRevision, bare);
  return { items: [{ value: id, labels: [createdAt] }], isComplete: true };
};

async function merged(
  reader: Reader,
  spaceId: string | undefined,
  candidate: (item: ItemOf<typeof operations.listChangeRequests>) => CompletionCandidate,
): Promise<Candidates> {
  if (spaceId === undefined) return NOTHING;
  return firstListPage(
    reader,
    operations.listChangeRequests,
    { spaceId, status: 'merged' },
    candidate,
  );
}

export const files: CandidateSource = async ({ spaceId, changeRequestId }, reader) => {
  if (spaceId === undefined) return NOTHING;
  const location = { spaceId, changeRequestId };
  return firstListPage(reader, readersOf(location).files, location, ({ id, name }) => ({
    value: id,
    labels: [name],
  }));
};

/** Comments, by text, author and page. */
export const comments: CandidateSource = async ({ spaceId, changeRequestId }, reader) => {
  if (spaceId === undefined) return NOTHING;
  const location = { spaceId, changeRequestId };
  return firstListPage(
    reader,
    readersOf(location).comments,
    location,
    ({ id, body, postedBy, target }) => ({
      value: id,
      labels: [body.markdown?.slice(0, MAX_COMMENT), postedBy.displayName, target.page?.title],
    }),
  );
};
