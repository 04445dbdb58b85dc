import { openSpace } from '../auth/access.ts';
import type { Role } from '../auth/roles.ts';
import {
  type ChangeRequest,
  changeRequestState,
  findChangeRequest,
} from '../content/change-requests.ts';
import type { Actor } from '../content/draft.ts';
import type { ContentState, Revision } from '../content/model.ts';
import { primaryHead, revisionOf, stateAt } from '../content/revisions.ts';
import { HttpReply } from '../http/reply.ts';
import type { Call } from '../http/route.ts';
import type { Discussion } from '../serializers/comment.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import { newId } from '../store/ids.ts';

/** The author of this call's writes. */
export function actorOf({ user }: Pick<Call, 'user'>): Actor {
  return { user: user.id, at: new Date().toISOString(), newId };
}

/** 201 with the new object, and its address as `Location`. */
export function created(object: { urls: { location: string } }): HttpReply {
  return HttpReply.created(object, object.urls.location);
}

/** The content that a path addresses: a space's own, that of a change request, or that of a revision. */
export interface AddressedContent {
  space: SpaceRow;
  role: Role | null;
  state: ContentState;
  revision: Revision;
  changeRequest?: ChangeRequest;
  /** Path of the space, change request or revision in the API. */
  path: string;
}

type ContentCall = Pick<Call, 'db' | 'user'> & {
  params: { spaceId?: string; changeRequestId?: string; revisionId?: string };
};

/** Opens what `spaceId` and, where the path has one, `changeRequestId` or `revisionId` name; 403 or 404 otherwise. */
export function openContent(call: ContentCall, needed?: Role): AddressedContent {
  const { spaceId = '', changeRequestId, revisionId } = call.params;
  const { row: space, role } = openSpace(call, spaceId, needed);
  const path = `/spaces/${space.id}`;
  if (revisionId !== undefined) {
    const revision = revisionOf(call.db, space.id, revisionId);
    const at = `${path}/revisions/${revision.id}`;
    return { space, role, revision, state: stateAt(revision), path: at };
  }
  if (changeRequestId === undefined) {
    const revision = primaryHead(call.db, space.id);
    return { space, role, revision, state: stateAt(revision), path };
  }
  const changeRequest = findChangeRequest(call.db, space.id, changeRequestId);
  return {
    space,
    role,
    state: changeRequestState(changeRequest),
    revision: revisionOf(call.db, space.id, changeRequest.revision),
    changeRequest,
    path: `${path}/change-requests/${changeRequest.id}`,
  };
}

type RequestCall = Pick<Call, 'db' | 'user'> & {
  params: { spaceId: string; changeRequestId: string };
};

/** The change request in a path; 403 or 404 if the caller may not see it or it does not exist. */
export function openRequest(call: RequestCall, needed?: Role): ChangeRequest {
  const { row: space } = openSpace(call, call.params.spaceId, needed);
  return findChangeRequest(call.db, space.id, call.params.changeRequestId);
}

/** The discussion of a space or change request, with the content that it is about. */
export type OpenDiscussion = Discussion & AddressedContent & { branch: string };

/** Opens the discussion of what `spaceId` and, where the path has it, `changeRequestId` name; 403 or 404 otherwise. */
export function openDiscussion(call: ContentCall, needed?: Role): OpenDiscussion {
  const { changeRequest, ...content } = openContent(call, needed);
  return {
    ...content,
    branch: changeRequest?.id ?? content.space.id,
    ...(changeRequest && { changeRequest: changeRequest.id }),
  } as OpenDiscussion;
}
