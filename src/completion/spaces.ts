import { operations, serviceOf } from '../operations/index.ts';
import type { Reader } from '../resources/index.ts';
import {
  type CandidateSource,
  type Candidates,
  type ChosenValues,
  type CompletionCandidate,
  firstListPage,
  joinedCandidates,
} from './candidates.ts';

/** Organizations, collections and sites that are searched for spaces, with one request each. */
const MAX_CONTAINERS = 20;

export const organizations: CandidateSource = async (_, reader, { pinned }) =>
  pinned.organizationId === undefined
    ? firstListPage(reader, operations.listOrganizations, {}, ({ id, title }) => ({
        value: id,
        labels: [title],
      }))
    : { items: [{ value: pinned.organizationId }], isComplete: true };

/** The spaces that the operator allows, or else all of them. */
export const spaces: CandidateSource = async (chosen, reader, { pinned, allowedSpaces }) => {
  if (pinned.spaceId !== undefined) return { items: [{ value: pinned.spaceId }], isComplete: true };
  const all = joinedCandidates([allSpaces(chosen, reader)]);
  if (!allowedSpaces) return all;
  const named = (await all).items.filter(({ value }) => allowedSpaces.has(value));
  const nameless = [...allowedSpaces].map((value) => ({ value }));
  return { items: [...named, ...nameless], isComplete: true };
};

async function allSpaces({ organizationId }: ChosenValues, reader: Reader): Promise<Candidates> {
  const known = { items: [{ value: organizationId ?? '' }], isComplete: true };
  const found =
    organizationId === undefined
      ? await firstListPage(reader, operations.listOrganizations, {}, ({ id }) => ({ value: id }))
      : known;
  const spacesIn =
    (await serviceOf(reader.caller)) === 'current' ? listedSpaces : spacesInContainers;
  return concatCandidates(found, (id) => spacesIn(reader, id));
}

const spaceOf = ({ id, title }: { id: string; title: string }): CompletionCandidate => ({
  value: id,
  labels: [title],
});

function listedSpaces(reader: Reader, organizationId: string): Promise<Candidates> {
  return firstListPage(reader, operations.listSpaces, { organizationId }, spaceOf);
}

/** The legacy service has no list of all spaces: they are found through collections and sites. */
function spacesInContainers(reader: Reader, organizationId: string): Promise<Candidates> {
  const idOf = ({ id }: { id: string }): CompletionCandidate => ({ value: id });
  const inCollections = async () =>
    concatCandidates(
      await firstListPage(reader, operations.listCollections, { organizationId }, idOf),
      (id) =>
        firstListPage(reader, operations.listSpacesInCollection, { collectionId: id }, spaceOf),
    );
  const onSites = async () =>
    concatCandidates(
      await firstListPage(reader, operations.listSites, { organizationId }, idOf),
      (siteId) =>
        firstListPage(reader, operations.listSiteSpaces, { organizationId, siteId }, ({ space }) =>
          spaceOf(space),
        ),
    );
  return joinedCandidates([inCollections(), onSites()]);
}

async function concatCandidates(
  containers: Candidates,
  within: (id: string) => Promise<Candidates>,
): Promise<Candidates> {
  const looked = containers.items.slice(0, MAX_CONTAINERS);
  const { items, isComplete } = await joinedCandidates(looked.map(({ value }) => within(value)));
  return {
    items,
    isComplete: isComplete && containers.isComplete && looked.length === containers.items.length,
  };
}
