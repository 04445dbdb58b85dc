import type { ChangedPage, ChangeRequestPlace, Ends } from '../../content/index.ts';
import { resourceUri, unfitVariable } from '../../uris/index.ts';

/** The location fields of a comment, as the platform returns them. */
export interface PlacedComment {
  postedAt?: string;
  replies?: number;
  target?: { page?: { id?: string; title?: string }; node?: { preview?: string } };
}

/**
 * What the app page needs and a model does not: paths, and where the texts are. For a merged change request those are
 * its base and result revisions.
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

/** What the app page needs of a comment: time, replies, and location. */
export function commentForApp({ postedAt, replies, target }: PlacedComment): object {
  return { postedAt, replies, pageId: target?.page?.id, preview: target?.node?.preview };
}
