import { PlatformError } from '../../client/index.ts';
import {
  type ContentLocation,
  type Directory,
  directoryOf,
  filesOf,
  MAX_READ_ORGANIZATIONS,
  readersOf,
} from '../../content/index.ts';
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
  replaceIds,
  requireWithin,
  type Scope,
  ScopeError,
  send,
} from '../../operations/index.ts';
import { isName } from '../../text/name.ts';
import { ifReadable } from '../if-readable.ts';
import { Refusal } from '../refusal.ts';
import { type CallContext, reachOfOperation, type Tool } from '../tool.ts';
import {
  candidateOf,
  matchingCandidates,
  type NameCandidate,
  type NamedItem,
} from './candidates.ts';
import { isEmail, mayBeTitle, type NamedKind } from './kinds.ts';
import { pageCandidates } from './pages.ts';
import { defaultTeams, knownPeople, unknownPersonRefusal } from './people.ts';
import { withinScope } from './within-scope.ts';

/** Maximum number of items that are searched for a name. */
const MAX_LISTED = 1000;

/** Maximum number of organizations that are searched for a person, or for the one with an object. */
export const MAX_ORGANIZATIONS = 5;

/** Arguments that determine the organization. */
const ORGANIZATION_PARENTS = ['spaceId', 'collectionId', 'siteId'];

/** What a name means is in too many organizations to read, and the call names none of them. */
export class TooManyOrganizations extends Refusal {
  constructor(count: number, tool: Tool) {
    const other =
      'organizationId' in tool.input.shape ? ', or organizationId besides this name' : '';
    super(
      `Nothing was sent: give the id${other}. Names are looked up in at most ${MAX_READ_ORGANIZATIONS} organizations, and this token reaches ${count}.`,
    );
  }
}

/** The objects that names in the arguments of a call may mean: what its caller reaches, within the operator's limits. */
export class ReachableObjects {
  /** The arguments, with the names in them that were resolved so far. */
  args: Arguments;
  readonly #tool: Tool;
  readonly #context: CallContext;
  readonly #scope: Scope;
  #directory: Promise<Directory> | undefined;
  #contents: Promise<Directory> | undefined;
  #isFresh = false;

  constructor(tool: Tool, args: Arguments, context: CallContext, scope: Scope) {
    this.args = args;
    this.#tool = tool;
    this.#context = context;
    this.#scope = scope;
  }

  /** Whether the directory was read again for this call. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** The id of the only object with this title. If there is none, or the word is an id, the word itself. */
  async idOfTitle(kind: NamedKind, word: string): Promise<string> {
    const candidates = await this.candidates(kind, word).catch((error) => {
      if (error instanceof TooManyOrganizations) return [];
      throw error;
    });
    const titled = candidates.filter(({ title }) => title === word);
    const meant =
      titled.length === 0 && word.includes('-')
        ? await matchingCandidates(word, candidates)
        : titled;
    const [first, another] = candidates.some(({ id }) => id === word) ? [] : meant;
    return first && !another ? first.id : word;
  }

  directory(fresh = false): Promise<Directory> {
    if (!this.#directory || fresh) {
      this.#isFresh = fresh;
      this.#directory = this.#read({ fresh });
      this.#contents = undefined;
    }
    return this.#directory;
  }

  /**
   * The directory with what is in the organizations: of the given one, or of all.
   * @throws {TooManyOrganizations} if these are too many to read.
   */
  async contents(): Promise<Directory> {
    const all = await this.directory();
    if (!all.isUnread) return all;
    const { organizationId } = this.args;
    if (typeof organizationId !== 'string')
      throw new TooManyOrganizations(all.organizations.length, this.#tool);
    this.#contents ??= this.#read({ organizationId, fresh: this.#isFresh });
    return this.#contents;
  }

  async #read(options: { fresh?: boolean; organizationId?: string }): Promise<Directory> {
    const { isExcluded } = this.#context;
    const scope = this.#scope;
    return withinScope(await directoryOf(this.#context, { isExcluded, scope, ...options }), scope);
  }

  async candidates(kind: NamedKind, name: string): Promise<readonly NameCandidate[]> {
    switch (kind) {
      case 'organization':
        return (await this.directory()).organizations;
      case 'collection':
        return (await this.contents()).collections;
      case 'space':
        return await this.#spaces();
      case 'site':
        return (await this.contents()).sites;
      case 'page':
        return await this.#pages();
      case 'file':
        return await this.#files();
      case 'changeRequest':
        return await this.requests(['open', 'draft']);
      case 'user':
        return await this.#users(name);
      case 'team':
        return await this.#teams();
      case 'specification':
        return await this.#specifications();
      case 'specificationVersion':
        return await this.#versions();
      case 'siteSection':
        return await this.#sections();
      case 'shareLink':
        return await this.#shareLinks();
    }
  }

  async #spaces(): Promise<readonly NameCandidate[]> {
    const { spaces, collections } = await this.contents();
    const { organizationId } = this.args;
    return spaces
      .filter(({ organization }) => organizationId === undefined || organization === organizationId)
      .map(({ id, title, parent }) => ({
        id,
        title,
        within: collections.find((one) => one.id === parent)?.title,
      }));
  }

  async #files(): Promise<readonly NameCandidate[]> {
    const location = this.#location('a file is named');
    this.requireAllowed(readersOf(location).files);
    const files = await filesOf(location, this.#context);
    return files.map(({ id, name = '' }) => ({ id, title: name }));
  }

  #location(when: string): ContentLocation {
    const spaceId = this.#requireArgument('spaceId', when);
    const changeRequestId = this.args.changeRequestId ?? this.args.existing;
    return { spaceId, changeRequestId: changeRequestId as string | undefined };
  }

  async #pages(): Promise<readonly NameCandidate[]> {
    if (this.args.spaceId === undefined && typeof this.args.siteId === 'string') {
      return this.#pagesOfSite();
    }
    const location = this.#location('a page is named');
    const reader = this.requireAllowed(readersOf(location).pages);
    try {
      return pageCandidates((await send(reader, location, this.#context)).pages);
    } catch (error) {
      const isUnknown = error instanceof PlatformError && error.status === 404;
      if (!isUnknown || !(await this.#findRequest())) throw error;
      return this.#pages();
    }
  }

  /** The pages of all spaces of a site. */
  async #pagesOfSite(): Promise<readonly NameCandidate[]> {
    const organizationId = await this.#organization();
    const siteId = this.#requireArgument('siteId', 'a page is named');
    const shown = await this.list(operations.listSiteSpaces, { organizationId, siteId });
    const reader = this.requireAllowed(operations.listPages);
    const all: NameCandidate[] = [];
    for (const { id: spaceId, title } of shown.flatMap(({ space }) => space ?? [])) {
      if (!(await this.#isAllowed(spaceId))) continue;
      const { pages } = await send(reader, { spaceId }, this.#context);
      const within = (path?: string) => (path === undefined ? title : `${title}: ${path}`);
      all.push(...pageCandidates(pages).map((page) => ({ ...page, within: within(page.within) })));
    }
    return all;
  }

  async #isAllowed(spaceId: string): Promise<boolean> {
    if (!isScoped(this.#scope)) return true;
    const space: FoundId = { kind: 'space', value: spaceId, path: ['spaceId'] };
    try {
      await requireWithin(this.#scope, [space], this.#context);
      return true;
    } catch (error) {
      if (error instanceof ScopeError) return false;
      throw error;
    }
  }

  /** Replaces a change request that is named by a subject of one word. */
  async #findRequest(): Promise<boolean> {
    const values = new Map<FoundId, string>();
    for (const id of idsIn(this.#tool.input, this.args)) {
      if (id.kind !== 'changeRequest' || !mayBeTitle(id.value)) continue;
      const found = await this.idOfTitle('changeRequest', id.value);
      if (found !== id.value) values.set(id, found);
    }
    this.args = replaceIds(this.args, values);
    return values.size > 0;
  }

  async requests(statuses: readonly string[]): Promise<NameCandidate[]> {
    const spaceId = this.#requireArgument('spaceId', 'a change request is named');
    const all = await Promise.all(
      statuses.map((status) => this.list(operations.listChangeRequests, { spaceId, status })),
    );
    return all
      .flat()
      .map(({ id, number, subject = '' }) => ({ id, title: subject, within: `#${number}` }));
  }

  async #users(name: string): Promise<NameCandidate[]> {
    const { service } = await this.directory();
    if (service === 'current') {
      const found = await this.#members({ search: name });
      // The platform's search handles accents, and a refusal lists the people there are.
      const isFound = (await matchingCandidates(name.trim(), found)).length > 0;
      return isFound ? found : this.#members();
    }
    const organizationId = this.args.organizationId ?? (await this.impliedOrganization());
    const { teamId } = this.args;
    const team =
      typeof teamId === 'string' && mayBeTitle(teamId)
        ? { teamId: await this.idOfTitle('team', teamId) }
        : {};
    const where = { ...this.args, organizationId, ...team };
    const seen = await knownPeople((lister, args) => this.list(lister, args), where);
    if ((await matchingCandidates(name.trim(), seen)).length > 0) return seen;
    // The service itself may know people by their e-mail addresses.
    if (isEmail(name)) return [...seen, { id: name, title: name }];
    throw unknownPersonRefusal(name, seen);
  }

  /** The members of the organization, or of all the caller's if the tool takes none. */
  async #members(search: Arguments = {}): Promise<NameCandidate[]> {
    const implied = this.args.organizationId ?? (await this.impliedOrganization());
    const isAnywhere = !('organizationId' in this.#tool.input.shape) && !isScoped(this.#scope);
    if (implied !== undefined || !isAnywhere) {
      return this.#inOrganization(operations.listMembers, search);
    }
    const { organizations } = await this.directory();
    const members = new Map<string, NameCandidate>();
    for (const { id: organizationId } of organizations.slice(0, MAX_ORGANIZATIONS)) {
      const listed = this.list(operations.listMembers, { organizationId, ...search });
      // A guest of one organization may be a member of another.
      const items: NamedItem[] = (await ifReadable(() => listed)) ?? [];
      for (const member of items.map(candidateOf)) members.set(member.id, member);
    }
    return [...members.values()];
  }

  async #teams(): Promise<NameCandidate[]> {
    const { service } = await this.directory();
    if (service === 'current') return this.#inOrganization(operations.listTeams);
    const organizationId = await this.#organization();
    const teams = await defaultTeams((lister, args) => this.list(lister, args), organizationId);
    return teams.map(candidateOf);
  }

  async #inOrganization(lister: Operation, more: Arguments = {}): Promise<NameCandidate[]> {
    const organizationId = await this.#organization();
    const items: NamedItem[] = await this.list(lister, { organizationId, ...more });
    return items.map(candidateOf);
  }

  /** Paths identify a specification by its slug; people, by the title of its document. */
  async #specifications(): Promise<NameCandidate[]> {
    return this.specificationsOf(await this.#organization());
  }

  async specificationsOf(organizationId: string): Promise<NameCandidate[]> {
    const listed = await this.list(operations.listOpenapiSpecs, { organizationId });
    const { addTitles } = await import('../runs/specification-info.ts');
    const all = await addTitles(organizationId, listed, this.#context);
    return all.map(
      ({ id, slug, title = slug }): NameCandidate => ({ id: slug, title, otherNames: [id, slug] }),
    );
  }

  /** Versions by the number that their documents state. */
  async #versions(): Promise<NameCandidate[]> {
    const specSlug = this.#requireArgument('specSlug', 'a version is named');
    const place = { organizationId: await this.#organization(), specSlug };
    const versions = await this.list(operations.listOpenapiVersions, place);
    const { addVersionNumbers } = await import('../runs/specification-info.ts');
    const all = await addVersionNumbers(place, versions, this.#context);
    return all.map(
      ({ id, version }): NameCandidate =>
        version === undefined
          ? { id, title: '' }
          : { id, title: version, otherNames: [`v${version}`] },
    );
  }

  /** The given organization, that of another argument, or the only one. */
  async #organization(): Promise<string> {
    const known = this.args.organizationId ?? (await this.impliedOrganization());
    if (typeof known === 'string') return known;
    throw new Refusal('Nothing was sent: give the id, or organizationId besides this name.');
  }

  async impliedOrganization(): Promise<string | undefined> {
    const known = await this.directory();
    const [only, another] = known.organizations;
    if (only && !another) return only.id;
    const named = this.#organizationIn(known);
    if (
      named !== undefined ||
      known.isUnread ||
      !ORGANIZATION_PARENTS.some((name) => isName(this.args[name]))
    )
      return named;
    // An object created just now is not in the directory yet.
    return this.#organizationIn(await this.directory(true));
  }

  #organizationIn({ spaces, collections, sites }: Directory): string | undefined {
    const { spaceId, collectionId, siteId } = this.args;
    return [
      spaces.find(({ id }) => id === spaceId),
      collections.find(({ id }) => id === collectionId),
      sites.find(({ id }) => id === siteId),
    ].find(Boolean)?.organization;
  }

  async #sections(): Promise<NameCandidate[]> {
    const organizationId = this.#requireArgument('organizationId', 'a section is named');
    const siteId = this.#requireArgument('siteId', 'a section is named');
    const items = await this.list(operations.listSiteSections, { organizationId, siteId });
    return items.map(candidateOf);
  }

  async #shareLinks(): Promise<NameCandidate[]> {
    const organizationId = await this.#organization();
    const siteId = this.#requireArgument('siteId', 'a share link is named');
    const items = await this.list(operations.listShareLinks, { organizationId, siteId });
    return items.map(({ id = '', name = '' }) => ({ id, title: name }));
  }

  /** Items of a list, within the operator's limits. */
  list<O extends Operation>(lister: O, args: ArgumentsOf<O>): Promise<ItemOf<O>[]> {
    return list(this.requireAllowed(lister), args, this.#context, MAX_LISTED);
  }

  /** An operation that looks up names, unless the operator excluded it. */
  requireAllowed<O extends Operation>(operation: O): O {
    const { tool } = operation;
    const isOpen =
      !this.#context.isExcluded?.(tool) && isWithinScope(this.#scope, reachOfOperation(operation));
    if (isOpen) return operation;
    throw new Refusal(
      `Nothing was sent: give the id. ${tool}, which finds it by name, is not offered by this server.`,
    );
  }

  #requireArgument(argument: string, when: string): string {
    const value = this.args[argument];
    if (typeof value === 'string') return value;
    throw new Refusal(`Nothing was sent: give ${argument} where ${when}, or its id.`);
  }
}
