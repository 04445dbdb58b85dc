import type { PlatformCaller, PlatformClient, PlatformRequest } from '../client/index.ts';
import type { Arguments, ArgumentsOf, Operation, OutputOf, Shape } from './define.ts';
import { type Received, requireObject, requirePages, requireText } from './received.ts';

/** The caller of the platform: token, signal and observer. */
export interface Caller extends PlatformCaller {
  client: PlatformClient;
  /** Throws for an operation that must not be sent, by its tool; absent: any may be sent. */
  admit?: (tool: string) => void;
  /** Collects every answer; absent: answers are not collected. */
  received?: Received;
}

/** The parameters of a request. Path values are raw; they are encoded when the URL is built. */
export interface OperationRequest extends PlatformRequest {
  readonly path: Record<string, string>;
  readonly query: NonNullable<PlatformRequest['query']>;
  /** Present, though possibly empty, if and only if the operation takes a body. */
  readonly body?: Arguments | readonly unknown[];
}

/** Builds the request for a record and the flat arguments of a call. */
export function toRequest<O extends Operation>(
  operation: O,
  given: ArgumentsOf<O>,
): OperationRequest {
  const { route, effect, fixedQuery, encodeBody } = operation;
  const query = pick(operation.query, given, operation);
  for (const name in fixedQuery) query[name] = fixedQuery[name];
  const request = {
    route,
    effect,
    path: pick(operation.path, given, operation) as OperationRequest['path'],
    query: query as OperationRequest['query'],
  };
  if (Object.keys(operation.body).length === 0) return request;
  const body = pick(operation.body, given, operation);
  return { ...request, body: encodeBody ? encodeBody(body) : body };
}

/** The values of the parameters in this shape: the given ones, or the defaults. */
function pick(shape: Shape, given: Arguments, { defaults }: Operation): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name in shape) {
    const value = Object.hasOwn(given, name) ? given[name] : defaults[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

/** Builds the request for an operation, if this caller may send it. */
export function admittedRequest<O extends Operation>(
  operation: O,
  args: ArgumentsOf<O>,
  { admit, received }: Caller,
): OperationRequest {
  admit?.(operation.tool);
  if (received && operation.effect !== 'read') received.hasWritten = true;
  return toRequest(operation, args);
}

/**
 * Sends one operation and returns its answer (`undefined` for No Content).
 * @throws {PlatformError} for every failure.
 */
export async function send<O extends Operation>(
  operation: O,
  args: ArgumentsOf<O>,
  caller: Caller,
): Promise<OutputOf<O>> {
  const request = admittedRequest(operation, args, caller);
  const { data } = await caller.client.request(request, caller);
  receive(operation, request, data, caller);
  return data as OutputOf<O>;
}

/**
 * Checks an answer of the platform.
 * @throws {PlatformError} `invalid_response` if it is not of the described kind.
 */
export function receive(
  operation: Operation,
  { query }: OperationRequest,
  data: unknown,
  { received }: Caller,
): void {
  requireObject(operation, data);
  requirePages(operation, data);
  requireText(operation, query, data);
  received?.add(operation, data);
}

/** The item type of a list. */
export type ItemOf<O extends Operation> =
  OutputOf<O> extends { items: readonly (infer Item)[] } ? Item : never;

/** Default number of items for one request of a list. */
const PAGE_SIZE = 100;

/**
 * Reads a list page by page and yields its items, at most `maxItems`.
 * @throws {PlatformError} for every failure.
 */
export async function* itemsOf<O extends Operation>(
  operation: O,
  args: ArgumentsOf<O>,
  caller: Caller,
  maxItems: number,
): AsyncGenerator<ItemOf<O>> {
  const request = admittedRequest(operation, { limit: PAGE_SIZE, ...args }, caller);
  const items: unknown[] = [];
  caller.received?.add(operation, { items });
  for await (const item of caller.client.paginate(request, caller, { maxItems })) {
    items.push(item);
    yield item as ItemOf<O>;
  }
}

/** The items of a list, at most `maxItems`; see `itemsOf`. */
export async function list<O extends Operation>(
  operation: O,
  args: ArgumentsOf<O>,
  caller: Caller,
  maxItems: number,
): Promise<ItemOf<O>[]> {
  const items: ItemOf<O>[] = [];
  for await (const item of itemsOf(operation, args, caller, maxItems)) items.push(item);
  return items;
}
