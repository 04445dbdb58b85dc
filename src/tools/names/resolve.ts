import { PlatformError } from '../../client/index.ts';
import { type Directory, directoryOf, readersOf } from '../../content/index.ts';
import {
  type Arguments,
  type ArgumentsOf,
  type FoundId,
  type ItemOf,
  idsIn,
  isScoped,
  isWithinScope,
  list,
  type Operation,
  operations,
  requireWithin,
  type Scope,
  send,
  withIds,
} from '../../operations/index.ts';
import { isName } from '../../text/name.ts';
import { quotedName } from '../nearest.ts';
import { whereReadable } from '../readable.ts';
import { Refusal } from '../refusal.ts';
import { SeveralOrganizations } from '../several-organizations.ts';
import { type CallContext, reachOfOperation, type Tool } from '../tool.ts';
import { type AddressParts, isAddress, parseAddress } from './address.ts';
import {
  AmbiguousName,
  candidateOf,
  listed,
  meantBy,
  type NameCandidate,
  type NamedItem,
  oneNamed,
  UnknownName,
} from './candidates.ts';
import {
  FINDERS,
  isEmail,
  isNameOf,
  KINDS,
  mayBeTitle,
  type NamedKind,
  numberIn,
} from './kinds.ts';
import { type Lookup, lookupOf } from './organization.ts';
import { pageCandidates, pathless } from './pages.ts';
import { defaultTeams, peopleSeen } from './people.ts';
import { publishedParts } from './published.ts';
import { withinScope } from './within-scope.ts';

/** Maximum number of items that are searched for a name. */
const MAX_LISTED = 1000;

/** Maximum number of organizations that are searched for a person, or for the one with an object. */
const MAX_ORGANIZATIONS = 5;

/** Other parts of an address that an argument of the tool may ask for. */
const SUPPLIED: readonly (readonly [argument: string, part: keyof AddressParts])[] = [
  ['organizationId', 'organization'],
  ['spaceId', 'space'],
  ['changeRequestId', 'changeRequest'],
  ['siteId', 'site'],
];

/** Arguments that determine the organization. */
const PARENTS = ['spaceId', 'collectionId', 'siteId'];

/**
 * Replaces names and addresses by ids, and supplies the organization if it follows from the arguments or is the
 * caller's only one. The operator's restrictions are checked later, on the ids; anything outside of them is not a
 * candidate here.
 * @throws {Refusal} for a name with no match or several, listing the candidates.
 */
export function resolveNames(
  tool: Tool,
  given: Arguments,
  context: CallContext,
  scope: Scope,
): Promise<Arguments> {
  return new Resolving(tool, given, context, scope, isNameOf).run();
}

/** Kinds that are looked up in the directory. */
const CONTAINERS: ReadonlySet<NamedKind> = new Set(['organization', 'collection', 'space', 'site']);

function refuse(_: string, error: unknown): never {
  throw error;
}

/** @throws {Refusal} for too many names. */
function limited(names: FoundId[]): FoundId[] {
  if (names.length <= MAX_NAMES) return names;
  throw new Refusal(
    `Nothing was sent: ${names.length} names or addresses are more than the ${MAX_NAMES} that are looked up; give ids, or fewer at once.`,
  );
}

/** Maximum number of names in one call: each is looked up, and each replaced in the arguments. */
const MAX_NAMES = 200;

export type IsName = (kind: NamedKind, value: string) => boolean;

export class Resolving {
  readonly #tool: Tool;
  readonly #context: CallContext;
  readonly #scope: Scope;
  readonly #isName: IsName;
  #args: Arguments;
  #directory: Promise<Directory> | undefined;
  #isFresh = false;

  constructor(tool: Tool, args: Arguments, context: CallContext, scope: Scope, isName: IsName) {
    this.#isName = isName;
    this.#tool = tool;
    this.#args = args;
    this.#context = context;
    this.#scope = scope;
  }

  /** `otherwise` handles a name without an id; by default, the call is refused. */
  async run(otherwise: (name: string, error: unknown) => string = refuse): Promise<Arguments> {
    await this.#readAddresses();
    for (const kind of KINDS) {
      const values = new Map<FoundId, string>();
      for (const id of this.#named(kind)) {
        const found = this.#idOf(kind, id.value).catch((error) => otherwise(id.value, error));
        values.set(id, await found);
      }
      for (const id of this.#words(kind)) values.set(id, await this.#idOfWord(kind, id.value));
      if (values.size > 0) this.#args = withIds(this.#args, values);
      if (kind === 'site') await this.#supplyOrganization();
    }
    return this.#args;
  }

  #named(kind: NamedKind): FoundId[] {
    const named = idsIn(this.#tool.input, this.#args).filter(
      (id) => id.kind === kind && this.#isName(kind, id.value),
    );
    return limited(named);
  }

  /** Words that could be ids or titles of containers of other names. */
  #words(kind: NamedKind): FoundId[] {
    if (!CONTAINERS.has(kind)) return [];
    const words = idsIn(this.#tool.input, this.#args).filter(
      ({ kind: own, value }) => own === kind && !this.#isName(kind, value) && mayBeTitle(value),
    );
    // This many are more likely ids.
    return words.length > MAX_NAMES ? [] : words;
  }

  /** The id of the only object with this title. If there is none, or the word is an id, the word itself. */
  async #idOfWord(kind: NamedKind, word: string): Promise<string> {
    const candidates = await this.#candidates(kind, word);
    const titled = candidates.filter(({ title }) => title === word);
    const meant = titled.length === 0 && word.includes('-') ? meantBy(word, candidates) : titled;
    const [first, another] = candidates.some(({ id }) => id === word) ? [] : meant;
    return first && !another ? first.id : word;
  }

  /** Replaces addresses by what they refer to, and adds their other parts if the tool asks for them. */
  async #readAddresses(): Promise<void> {
    const values = new Map<FoundId, string>();
    const addresses = idsIn(this.#tool.input, this.#args).filter(({ value }) => isAddress(value));
    for (const id of limited(addresses)) {
      const parts = parseAddress(id.value) ?? (await this.#publishedParts(id.value));
      const part =
        parts &&
        (parts[id.kind as keyof AddressParts] ?? (id.kind === 'page' ? parts.pagePath : undefined));
      if (part === undefined) {
        throw new Refusal(
          `Nothing was sent: ${id.path.join('.')} ${JSON.stringify(id.value)} is no address of what is asked for here, or not one that this token sees.`,
        );
      }
      if (parts?.changeRequest && id.kind === 'page' && !this.#takesRequest()) {
        throw new Refusal(
          `Nothing was sent: this is the address of a page in change request ${parts.changeRequest}; get_change_request_page reads it.`,
        );
      }
      values.set(id, id.kind === 'page' && parts?.page === undefined ? `/${part}` : part);
      this.#supply(parts ?? {});
    }
    if (values.size > 0) this.#args = withIds(this.#args, values);
  }

  #takesRequest(): boolean {
    return ['changeRequestId', 'existing'].some((name) => name in this.#tool.input.shape);
  }

  #supply(parts: AddressParts): void {
    for (const [argument, part] of SUPPLIED) {
      const value = parts[part];
      if (value === undefined || !(argument in this.#tool.input.shape)) continue;
      if (this.#args[argument] === undefined) this.#args = { ...this.#args, [argument]: value };
    }
  }

  async #publishedParts(address: string): Promise<AddressParts | undefined> {
    return publishedParts(address, await this.#known(), (site) =>
      this.#list(operations.listSiteSpaces, site),
    );
  }

  #known(fresh = false): Promise<Directory> {
    if (!this.#directory || fresh) {
      this.#isFresh = fresh;
      const { isExcluded } = this.#context;
      this.#directory = directoryOf(this.#context, { isExcluded, fresh, scope: this.#scope }).then(
        (all) => withinScope(all, this.#scope),
      );
    }
    return this.#directory;
  }

  async #supplyOrganization(): Promise<void> {
    if (!('organizationId' in this.#tool.input.shape)) return;
    if (this.#args.organizationId !== undefined) return;
    try {
      const organizationId =
        (await this.#impliedOrganization()) ?? (await this.#organizationWith());
      if (organizationId !== undefined) {
        this.#args = { ...this.#args, organizationId };
        return;
      }
    } catch (error) {
      // Then validation reports what is missing.
      if (error instanceof PlatformError) return;
      throw error;
    }
    const { organizations } = await this.#known();
    if (organizations.length === 0) return;
    const { siteId, specSlug } = this.#args;
    // Then validation reports what is missing.
    if ('siteId' in this.#tool.input.shape && typeof siteId !== 'string') return;
    const site =
      typeof siteId === 'string'
        ? `siteId ${quotedName(siteId)} is no site that this token sees, or `
        : '';
    const spec =
      typeof specSlug === 'string'
        ? `specSlug ${quotedName(specSlug)} is not the specification of exactly one organization, or `
        : '';
    throw new SeveralOrganizations(organizations, `${site}${spec}`);
  }

  /** The only organization with the object that another argument names. */
  async #organizationWith(): Promise<string | undefined> {
    const { organizations, service } = await this.#known();
    const lookup = lookupOf(this.#tool, this.#args, service);
    if (!lookup || organizations.length > MAX_ORGANIZATIONS) return undefined;
    const found = await Promise.all(
      organizations.map(async ({ id }) => ((await this.#holds(id, lookup)) ? id : undefined)),
    );
    const [only, another] = found.filter((id) => id !== undefined);
    return another === undefined ? only : undefined;
  }

  async #holds(organizationId: string, { argument, value, read, list }: Lookup): Promise<boolean> {
    try {
      if (argument === 'specSlug') {
        return meantBy(value.trim(), await this.#specificationsOf(organizationId)).length > 0;
      }
      if (list && (isNameOf('team', value) || mayBeTitle(value))) {
        const items: NamedItem[] = await this.#list(list, { organizationId });
        if (meantBy(value, items.map(candidateOf)).length > 0) return true;
      }
      const args = { organizationId, [argument]: value, ...(read.paged && { limit: 1 }) };
      await send(this.#admitted(read), args, this.#context);
      return true;
    } catch (error) {
      const isKnown = error instanceof PlatformError && error.status !== undefined;
      if (isKnown || error instanceof Refusal) return false;
      throw error;
    }
  }

  async #idOf(kind: NamedKind, name: string): Promise<string> {
    const number = kind === 'changeRequest' ? numberIn(name) : undefined;
    if (number !== undefined) return number;
    await this.#requireWithin(kind);
    try {
      return await this.#oneOf(kind, name);
    } catch (error) {
      const mayBeNew = error instanceof Refusal && !(error instanceof AmbiguousName);
      if (!mayBeNew || !CONTAINERS.has(kind) || this.#isFresh) throw error;
      // It may have been created after the directory was read.
      await this.#known(true);
      return this.#oneOf(kind, name);
    }
  }

  async #oneOf(kind: NamedKind, name: string): Promise<string> {
    const candidates = await this.#candidates(kind, name);
    const { what = kind, ...finder } = FINDERS[kind];
    try {
      const plain = kind === 'page' ? pathless(name, candidates) : name;
      return oneNamed(plain, what, candidates, finder);
    } catch (error) {
      if (kind !== 'changeRequest' || !(error instanceof UnknownName)) throw error;
      // Work on finished ones is rare, and there are many more of them.
      const finished = meantBy(name.trim(), await this.#requests(['merged', 'archived']));
      if (finished.length === 0) throw error;
      return oneNamed(name, 'change request', finished, finder);
    }
  }

  async #candidates(kind: NamedKind, name: string): Promise<readonly NameCandidate[]> {
    switch (kind) {
      case 'organization':
        return (await this.#known()).organizations;
      case 'collection':
        return (await this.#known()).collections;
      case 'space':
        return await this.#spaces();
      case 'site':
        return (await this.#known()).sites;
      case 'page':
        return await this.#pages();
      case 'changeRequest':
        return await this.#requests(['open', 'draft']);
      case 'user':
        return await this.#users(name);
      case 'team':
        return await this.#teams();
      case 'specification':
        return await this.#specifications();
      case 'siteSection':
        return await this.#sections();
    }
  }

  async #spaces(): Promise<readonly NameCandidate[]> {
    const { spaces, collections } = await this.#known();
    const { organizationId } = this.#args;
    return spaces
      .filter(({ organization }) => organizationId === undefined || organization === organizationId)
      .map(({ id, title, parent }) => ({
        id,
        title,
        within: collections.find((one) => one.id === parent)?.title,
      }));
  }

  async #pages(): Promise<readonly NameCandidate[]> {
    const spaceId = this.#place('spaceId', 'a page is named');
    const changeRequestId = this.#args.changeRequestId ?? this.#args.existing;
    const place = { spaceId, changeRequestId: changeRequestId as string | undefined };
    const reader = this.#admitted(readersOf(place).pages);
    try {
      return pageCandidates((await send(reader, place, this.#context)).pages);
    } catch (error) {
      const isUnknown = error instanceof PlatformError && error.status === 404;
      if (!isUnknown || !(await this.#findRequest())) throw error;
      return this.#pages();
    }
  }

  /** Replaces a change request that is named by a subject of one word. */
  async #findRequest(): Promise<boolean> {
    const values = new Map<FoundId, string>();
    for (const id of idsIn(this.#tool.input, this.#args)) {
      if (id.kind !== 'changeRequest' || !mayBeTitle(id.value)) continue;
      const found = await this.#idOfWord('changeRequest', id.value);
      if (found !== id.value) values.set(id, found);
    }
    this.#args = withIds(this.#args, values);
    return values.size > 0;
  }

  async #requests(statuses: readonly string[]): Promise<NameCandidate[]> {
    const spaceId = this.#place('spaceId', 'a change request is named');
    const all = await Promise.all(
      statuses.map((status) => this.#list(operations.listChangeRequests, { spaceId, status })),
    );
    return all
      .flat()
      .map(({ id, number, subject = '' }) => ({ id, title: subject, within: `#${number}` }));
  }

  async #users(name: string): Promise<NameCandidate[]> {
    const { service } = await this.#known();
    if (service === 'current') {
      const found = await this.#members({ search: name });
      // The search of the platform knows accents, and a refusal names who there is.
      const isFound = meantBy(name.trim(), found).length > 0;
      return isFound ? found : this.#members();
    }
    const organizationId = this.#args.organizationId ?? (await this.#impliedOrganization());
    const { teamId } = this.#args;
    const team =
      typeof teamId === 'string' && mayBeTitle(teamId)
        ? { teamId: await this.#idOfWord('team', teamId) }
        : {};
    const where = { ...this.#args, organizationId, ...team };
    const seen = await peopleSeen((lister, args) => this.#list(lister, args), where);
    if (meantBy(name.trim(), seen).length > 0) return seen;
    // The service itself may know people by their e-mail addresses.
    if (isEmail(name)) return [...seen, { id: name, title: name }];
    const known = seen.length > 0 ? ` It knows: ${listed(seen)}.` : '';
    throw new Refusal(
      `Nothing was sent: this service has no list of members to find ${JSON.stringify(name)} in.${known} Of others give the id, as in createdBy or postedBy of what they wrote, or list_team_members.`,
    );
  }

  /** The members of the organization, or of all the caller's if the tool takes none. */
  async #members(search: Arguments = {}): Promise<NameCandidate[]> {
    const implied = this.#args.organizationId ?? (await this.#impliedOrganization());
    const isAnywhere = !('organizationId' in this.#tool.input.shape) && !isScoped(this.#scope);
    if (implied !== undefined || !isAnywhere) {
      return this.#inOrganization(operations.listMembers, search);
    }
    const { organizations } = await this.#known();
    const members = new Map<string, NameCandidate>();
    for (const { id: organizationId } of organizations.slice(0, MAX_ORGANIZATIONS)) {
      const listed = this.#list(operations.listMembers, { organizationId, ...search });
      // A guest of one organization may be a member of another.
      const items: NamedItem[] = (await whereReadable(() => listed)) ?? [];
      for (const member of items.map(candidateOf)) members.set(member.id, member);
    }
    return [...members.values()];
  }

  async #teams(): Promise<NameCandidate[]> {
    const { service } = await this.#known();
    if (service === 'current') return this.#inOrganization(operations.listTeams);
    const organizationId = await this.#organization();
    const teams = await defaultTeams((lister, args) => this.#list(lister, args), organizationId);
    return teams.map(candidateOf);
  }

  async #inOrganization(lister: Operation, more: Arguments = {}): Promise<NameCandidate[]> {
    const organizationId = await this.#organization();
    const items: NamedItem[] = await this.#list(lister, { organizationId, ...more });
    return items.map(candidateOf);
  }

  /** Paths identify a specification by its slug; people, by the title of its document. */
  async #specifications(): Promise<NameCandidate[]> {
    return this.#specificationsOf(await this.#organization());
  }

  async #specificationsOf(organizationId: string): Promise<NameCandidate[]> {
    const listed = await this.#list(operations.listOpenapiSpecs, { organizationId });
    const { withTitles } = await import('../stated-info.ts');
    const all = await withTitles(organizationId, listed, this.#context);
    return all.map(({ id, slug, title = slug }) => ({ id: slug, title, also: [id, slug] }));
  }

  /** The given organization, that of another argument, or the only one. */
  async #organization(): Promise<string> {
    const known = this.#args.organizationId ?? (await this.#impliedOrganization());
    if (typeof known === 'string') return known;
    throw new Refusal('Nothing was sent: give the id, or organizationId besides this name.');
  }

  async #impliedOrganization(): Promise<string | undefined> {
    const known = await this.#known();
    const [only, another] = known.organizations;
    if (only && !another) return only.id;
    const named = this.#organizationIn(known);
    if (named !== undefined || !PARENTS.some((name) => isName(this.#args[name]))) return named;
    // An object created just now is not in the directory yet.
    return this.#organizationIn(await this.#known(true));
  }

  #organizationIn({ spaces, collections, sites }: Directory): string | undefined {
    const { spaceId, collectionId, siteId } = this.#args;
    return [
      spaces.find(({ id }) => id === spaceId),
      collections.find(({ id }) => id === collectionId),
      sites.find(({ id }) => id === siteId),
    ].find(Boolean)?.organization;
  }

  async #sections(): Promise<NameCandidate[]> {
    const organizationId = this.#place('organizationId', 'a section is named');
    const siteId = this.#place('siteId', 'a section is named');
    const items = await this.#list(operations.listSiteSections, { organizationId, siteId });
    return items.map(candidateOf);
  }

  /**
   * Checks the ids known by now, before anything below them is read.
   * @throws {ScopeError} for one outside the operator's limits.
   */
  async #requireWithin(kind: NamedKind): Promise<void> {
    if (!isScoped(this.#scope)) return;
    const known = new Set<string>(KINDS.slice(0, KINDS.indexOf(kind)));
    const ids = idsIn(this.#tool.input, this.#args).filter((id) => known.has(id.kind));
    await requireWithin(this.#scope, ids, this.#context);
  }

  /** Items of a list, within the operator's limits. */
  #list<O extends Operation>(lister: O, args: ArgumentsOf<O>): Promise<ItemOf<O>[]> {
    return list(this.#admitted(lister), args, this.#context, MAX_LISTED);
  }

  /** An operation that looks up names, unless the operator excluded it. */
  #admitted<O extends Operation>(operation: O): O {
    const { tool } = operation;
    const isOpen =
      !this.#context.isExcluded?.(tool) && isWithinScope(this.#scope, reachOfOperation(operation));
    if (isOpen) return operation;
    throw new Refusal(
      `Nothing was sent: give the id. ${tool}, which finds it by name, is not offered by this server.`,
    );
  }

  #place(argument: string, when: string): string {
    const value = this.#args[argument];
    if (typeof value === 'string') return value;
    throw new Refusal(`Nothing was sent: give ${argument} where ${when}, or its id.`);
  }
}
