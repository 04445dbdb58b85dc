import type { ChangedPage, ChangeRequestPlace, Ends } from '../../content/index.ts';
import { resourceUri, unfitVariable } from '../../uris/index.ts';

/** A comment as the platform gives it, as far as its place goes. */
export interface PlacedComment {
  postedAt?: string;
  replies?: number;
  target?: { page?: { id?: string; title?: string }; node?: { preview?: string } };
}

/**
 * What the page that shows a change needs of it and a model does not: paths, and where the texts are read. Of a merged
 * change request those are the revisions that it began from and ended with.
 */
export function changeForApp(
  place: ChangeRequestPlace,
  { page, before, change }: ChangedPage,
  merged?: Ends,
): object {
  const { spaceId, changeRequestId } = place;
  const pageId = page.id;
  const isMoved = change.change === 'edited' && before?.path !== page.path;
  const isReadable = unfitVariable({ spaceId, changeRequestId, pageId, ...merged }) === undefined;
  const inRevision = (revisionId: string) =>
    resourceUri('revision-page', { spaceId, revisionId, pageId });
  const was = merged
    ? () => inRevision(merged.base)
    : () => resourceUri('page', { spaceId, pageId });
  const is = merged
    ? () => inRevision(merged.head)
    : () => resourceUri('change-request-page', { spaceId, changeRequestId, pageId });
  return {
    path: page.path,
    ...(isMoved && { movedFrom: before?.path }),
    ...(isReadable && before && { before: was() }),
    ...(isReadable && change.change !== 'deleted' && { after: is() }),
  };
}

/** What that page needs of a comment: its time, its answers, and the place that it is about. */
export function commentForApp({ postedAt, replies, target }: PlacedComment): object {
  return { postedAt, replies, pageId: target?.page?.id, preview: target?.node?.preview };
}
