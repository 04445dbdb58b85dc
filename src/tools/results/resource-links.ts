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
type Recognizer = (facts: Facts, known: KnownIds) => ResourceLink | undefined;

/** The resources that a call is about, then those that its answer mentions, in order; at most ten. */
export function resourceLinks(args: Arguments, answer: Facts): ResourceLink[] {
  const known = knownIdsOf(args, answer);
  const links = new Links();
  links.add(recognize(answer, known));
  addNamed(links, args, answer, known);
  addMentioned(links, answer, known);
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

function knownIdsOf(
  { spaceId, revisionId, organizationId, specSlug, changeRequestId }: Arguments,
  answer: Facts,
): KnownIds {
  return {
    spaceId: ifFitsUri(spaceId),
    changeRequestId: ifFitsUri(
      changeRequestId === undefined ? answer.changeRequestId : changeRequestId,
    ),
    revisionId: ifFitsUri(revisionId),
    organizationId: ifFitsUri(organizationId),
    specSlug: ifFitsUri(specSlug),
  };
}

function ifFitsUri(value: unknown): string | undefined {
  return fitsUri(value) ? value : undefined;
}

/** Adds what the arguments name. The answer itself needs no second link under another id. */
function addNamed(links: Links, args: Arguments, answer: Facts, known: KnownIds): void {
  const { pageId, commentId, fileId, versionId } = args as Record<string, string | undefined>;
  const { object, title, name } = answer;
  if (pageId !== undefined) links.add(pageLink({ id: pageId, title }, known));
  if (commentId !== undefined && object !== 'comment') {
    links.add(commentLink({ id: commentId }, known));
  }
  if (fileId !== undefined) links.add(fileLink({ id: fileId, name }, known));
  if (known.specSlug !== undefined && object !== 'openapi-spec') {
    links.add(versionLink({ id: versionId ?? LATEST }, known));
  }
  if (known.changeRequestId !== undefined && object !== 'change-request') {
    links.add(changeRequestLink({ id: known.changeRequestId, number: answer.number }, known));
  }
  if ('pages' in answer || 'outline' in answer) {
    links.add(spaceLink({ id: known.spaceId }, known));
  }
}

/** Adds every object in an answer that has a resource, outermost first. */
function addMentioned(links: Links, value: unknown, known: KnownIds): void {
  if (typeof value !== 'object' || value === null || links.isFull) return;
  if (Array.isArray(value)) {
    for (const item of value) addMentioned(links, item, known);
    return;
  }
  const facts = value as Facts;
  links.add(recognize(facts, known));
  const inner = idsWithin(facts, known);
  for (const key of Object.keys(facts)) {
    const member = facts[key];
    if (typeof member === 'object' && !OPAQUE.has(key)) addMentioned(links, member, inner);
  }
}

/** Documents, and the sections of found pages, are skipped: nothing in them has a resource. */
const OPAQUE = new Set(['document', 'filesystem', 'jsonSchema', 'sections']);

/** A search hit is a space with pages in it. */
function idsWithin({ id, pages, path, object }: Facts, known: KnownIds): KnownIds {
  const isSpace = object === 'space' || (Array.isArray(pages) && path === undefined);
  return isSpace && known.spaceId === undefined && fitsUri(id) ? { ...known, spaceId: id } : known;
}

function recognize(facts: Facts, known: KnownIds): ResourceLink | undefined {
  if (facts.object !== undefined) return BY_OBJECT[String(facts.object)]?.(facts, known);
  if ('downloadURL' in facts) return fileLink(facts, known);
  if (facts.type === 'page' && 'page' in facts && 'space' in facts) {
    return pageLink({ id: facts.page }, { spaceId: facts.space as string });
  }
  return 'path' in facts && 'title' in facts ? pageLink(facts, known) : undefined;
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

const changeRequestLink: Recognizer = (facts, known) => {
  const spaceId = fitsUri(facts.space) ? facts.space : known.spaceId;
  return link('change-request', { spaceId, changeRequestId: facts.id }, facts);
};

const spaceLink: Recognizer = (facts) => link('table-of-contents', { spaceId: facts.id }, facts);

const versionLink: Recognizer = (facts, { organizationId, specSlug }) =>
  facts.id === LATEST
    ? link('openapi-latest', { organizationId, specSlug }, { title: specSlug })
    : link('openapi-version', { organizationId, specSlug, versionId: facts.id }, facts);

const specificationLink: Recognizer = ({ slug, lastVersion }, known) =>
  lastVersion === undefined
    ? undefined
    : versionLink({ id: LATEST }, { ...known, specSlug: slug as string });

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
