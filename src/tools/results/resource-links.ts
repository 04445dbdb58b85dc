import type { Arguments } from '../../operations/index.ts';
import {
  fitsUri,
  LATEST,
  RESOURCE_KINDS,
  type ResourceKind,
  resourceUri,
  sentType,
  type UriVariables,
  unfitVariable,
} from '../../uris/index.ts';
import type { Facts } from '../views/view.ts';

/** A resource that a result mentions and a host can attach. */
export interface ResourceLink {
  uri: string;
  name: string;
  mimeType?: string;
  size?: number;
  annotations: { priority: number; lastModified?: string };
}

/** A result mentions the most important resources; a long list is in the list itself. */
const MAX_LINKS = 10;

/** The location of an object, as far as arguments and answer determine it. */
interface KnownIds {
  spaceId?: string;
  changeRequestId?: string;
  revisionId?: string;
  organizationId?: string;
  specSlug?: string;
}

/** How to recognise each kind of object in an answer: by `object`, or by fields that only this kind has. */
type Recognizer = (facts: Facts, place: KnownIds) => ResourceLink | undefined;

/** The resources that a call is about, then those that its answer mentions, in order; at most ten. */
export function resourceLinks(args: Arguments, answer: Facts): ResourceLink[] {
  const place = placeOf(args, answer);
  const links = new Links();
  links.add(recognize(answer, place));
  addNamed(links, args, answer, place);
  addMentioned(links, answer, place);
  return links.all;
}

/** Links to resources, without duplicates. */
class Links {
  readonly #byUri = new Map<string, ResourceLink>();

  get all(): ResourceLink[] {
    return [...this.#byUri.values()];
  }

  get isFull(): boolean {
    return this.#byUri.size === MAX_LINKS;
  }

  add(link: ResourceLink | undefined): void {
    if (link && !this.isFull && !this.#byUri.has(link.uri)) this.#byUri.set(link.uri, link);
  }
}

function placeOf(
  { spaceId, revisionId, organizationId, specSlug, changeRequestId }: Arguments,
  answer: Facts,
): KnownIds {
  return {
    spaceId: ifFits(spaceId),
    changeRequestId: ifFits(
      changeRequestId === undefined ? answer.changeRequestId : changeRequestId,
    ),
    revisionId: ifFits(revisionId),
    organizationId: ifFits(organizationId),
    specSlug: ifFits(specSlug),
  };
}

function ifFits(value: unknown): string | undefined {
  return fitsUri(value) ? value : undefined;
}

/** Adds what the arguments name. The answer itself needs no second link under another id. */
function addNamed(links: Links, args: Arguments, answer: Facts, place: KnownIds): void {
  const { pageId, commentId, fileId, versionId } = args as Record<string, string | undefined>;
  const { object, title, name } = answer;
  if (pageId !== undefined) links.add(pageLink({ id: pageId, title }, place));
  if (commentId !== undefined && object !== 'comment') {
    links.add(commentLink({ id: commentId }, place));
  }
  if (fileId !== undefined) links.add(fileLink({ id: fileId, name }, place));
  if (place.specSlug !== undefined && object !== 'openapi-spec') {
    links.add(versionLink({ id: versionId ?? LATEST }, place));
  }
  if (place.changeRequestId !== undefined && object !== 'change-request') {
    links.add(changeRequestLink({ id: place.changeRequestId, number: answer.number }, place));
  }
  if ('pages' in answer || 'outline' in answer) {
    links.add(spaceLink({ id: place.spaceId }, place));
  }
}

/** Adds every object in an answer that has a resource, outermost first. */
function addMentioned(links: Links, value: unknown, place: KnownIds): void {
  if (typeof value !== 'object' || value === null || links.isFull) return;
  if (Array.isArray(value)) {
    for (const item of value) addMentioned(links, item, place);
    return;
  }
  const facts = value as Facts;
  links.add(recognize(facts, place));
  const inner = within(facts, place);
  for (const key of Object.keys(facts)) {
    const member = facts[key];
    if (typeof member === 'object' && !OPAQUE.has(key)) addMentioned(links, member, inner);
  }
}

/** Documents, and the sections of found pages, are skipped: nothing in them has a resource. */
const OPAQUE = new Set(['document', 'filesystem', 'jsonSchema', 'sections']);

/** A search hit is a space with pages in it. */
function within({ id, pages, path, object }: Facts, place: KnownIds): KnownIds {
  const isSpace = object === 'space' || (Array.isArray(pages) && path === undefined);
  return isSpace && place.spaceId === undefined && fitsUri(id) ? { ...place, spaceId: id } : place;
}

function recognize(facts: Facts, place: KnownIds): ResourceLink | undefined {
  if (facts.object !== undefined) return BY_OBJECT[String(facts.object)]?.(facts, place);
  if ('downloadURL' in facts) return fileLink(facts, place);
  if (facts.type === 'page' && 'page' in facts && 'space' in facts) {
    return pageLink({ id: facts.page }, { spaceId: facts.space as string });
  }
  return 'path' in facts && 'title' in facts ? pageLink(facts, place) : undefined;
}

const pageLink: Recognizer = (facts, { spaceId, changeRequestId, revisionId }) => {
  const pageId = facts.id;
  if (changeRequestId !== undefined) {
    return link('change-request-page', { spaceId, changeRequestId, pageId }, facts);
  }
  return revisionId === undefined
    ? link('page', { spaceId, pageId }, facts)
    : link('revision-page', { spaceId, revisionId, pageId }, facts);
};

const commentLink: Recognizer = (facts, { spaceId, changeRequestId }) => {
  const commentId = facts.id;
  return changeRequestId === undefined
    ? link('comment', { spaceId, commentId }, facts)
    : link('change-request-comment', { spaceId, changeRequestId, commentId }, facts);
};

const fileLink: Recognizer = (facts, { spaceId, changeRequestId }) => {
  const fileId = facts.id;
  return changeRequestId === undefined
    ? link('file', { spaceId, fileId }, facts)
    : link('change-request-file', { spaceId, changeRequestId, fileId }, facts);
};

const changeRequestLink: Recognizer = (facts, place) => {
  const spaceId = fitsUri(facts.space) ? facts.space : place.spaceId;
  return link('change-request', { spaceId, changeRequestId: facts.id }, facts);
};

const spaceLink: Recognizer = (facts) => link('table-of-contents', { spaceId: facts.id }, facts);

const versionLink: Recognizer = (facts, { organizationId, specSlug }) =>
  facts.id === LATEST
    ? link('openapi-latest', { organizationId, specSlug }, { title: specSlug })
    : link('openapi-version', { organizationId, specSlug, versionId: facts.id }, facts);

const specificationLink: Recognizer = ({ slug, lastVersion }, place) =>
  lastVersion === undefined
    ? undefined
    : versionLink({ id: LATEST }, { ...place, specSlug: slug as string });

const BY_OBJECT: Readonly<Record<string, Recognizer>> = {
  'change-request': changeRequestLink,
  comment: commentLink,
  space: spaceLink,
  'openapi-spec': specificationLink,
  'openapi-spec-version': versionLink,
};

function link<Kind extends ResourceKind>(
  kind: Kind,
  variables: Record<keyof UriVariables<Kind>, unknown>,
  facts: Facts,
): ResourceLink | undefined {
  if (unfitVariable(variables) !== undefined) return undefined;
  const { title: what, mimeType, priority } = RESOURCE_KINDS[kind];
  const { title, subject, name, number, size, contentType, updatedAt } = facts;
  const known = [title, subject, name].find((text) => typeof text === 'string' && text !== '');
  const type = mimeType ?? contentType;
  return {
    uri: resourceUri(kind, variables as UriVariables<Kind>),
    name: String(known ?? (number === undefined ? what : `${what} ${number}`)),
    ...(typeof type === 'string' && { mimeType: sentType(type) }),
    ...(typeof size === 'number' && { size }),
    annotations: {
      priority,
      ...(typeof updatedAt === 'string' && { lastModified: updatedAt }),
    },
  };
}
