import { failures } from '../../../src/client/errors.ts';
import type { PlatformClient } from '../../../src/client/index.ts';
import { paginatePages } from '../../../src/client/paginate.ts';
import { surfaceOf } from '../../../src/tools/index.ts';
import { IS_LONG } from '../../support/long-run.ts';
import type { Args } from './mistakes.ts';

/** Number of places in each answer that are replaced, one at a time. */
const PLACES = IS_LONG ? 60 : 1;

/** The replacements. */
const INSTEAD: readonly unknown[] = [
  ...[null, 5, 'text', [], {}, [null], { items: {} }, undefined],
  ...['', '\u200b'],
];

/** The engine's messages about defects in a program. */
const OF_ENGINE =
  /TypeError.*|Error: .*|Cannot (read|convert)|is not a function|is not iterable|.{20}undefined|\[object Object\]/;

type Path = readonly (string | number)[];
type Request = Parameters<PlatformClient['request']>[0];

const surface = surfaceOf({ api: 'current', toolsets: ['all'], confirm: 'never' });

const questionOf = ({ route, path, query }: Request) => JSON.stringify([route, path, query]);

/** The outcomes of calls that get malformed answers from the platform. */
export class MalformedAnswers {
  calls = 0;
  /** The number of outcomes that name the place. */
  places = 0;
  /** Outcomes that blame this program. */
  readonly wrong: string[] = [];
  readonly #platform: PlatformClient;

  constructor(platform: PlatformClient) {
    this.#platform = platform;
  }

  /** Repeats a call with each of its answers malformed, one place at a time. */
  async of(tool: string, args: Args): Promise<void> {
    const seen = new Map<string, { route: string; data: unknown }>();
    await outcomeOf(tool, args, recording(this.#platform, seen));
    for (const [question, { route, data }] of seen) {
      for (const path of placesIn(data).slice(0, PLACES)) {
        const value = INSTEAD[this.calls % INSTEAD.length];
        const client = replying(this.#platform, seen, question, changed(data, path, value));
        const label = `${tool}: ${route} with ${JSON.stringify(value)} at ${path.join('.')}`;
        const text = await outcomeOf(tool, args, client).catch(String);
        if (OF_ENGINE.test(text)) this.wrong.push(`${label}: ${OF_ENGINE.exec(text)?.[0]}`);
        this.calls += 1;
        if (/the answer is not what its description says: \S/.test(text)) this.places += 1;
      }
    }
  }
}

/** The text of a call's result. */
export async function outcomeOf(tool: string, args: Args, client: PlatformClient): Promise<string> {
  const outcome = await surface.call(tool, args, { client, token: 'demo-admin-token' });
  return outcome && 'text' in outcome ? outcome.text : '';
}

/** Forwards reads and keeps their answers; answers writes with an empty object. */
function recording(
  client: PlatformClient,
  seen: Map<string, { route: string; data: unknown }>,
): PlatformClient {
  return answering(client, async (request, caller) => {
    const answer =
      request.effect === 'read'
        ? await client.request(request, caller)
        : { status: 200, data: { id: 'written' } };
    seen.set(questionOf(request), { route: request.route, data: answer.data });
    return answer;
  });
}

/** Repeats the same answers, except for one request. */
function replying(
  client: PlatformClient,
  seen: ReadonlyMap<string, { data: unknown }>,
  question: string,
  other: unknown,
): PlatformClient {
  return answering(client, async (request, caller) => {
    const asked = questionOf(request);
    if (asked === question) return { status: 200, data: structuredClone(other) };
    const known = seen.get(asked);
    if (known) return { status: 200, data: structuredClone(known.data) };
    if (request.effect === 'read') return client.request(request, caller);
    return { status: 200, data: { id: 'written' } };
  });
}

/** A client that answers requests itself. */
export function answering(
  client: PlatformClient,
  request: PlatformClient['request'],
): PlatformClient {
  return {
    request,
    paginate: (asked, caller, options = {}) =>
      paginatePages(
        asked,
        options,
        (page) => request(page, caller),
        failures(asked.route, caller.token),
      ),
    stream: (asked, caller) => client.stream(asked, caller),
    download: (asked, caller) => client.download(asked, caller),
    reach: (signal) => client.reach(signal),
    close: async () => undefined,
  };
}

/** The places of an answer, the outermost first. */
function placesIn(data: unknown): Path[] {
  const places: Path[] = [[]];
  for (let at = 0; at < places.length && places.length < 500; at += 1) {
    const path = places[at] as Path;
    const value = path.reduce<unknown>((inner, name) => (inner as Args)[name], data);
    if (typeof value !== 'object' || value === null) continue;
    const names = Array.isArray(value)
      ? value.slice(0, 1).map((_, index) => index)
      : Object.keys(value);
    places.push(...names.map((name) => [...path, name]));
  }
  return places;
}

function changed(data: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(data)) {
    return data.map((item, index) => (index === name ? changed(item, rest, value) : item));
  }
  return { ...(data as object), [name]: changed((data as Args)[name], rest, value) };
}
