import { z } from 'zod';
import type { Fields } from '../json/index.ts';
import { nameFormOf, nameProblem } from '../text/name.ts';

/** Kinds of ids. */
export type IdKind =
  | ('organization' | 'collection' | 'space' | 'site' | 'team' | 'user' | 'inviteLink')
  | ('changeRequest' | 'review' | 'revision' | 'comment' | 'commentReply')
  | ('page' | 'pagePath' | 'file' | 'document' | 'reusableContent' | 'block' | 'template')
  | ('siteSection' | 'siteSectionGroup' | 'siteSpace' | 'siteExternalLink' | 'shareLink')
  | ('redirect' | 'finding' | 'question' | 'answer' | 'answerThread' | 'topic' | 'scan')
  | ('contextRecord' | 'contextConnection' | 'styleguideRun' | 'styleguideTemplate')
  | ('specification' | 'specificationVersion' | 'importRun' | 'translation' | 'glossaryEntry')
  | ('customField' | 'samlProvider' | 'emailDomain' | 'auditEvent' | 'auditTarget');

/** The kind of an id, or the neighbouring field whose value determines it. */
type KindOf =
  | IdKind
  | { readonly beside: string; readonly kinds: Readonly<Record<string, IdKind>> };

/** An id in the arguments of a call. */
export interface FoundId {
  readonly kind: IdKind;
  readonly value: string;
  /** Its path, such as `['redirects', 0, 'destination', 'spaceId']`. */
  readonly path: readonly (string | number)[];
  /** The id is not the value at the path but the name of that member. */
  readonly isKey?: true;
}

/** The fields with ids, and their kinds. Stored beside the schemas, so that they are not published. */
const kinds = z.registry<{ kind: KindOf }>();

/** Free-form fields that may contain content references, such as `{ kind: 'page', page, space }`. */
const containsRefs = z.registry<{ refs: true }>();

/** Members of a content reference that contain an id. */
const REFERENCE: Readonly<Record<string, IdKind>> = {
  organization: 'organization',
  collection: 'collection',
  space: 'space',
  site: 'site',
  page: 'page',
  file: 'file',
  user: 'user',
  reusableContent: 'reusableContent',
};

/** Marks a field as an id. */
export function refersTo<T extends z.ZodType>(kind: KindOf, field: T): T {
  kinds.add(field, { kind });
  return field;
}

/** Marks a free-form field that may contain content references. */
export function withContentRefs<T extends z.ZodType>(field: T): T {
  containsRefs.add(field, { refs: true });
  return field;
}

/**
 * A field with an id; `source` says where to find it. A value that cannot be an id is refused here, wherever the
 * field is: see `flawOf`.
 */
export function idOf(kind: IdKind, source?: string): z.ZodString {
  const legal = z.string().refine((value) => nameProblem(value, nameFormOf(kind)) === undefined, {
    error: ({ input }) => {
      const flaw = nameProblem(String(input), nameFormOf(kind)) ?? '';
      return flaw === 'is empty' && source ? `is empty; take it ${source}` : flaw;
    },
  });
  return refersTo(
    kind,
    source === undefined ? legal : legal.meta({ description: source, onDemand: true }),
  );
}

/** An id whose kind is determined by the value of the field `beside` it. */
export function idBeside(beside: string, byValue: Readonly<Record<string, IdKind>>): z.ZodString {
  const [first] = Object.values(byValue) as [IdKind];
  return refersTo({ beside, kinds: byValue }, idOf(first));
}

/**
 * Finds every id in arguments of this shape, at any depth, in the order of the shape. The arguments must be repaired
 * or valid: JSON text is parsed already. Anything that does not fit the shape is skipped, as validation refuses it.
 * The possible locations of ids are computed once for each shape, so that a call without nested ids costs one check
 * for each id field.
 */
export function idsIn(shape: z.ZodType, args: unknown): FoundId[] {
  const found: FoundId[] = [];
  const plan = planOf(shape);
  if (plan) collect(plan, args, [], undefined, found);
  return found;
}

/** The names of the top-level arguments that contain an id. */
export function idFieldsOf(shape: z.ZodType): string[] {
  return (planOf(shape)?.members ?? [])
    .filter(([, { kind }]) => kind !== undefined)
    .map(([name]) => name);
}

/** The arguments with some of the ids replaced that `idsIn` found. */
export function replaceIds<T>(args: T, values: ReadonlyMap<FoundId, string>): T {
  let changed: unknown = args;
  for (const [id, value] of values) changed = replaceAt(changed, id.path, id, value);
  return changed as T;
}

function replaceAt(node: unknown, path: FoundId['path'], id: FoundId, value: string): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(node)) {
    return node.map((item, index) => (index === step ? replaceAt(item, rest, id, value) : item));
  }
  const entries = Object.entries(node as object).map(([name, member]): [string, unknown] => {
    if (name !== step) return [name, member];
    if (id.isKey && rest.length === 0) return [value, member];
    return [name, replaceAt(member, rest, id, value)];
  });
  return Object.fromEntries(entries);
}

/** The possible locations of ids in values of a shape; parts without ids have no plan. */
interface IdPlan {
  kind?: KindOf;
  members?: readonly (readonly [string, IdPlan])[];
  items?: IdPlan;
  keys?: KindOf;
  values?: IdPlan;
  refs?: true;
}

const plans = new WeakMap<z.ZodType, IdPlan | null>();

function planOf(shape: z.ZodType): IdPlan | undefined {
  let plan = plans.get(shape);
  if (plan === undefined) {
    plan = makePlan(shape) ?? null;
    plans.set(shape, plan);
  }
  return plan ?? undefined;
}

function makePlan(field: z.ZodType): IdPlan | undefined {
  const kind = kinds.get(field)?.kind;
  if (kind !== undefined) return { kind };
  if (containsRefs.get(field)) return { refs: true };
  if (field instanceof z.ZodObject) {
    const members = Object.entries(field.shape as Record<string, z.ZodType>).flatMap(
      ([name, member]) => {
        const plan = planOf(member);
        return plan ? [[name, plan] as const] : [];
      },
    );
    return members.length > 0 ? { members } : undefined;
  }
  if (field instanceof z.ZodArray) {
    const items = planOf(field.element as z.ZodType);
    return items && { items };
  }
  if (field instanceof z.ZodRecord) {
    const keys = kinds.get(field.keyType as z.ZodType)?.kind;
    const values = planOf(field.valueType as z.ZodType);
    return keys || values ? { ...(keys && { keys }), ...(values && { values }) } : undefined;
  }
  if (field instanceof z.ZodPipe)
    return planOf(field.out as z.ZodType) ?? planOf(field.in as z.ZodType);
  if (
    field instanceof z.ZodOptional ||
    field instanceof z.ZodNullable ||
    field instanceof z.ZodDefault
  ) {
    return planOf(field.unwrap() as z.ZodType);
  }
  return undefined;
}

function collect(
  plan: IdPlan,
  value: unknown,
  path: FoundId['path'],
  parent: Fields | undefined,
  found: FoundId[],
): void {
  if (typeof value === 'string') {
    const kind = plan.kind && kindIn(plan.kind, parent);
    if (kind) found.push({ kind, value, path });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const { items } = plan;
    for (const [index, item] of items ? value.entries() : []) {
      collect(items as IdPlan, item, [...path, index], parent, found);
    }
    return;
  }
  const members = value as Fields;
  for (const [name, member] of plan.members ?? []) {
    if (Object.hasOwn(members, name))
      collect(member, members[name], [...path, name], members, found);
  }
  if (plan.keys || plan.values) collectRecord(plan, members, path, found);
  if (plan.refs) collectRefs(members, path, found);
}

function collectRecord(
  plan: IdPlan,
  members: Fields,
  path: FoundId['path'],
  found: FoundId[],
): void {
  for (const [name, member] of Object.entries(members)) {
    const kind = plan.keys && kindIn(plan.keys, members);
    if (kind) found.push({ kind, value: name, path: [...path, name], isKey: true });
    if (plan.values) collect(plan.values, member, [...path, name], members, found);
  }
}

/** An object or list in a free-form value, and its path. */
interface ValueNode {
  readonly value: object;
  readonly step?: string | number;
  readonly above?: ValueNode;
}

/** Finds content references at any depth; a document may be as deeply nested as its request is long. */
function collectRefs(value: object, at: FoundId['path'], found: FoundId[]): void {
  const left: ValueNode[] = [{ value }];
  for (let node = left.pop(); node; node = left.pop()) {
    const isReference = 'kind' in node.value && typeof node.value.kind === 'string';
    for (const [name, member] of Object.entries(node.value)) {
      const step = Array.isArray(node.value) ? Number(name) : name;
      const kind = isReference && Object.hasOwn(REFERENCE, name) ? REFERENCE[name] : undefined;
      if (kind && typeof member === 'string') {
        found.push(new NestedId(kind, member, at, { value: node.value, step, above: node }));
      } else if (typeof member === 'object' && member !== null) {
        left.push({ value: member, step, above: node });
      }
    }
  }
}

/** An id deep in a free-form value, whose path is only computed on demand. */
class NestedId implements FoundId {
  readonly kind: IdKind;
  readonly value: string;
  readonly #at: FoundId['path'];
  readonly #node: ValueNode;

  constructor(kind: IdKind, value: string, at: FoundId['path'], node: ValueNode) {
    this.kind = kind;
    this.value = value;
    this.#at = at;
    this.#node = node;
  }

  get path(): FoundId['path'] {
    const steps: (string | number)[] = [];
    for (let node: ValueNode | undefined = this.#node; node; node = node.above) {
      if (node.step !== undefined) steps.push(node.step);
    }
    return [...this.#at, ...steps.reverse()];
  }
}

function kindIn(kind: KindOf, parent: Fields | undefined): IdKind | undefined {
  if (typeof kind === 'string') return kind;
  const type = parent?.[kind.beside];
  return typeof type === 'string' && Object.hasOwn(kind.kinds, type) ? kind.kinds[type] : undefined;
}
