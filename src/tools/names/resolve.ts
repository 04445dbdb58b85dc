import { PlatformError } from '../../client/index.ts';
import {
  type Arguments,
  type FoundId,
  idsIn,
  isScoped,
  operations,
  replaceIds,
  requireWithin,
  type Scope,
  send,
} from '../../operations/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { ifReadable } from '../if-readable.ts';
import { Refusal } from '../refusal.ts';
import { SeveralOrganizations } from '../several-organizations.ts';
import type { CallContext, Tool } from '../tool.ts';
import { type AddressParts, isAddress, parseAppAddress } from './address.ts';
import {
  AmbiguousName,
  candidateOf,
  matchingCandidates,
  type NamedItem,
  resolveName,
  UnknownName,
} from './candidates.ts';
import { unknownPage } from './file-named.ts';
import { FINDERS, isNameOf, KINDS, mayBeTitle, type NamedKind, requestNumberIn } from './kinds.ts';
import { type OrganizationLookup, organizationLookup } from './organization.ts';
import { normalizePageName } from './pages.ts';
import { parsePublishedAddress } from './published-address.ts';
import { MAX_ORGANIZATIONS, ReachableObjects, TooManyOrganizations } from './reachable-objects.ts';

/** Arguments that an address in another argument also determines. */
const IMPLIED_ARGUMENTS: readonly (readonly [argument: string, part: keyof AddressParts])[] = [
  ['organizationId', 'organization'],
  ['spaceId', 'space'],
  ['changeRequestId', 'changeRequest'],
  ['siteId', 'site'],
];

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
  return new NameResolver(tool, given, context, scope, isNameOf).run();
}

/** Kinds that are looked up in the directory. */
const CONTAINERS: ReadonlySet<NamedKind> = new Set(['organization', 'collection', 'space', 'site']);

function rethrow(_: string, error: unknown): never {
  throw error;
}

/** @throws {Refusal} for too many names. */
function limitNames(names: FoundId[]): FoundId[] {
  if (names.length <= MAX_NAMES) return names;
  throw new Refusal(
    `Nothing was sent: ${names.length} names or addresses are more than the ${MAX_NAMES} that are looked up; give ids, or fewer at once.`,
  );
}

/** Maximum number of names in one call: each is looked up, and each replaced in the arguments. */
const MAX_NAMES = 200;

export type IsName = (kind: NamedKind, value: string) => boolean;

export class NameResolver {
  readonly #tool: Tool;
  readonly #context: CallContext;
  readonly #scope: Scope;
  readonly #isName: IsName;
  readonly #objects: ReachableObjects;

  constructor(tool: Tool, args: Arguments, context: CallContext, scope: Scope, isName: IsName) {
    this.#tool = tool;
    this.#context = context;
    this.#scope = scope;
    this.#isName = isName;
    this.#objects = new ReachableObjects(tool, args, context, scope);
  }

  /** `otherwise` handles a name without an id; by default, the call is refused. */
  async run(otherwise: (name: string, error: unknown) => string = rethrow): Promise<Arguments> {
    await this.#readAddresses();
    for (const kind of KINDS) {
      const values = new Map<FoundId, string>();
      for (const id of this.#named(kind)) {
        const found = this.#idOf(kind, id.value).catch((error) => otherwise(id.value, error));
        values.set(id, await found);
      }
      for (const id of this.#words(kind))
        values.set(id, await this.#objects.idOfTitle(kind, id.value));
      if (values.size > 0) this.#objects.args = replaceIds(this.#objects.args, values);
      if (kind === 'site') await this.#supplyOrganization();
    }
    return this.#objects.args;
  }

  #named(kind: NamedKind): FoundId[] {
    const named = idsIn(this.#tool.input, this.#objects.args).filter(
      (id) => id.kind === kind && this.#isName(kind, id.value),
    );
    return limitNames(named);
  }

  /** Words that could be ids or titles of containers of other names. */
  #words(kind: NamedKind): FoundId[] {
    if (!CONTAINERS.has(kind)) return [];
    const words = idsIn(this.#tool.input, this.#objects.args).filter(
      ({ kind: own, value }) => own === kind && !this.#isName(kind, value) && mayBeTitle(value),
    );
    // This many are more likely ids.
    return words.length > MAX_NAMES ? [] : words;
  }

  /** Replaces addresses by what they refer to, and adds their other parts if the tool asks for them. */
  async #readAddresses(): Promise<void> {
    const values = new Map<FoundId, string>();
    const addresses = idsIn(this.#tool.input, this.#objects.args).filter(({ value }) =>
      isAddress(value),
    );
    for (const id of limitNames(addresses)) {
      const parts = parseAppAddress(id.value) ?? (await this.#publishedParts(id.value));
      const part =
        parts &&
        (parts[id.kind as keyof AddressParts] ?? (id.kind === 'page' ? parts.pagePath : undefined));
      if (part === undefined) {
        throw new Refusal(
          `Nothing was sent: ${id.path.join('.')} ${asGiven(id.value)} is not the address of such an object, or this token cannot see it.`,
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
    if (values.size > 0) this.#objects.args = replaceIds(this.#objects.args, values);
  }

  #takesRequest(): boolean {
    return ['changeRequestId', 'existing'].some((name) => name in this.#tool.input.shape);
  }

  #supply(parts: AddressParts): void {
    for (const [argument, part] of IMPLIED_ARGUMENTS) {
      const value = parts[part];
      if (value === undefined || !(argument in this.#tool.input.shape)) continue;
      if (this.#objects.args[argument] === undefined)
        this.#objects.args = { ...this.#objects.args, [argument]: value };
    }
  }

  async #publishedParts(address: string): Promise<AddressParts | undefined> {
    return parsePublishedAddress(address, await this.#objects.contents(), (site) =>
      this.#objects.list(operations.listSiteSpaces, site),
    );
  }

  async #supplyOrganization(): Promise<void> {
    if (!('organizationId' in this.#tool.input.shape)) return;
    if (this.#objects.args.organizationId !== undefined) return;
    try {
      const organizationId =
        (await this.#objects.impliedOrganization()) ?? (await this.#organizationWith());
      if (organizationId !== undefined) {
        this.#objects.args = { ...this.#objects.args, organizationId };
        return;
      }
    } catch (error) {
      // Then validation reports what is missing.
      if (error instanceof PlatformError) return;
      throw error;
    }
    const { organizations } = await this.#objects.directory();
    if (organizations.length === 0) return;
    const { siteId, specSlug } = this.#objects.args;
    // Then validation reports what is missing.
    if ('siteId' in this.#tool.input.shape && typeof siteId !== 'string') return;
    const site =
      typeof siteId === 'string'
        ? `siteId ${asGiven(siteId)} is not a site that this token can see, or `
        : '';
    const spec =
      typeof specSlug === 'string'
        ? `specSlug ${asGiven(specSlug)} is not the specification of exactly one organization, or `
        : '';
    throw new SeveralOrganizations(organizations, `${site}${spec}`);
  }

  /** The only organization with the object that another argument names. */
  async #organizationWith(): Promise<string | undefined> {
    const { organizations, service } = await this.#objects.directory();
    const lookup = organizationLookup(this.#tool, this.#objects.args, service);
    if (!lookup || organizations.length > MAX_ORGANIZATIONS) return undefined;
    const found = await Promise.all(
      organizations.map(async ({ id }) => ((await this.#holds(id, lookup)) ? id : undefined)),
    );
    const [only, another] = found.filter((id) => id !== undefined);
    return another === undefined ? only : undefined;
  }

  async #holds(organizationId: string, lookup: OrganizationLookup): Promise<boolean> {
    try {
      return (await ifReadable(() => this.#finds(organizationId, lookup))) ?? false;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  async #finds(
    organizationId: string,
    { argument, value, read, list }: OrganizationLookup,
  ): Promise<boolean> {
    if (argument === 'specSlug') {
      const specifications = await this.#objects.specificationsOf(organizationId);
      const byPart = this.#readsOnly('specification');
      return (await matchingCandidates(value.trim(), specifications, byPart)).length > 0;
    }
    if (list && (isNameOf('team', value) || mayBeTitle(value))) {
      const items: NamedItem[] = await this.#objects.list(list, { organizationId });
      if ((await matchingCandidates(value, items.map(candidateOf))).length > 0) return true;
    }
    const args = { organizationId, [argument]: value, ...(read.paged && { limit: 1 }) };
    await send(this.#objects.requireAllowed(read), args, this.#context);
    return true;
  }

  async #idOf(kind: NamedKind, name: string): Promise<string> {
    const number = kind === 'changeRequest' ? requestNumberIn(name) : undefined;
    if (number !== undefined) return number;
    await this.#requireWithin(kind);
    try {
      return await this.#oneOf(kind, name);
    } catch (error) {
      const isKnown = error instanceof AmbiguousName || error instanceof TooManyOrganizations;
      const mayBeNew = error instanceof Refusal && !isKnown;
      if (!mayBeNew || !CONTAINERS.has(kind) || this.#objects.isFresh) throw error;
      // It may have been created after the directory was read.
      await this.#objects.directory(true);
      return this.#oneOf(kind, name);
    }
  }

  async #oneOf(kind: NamedKind, name: string): Promise<string> {
    const candidates = await this.#objects.candidates(kind, name);
    const { what = kind, ...finder } = FINDERS[kind];
    try {
      const plain = kind === 'page' ? await normalizePageName(name, candidates) : name;
      return await resolveName(plain, what, candidates, {
        ...finder,
        byPart: this.#readsOnly(kind),
      });
    } catch (error) {
      if (kind === 'page') throw await this.#unknownPage(error, name);
      if (kind !== 'changeRequest' || !(error instanceof UnknownName)) throw error;
      // Finished ones are rarely worked on, and far more numerous.
      const requests = await this.#objects.requests(['merged', 'archived']);
      const finished = await matchingCandidates(name.trim(), requests);
      if (finished.length === 0) throw error;
      return resolveName(name, 'change request', finished, finder);
    }
  }

  #unknownPage(error: unknown, name: string): Promise<unknown> {
    const { changeRequestId, existing } = this.#objects.args;
    const isPrimary = (changeRequestId ?? existing) === undefined;
    const reader = isPrimary ? operations.getFile : operations.getChangeRequestFile;
    return unknownPage(error, name, () => this.#objects.candidates('file', name), reader.tool);
  }

  /** Whether a wrong guess would do no harm, and shows in the answer. */
  #readsOnly(kind: NamedKind): boolean {
    return this.#tool.effect === 'read' && kind !== 'page' && kind !== 'file';
  }

  /**
   * Checks the ids known by now, before anything below them is read.
   * @throws {ScopeError} for one outside the operator's limits.
   */
  async #requireWithin(kind: NamedKind): Promise<void> {
    if (!isScoped(this.#scope)) return;
    const known = new Set<string>(KINDS.slice(0, KINDS.indexOf(kind)));
    const ids = idsIn(this.#tool.input, this.#objects.args).filter((id) => known.has(id.kind));
    await requireWithin(this.#scope, ids, this.#context);
  }
}
