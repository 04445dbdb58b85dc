import { type ApiAnswer, dataOf, type Send } from './support.ts';

export type Values = Record<string, string>;

/** How to call the routes of an area. */
export interface Area {
  /** Bodies to send, by route; other routes get none. */
  bodies?: Readonly<Record<string, object[]>>;
  /** Queries besides those of all reads, by route. */
  queries?: Readonly<Record<string, string>>;
  /** Values of path parameters. */
  values?: (send: Send) => Promise<Values>;
  /** Values for one route, created right before its call. */
  prepare?: (route: string, send: Send) => Promise<Values | undefined>;
}

/** Sent to every route; each uses the parameters that it knows. */
const QUERIES = ['', '&limit=1', '&format=markdown', '&format=document'];

/** Calls the routes of a platform, each only once. */
export class Asked {
  readonly #send: Send;
  readonly #areas: readonly Area[];
  readonly #answers = new Map<string, Promise<ApiAnswer[]>>();
  readonly #values: Values;

  private constructor(send: Send, areas: readonly Area[], values: Values) {
    this.#send = send;
    this.#areas = areas;
    this.#values = values;
  }

  static async of(send: Send, areas: readonly Area[]): Promise<Asked> {
    const values: Values = {};
    for (const area of areas) Object.assign(values, await area.values?.(send));
    return new Asked(send, areas, values);
  }

  /** The answers of a route, `METHOD /v1/path`, to each of its bodies or queries. */
  answers(route: string): Promise<ApiAnswer[]> {
    const known = this.#answers.get(route) ?? this.#ask(route);
    this.#answers.set(route, known);
    return known;
  }

  async #ask(route: string): Promise<ApiAnswer[]> {
    const [method = '', template = ''] = route.split(' ');
    const given = { ...this.#values };
    for (const { prepare } of this.#areas) Object.assign(given, await prepare?.(route, this.#send));
    const path = template
      .replace('/v1', '')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '');
    const bodies = this.#areas.map((area) => area.bodies?.[route]).find(Boolean) ?? [undefined];
    const all: ApiAnswer[] = [];
    for (const query of method === 'GET' ? this.#queries(route) : ['']) {
      for (const body of bodies) all.push(await this.#send(method, path + query, body));
    }
    return all;
  }

  #queries(route: string): string[] {
    const own = this.#areas.map((area) => area.queries?.[route] ?? '').join('');
    const all = [...QUERIES, `&shareKey=${this.#values.shareKey}`];
    return all.map((query) => `?query=retries${own}${query}`);
  }
}

/** The objects that make up an answer. */
export function bodiesOf(answer: ApiAnswer): object[] {
  if (answer.text === '') return [];
  const stream = answer.headers.get('content-type') === 'text/event-stream';
  const texts = stream ? dataOf(answer).slice(0, -1) : [answer.text];
  return texts.map((text) => JSON.parse(text) as object);
}
