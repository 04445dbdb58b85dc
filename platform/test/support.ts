import { type Dispatcher, request as sendRequest } from 'undici';
import { type RunningPlatform, startPlatform } from '../src/platform.ts';

export const ORGANIZATION = 'orgNorthwind00000001';
export const DEV_GUIDE = 'spaceDevGuide0000001';
export const HANDBOOK = 'spaceOpsHandbook0001';
export const ROADMAP = 'spaceRoadmap00000001';
export const MARA = 'userMara000000000001';
export const TOMAS = 'userTomas00000000001';
export const INES = 'userInes000000000001';
export const JORIS = 'userJoris00000000001';
export const WREN = 'userWren000000000001';

/** The fields that tests read from any answer. Reading one that an answer lacks throws. */
export interface AnswerFields {
  id: string;
  number: number;
  title: string;
  email?: string;
  path: string;
  status: string;
  result: string;
  revision: string;
  revisionInitial: string;
  revisionMerged?: string;
  revisionMergedAncestor?: string;
  outdated: boolean;
  count: number;
  next?: { page: string };
  items: AnswerFields[];
  pages: AnswerFields[];
  sections: AnswerFields[];
  changes: { object: string; ref?: string; page: AnswerFields }[];
  insertedFiles: (AnswerFields & { ref?: string; downloadURL: string })[];
  markdown: string;
  body: { markdown: string };
  answer: { answer: { markdown: string }; sources: { page: string; space: string }[] };
  questions: string[];
  parents: string[];
  error: { code: number; message: string };
}

type Sure = {
  [Name in keyof AnswerFields]-?: undefined extends AnswerFields[Name] ? never : Name;
}[keyof AnswerFields];

/** Fields that are declared as always present, and those within them. */
const SURE: Record<Sure | 'object' | 'page' | 'downloadURL' | 'sources' | 'message', true> = {
  ...{ id: true, number: true, title: true, path: true, status: true, result: true },
  ...{ revision: true, revisionInitial: true, outdated: true, count: true, items: true },
  ...{ pages: true, sections: true, changes: true, insertedFiles: true, markdown: true },
  ...{ body: true, answer: true, questions: true, parents: true, error: true },
  ...{ object: true, page: true, downloadURL: true, sources: true, message: true },
};

/** The value of a JSON text; reading a declared field that is missing throws. */
function parsed(text: string): AnswerFields {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return new Proxy(value, {
      get: (fields, name) => {
        if (name in fields || !Object.hasOwn(SURE, name)) return Reflect.get(fields, name);
        throw new Error(`The answer has no ${String(name)}: ${JSON.stringify(fields)}`);
      },
    });
  }) as AnswerFields;
}

export interface ApiAnswer {
  status: number;
  readonly headers: Headers;
  text: string;
  /** The parsed body; throws when it is not JSON. */
  readonly json: AnswerFields;
  /** The same, but a missing field is undefined. */
  readonly plain: Partial<AnswerFields>;
}

/** Sends one request as one user; `path` is relative to `/v1`. */
export type Send = (method: string, path: string, body?: unknown) => Promise<ApiAnswer>;

export interface TestPlatform extends RunningPlatform {
  admin: Send;
  editor: Send;
  reviewer: Send;
  reader: Send;
  guest: Send;
}

/** A separate platform on a free port, with the demonstration content by default. */
export async function startTestPlatform(
  options: Parameters<typeof startPlatform>[0] = {},
): Promise<TestPlatform> {
  const errors: unknown[] = [];
  const platform = await startPlatform({ onError: (error) => errors.push(error), ...options });
  const as = (role: string) => sender(platform.url, `demo-${role}-token`);
  return {
    ...platform,
    close: async () => {
      await platform.close();
      if (errors.length > 0) throw new AggregateError(errors, 'The platform met errors of its own');
    },
    admin: as('admin'),
    editor: as('editor'),
    reviewer: as('reviewer'),
    reader: as('reader'),
    guest: as('guest'),
  };
}

/** Requests with a token to a platform at `url`. */
export function sender(url: string, token: string): Send {
  return (method, path, body) =>
    request(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends a request by undici itself: `fetch` takes three times as long, and tests send thousands of requests. */
export async function request(url: string, options: RequestOptions = {}): Promise<ApiAnswer> {
  const { statusCode, headers, body } = await sendRequest(
    url,
    options as { method?: Dispatcher.HttpMethod },
  );
  const text = await body.text();
  return {
    status: statusCode,
    get headers() {
      return headersOf(headers);
    },
    text,
    get json() {
      return parsed(text);
    },
    get plain() {
      return JSON.parse(text) as Partial<AnswerFields>;
    },
  };
}

function headersOf(headers: Dispatcher.ResponseData['headers']): Headers {
  const all = new Headers();
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values ?? []].flat()) all.append(name, value);
  }
  return all;
}

/** Ids of all pages of some content by their path. */
export async function pageIds(send: Send, content: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const add = (pages: AnswerFields[]): void => {
    for (const page of pages) {
      ids.set(page.path, page.id);
      add(page.pages);
    }
  };
  add((await send('GET', `${content}/content/pages`)).json.pages);
  return ids;
}

/** The data of an event stream in order, as JSON texts, including that of the event `done`. */
export function dataOf({ text }: ApiAnswer): string[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data);
}

/** The objects of an event stream in order, including that of the event `done`. */
export function eventsOf(answer: ApiAnswer): AnswerFields[] {
  return dataOf(answer).map(parsed);
}

/** Creates a change request with these changes; returns its path and the answer to the changes. */
export async function propose(send: Send, space: string, changes: readonly object[]) {
  const created = await send('POST', `${space}/change-requests`);
  const path = `${space}/change-requests/${created.json.id}`;
  return { path, answer: await send('POST', `${path}/content?compat=false`, { changes }) };
}

/** Changes the primary content through a change request. */
export async function publish(send: Send, space: string, changes: readonly object[]) {
  const { path } = await propose(send, space, changes);
  return await send('POST', `${path}/merge`);
}
