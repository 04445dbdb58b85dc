import { ResourceRefusal } from '../../resources/index.ts';
import { LATEST, type ResourceAddress, resourceUri, withoutSlashes } from '../../uris/index.ts';

/** The unit of polling: one request to the platform covers everything in it. */
export type Topic =
  | { of: 'content'; spaceId: string }
  | { of: 'change-requests'; spaceId: string }
  | { of: 'specification'; organizationId: string; specSlug: string };

/** The topic of a resource. */
export interface Interest {
  topic: Topic;
  /** URI of the part of the topic whose changes are the resource's changes. */
  part: string;
  /** Whether the resource exists if the part does. */
  isPart: boolean;
}

/**
 * The topic that covers a resource.
 * @throws {ResourceRefusal} if it cannot be watched, naming what to subscribe to instead.
 */
export function interestOf({ kind, variables }: ResourceAddress): Interest {
  const { spaceId = '', pageId = '', fileId = '', changeRequestId = '' } = variables;
  const inContent = (part: string): Interest => ({
    topic: { of: 'content', spaceId },
    part,
    isPart: true,
  });
  const inChangeRequest = (isPart: boolean): Interest => ({
    topic: { of: 'change-requests', spaceId },
    part: resourceUri('change-request', { spaceId, changeRequestId }),
    isPart,
  });
  switch (kind) {
    case 'table-of-contents':
      return inContent(resourceUri(kind, { spaceId }));
    case 'page':
      return inContent(resourceUri(kind, { spaceId, pageId }));
    case 'page-by-path':
      return inContent(pathPart(spaceId, variables.pagePath ?? ''));
    case 'file':
      return inContent(resourceUri(kind, { spaceId, fileId }));
    case 'change-request':
    case 'change-request-diff':
      return inChangeRequest(true);
    case 'change-request-page':
    case 'change-request-page-by-path':
    case 'change-request-file':
      return inChangeRequest(false);
    case 'openapi-latest':
      return inSpecification(variables, true);
    case 'openapi-operation':
    case 'openapi-schema':
      if (variables.versionId === LATEST) return inSpecification(variables, false);
      throw unchangingRefusal(`"${LATEST}" in place of the version`);
    case 'openapi-version':
      throw unchangingRefusal(`"${LATEST}" in place of the version`);
    case 'revision-page':
    case 'revision-page-by-path':
      throw unchangingRefusal('the same page without the revision');
    case 'comment':
      throw new ResourceRefusal(
        'Comments are not watched for changes. Read the thread again when it is needed.',
      );
    case 'change-request-comment':
      throw new ResourceRefusal(
        'Comments are not watched for changes. Subscribe to their change request: it changes with the number of its comments.',
      );
  }
}

/** The URI of a page by its path, in the form that the topic uses. */
export function pathPart(spaceId: string, path: string): string {
  return resourceUri('page-by-path', { spaceId, pagePath: withoutSlashes(path) });
}

export function latestPart(organizationId: string, specSlug: string): string {
  return resourceUri('openapi-latest', { organizationId, specSlug });
}

function inSpecification(
  { organizationId = '', specSlug = '' }: ResourceAddress['variables'],
  isPart: boolean,
): Interest {
  const part = latestPart(organizationId, specSlug);
  return { topic: { of: 'specification', organizationId, specSlug }, part, isPart };
}

function unchangingRefusal(instead: string): ResourceRefusal {
  return new ResourceRefusal(
    `It never changes. To be notified of changes, subscribe to ${instead}.`,
  );
}
