import { parseFaults, SetupError } from '@docs-platform-mcp/platform';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type ApiAnswer,
  DEV_GUIDE,
  ORGANIZATION,
  request,
  startTestPlatform,
  type TestPlatform,
} from '../../platform/test/support.ts';
import { ask, clientOf, collect, failureOf, leapingClock } from '../client/support.ts';

const TOKEN = 'demo-admin-token';
const COMMENTS = `/spaces/${DEV_GUIDE}/comments`;
const QUESTIONS = `/orgs/${ORGANIZATION}/ask/questions/stream`;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
});

afterAll(() => platform.close());

/** One request of the administrator, with injected faults. */
function suffer(faults: string, method = 'GET', path = '/orgs', body?: object): Promise<ApiAnswer> {
  return request(`${platform.url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'x-platform-faults': faults,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const post = (faults: string, text: string) =>
  suffer(faults, 'POST', COMMENTS, { body: { markdown: text } });

/** Number of comments with this text. */
async function timesSaid(text: string, { admin } = platform): Promise<number> {
  const { json } = await admin('GET', `${COMMENTS}?limit=1000&format=markdown`);
  return json.items.filter(({ body }) => body.markdown === text).length;
}

/** The statuses of consecutive requests with these faults. */
async function statuses(faults: string, count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let turn = 0; turn < count; turn += 1) seen.push((await suffer(faults)).status);
  return seen;
}

describe('requested faults', () => {
  it('delay a request while others proceed', async () => {
    const order: string[] = [];
    const slow = suffer('latency=300').then(() => order.push('slow'));
    await suffer('').then(() => order.push('quick'));
    await slow;
    expect(order).toEqual(['quick', 'slow']);
  });

  it('fail it before anything is done', async () => {
    const seen = new Set<number>();
    for (let seed = 0; seed < 12; seed += 1) {
      const answer = await post(`errors=1,seed=${seed}`, 'Never said');
      expect(answer.json).toEqual({
        error: {
          code: answer.status,
          message: 'This failed on purpose, because faults were requested',
        },
      });
      seen.add(answer.status);
    }
    expect([...seen].sort()).toEqual([500, 502, 503]);
    expect(await timesSaid('Never said')).toBe(0);
  });

  it('answer it with 429', async () => {
    const { status, headers, json } = await post('limit=1', 'Never said');
    expect(status).toBe(429);
    expect(json).toEqual({ error: { code: 429, message: 'Too many requests; try again in 1 s' } });
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('x-ratelimit-limit')).toBe('60000');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    const reset = Number(headers.get('x-ratelimit-reset'));
    expect(Math.abs(reset - Date.now() / 1000)).toBeLessThan(60);
    expect(await timesSaid('Never said')).toBe(0);
  });

  it('break the connection in the middle of an answer, after the work is done', async () => {
    await expect(post('cut=1', 'Said once')).rejects.toThrow('other side closed');
    expect(await timesSaid('Said once')).toBe(1);
  });

  it('break the connection without an answer if it would have no body', async () => {
    const { json } = await post('', 'Gone');
    await expect(suffer('cut=1', 'DELETE', `${COMMENTS}/${json.id}`)).rejects.toThrow(
      'other side closed',
    );
    expect(await timesSaid('Gone')).toBe(0);
  });

  it('break an event stream in its middle', async () => {
    const whole = (await suffer('', 'GET', QUESTIONS)).text;
    const response = await fetch(`${platform.url}/v1${QUESTIONS}`, {
      headers: { authorization: `Bearer ${TOKEN}`, 'x-platform-faults': 'cut=1' },
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    let part = '';
    const read = async () => {
      for await (const chunk of response.body ?? []) part += Buffer.from(chunk).toString();
    };
    await expect(read()).rejects.toThrow('terminated');
    expect(part).toMatch(/^data: \{"question":/);
    expect(whole.startsWith(part)).toBe(true);
    expect(whole).toContain('event: done');
    expect(part).not.toContain('event: done');
  });

  it('come in the same order with the same seed, at the requested rate', async () => {
    const first = await statuses('errors=0.3,limit=0.2,seed=103', 100);
    const again = await startTestPlatform({ faults: parseFaults('errors=0.3,limit=0.2,seed=103') });
    onTestFinished(() => again.close());
    const second: number[] = [];
    for (let turn = 0; turn < 100; turn += 1)
      second.push((await again.admin('GET', '/orgs')).status);
    expect(second).toEqual(first);
    expect(await statuses('errors=0.3,limit=0.2,seed=104', 100)).not.toEqual(first);
    const count = (wanted: (status: number) => boolean) => first.filter(wanted).length;
    expect(Math.abs(count((status) => status === 429) - 20)).toBeLessThan(10);
    expect(Math.abs(count((status) => status >= 500) - 24)).toBeLessThan(10);
  });

  it('require authentication', async () => {
    const { status } = await request(`${platform.url}/v1/orgs`, {
      headers: { 'x-platform-faults': 'limit=1' },
    });
    expect(status).toBe(401);
  });

  it('override those of the platform', async () => {
    const failing = await startTestPlatform({ faults: parseFaults('limit=1') });
    onTestFinished(() => failing.close());
    const status = async (headers: Record<string, string>) => {
      const authorization = `Bearer ${TOKEN}`;
      const url = `${failing.url}/v1/orgs`;
      return (await request(url, { headers: { authorization, ...headers } })).status;
    };
    expect(await status({})).toBe(429);
    expect(await status({ 'x-platform-faults': '' })).toBe(200);
    expect(await status({ 'x-platform-faults': 'latency=1' })).toBe(200);
  });
});

describe('the syntax of faults', () => {
  it.each(['slow', 'errors', 'errors=', 'errors=1.1', 'errors=-1', 'errors=1e-1', 'cut=yes'])(
    'does not include %j',
    async (text) => {
      expect(() => parseFaults(text)).toThrow(SetupError);
      const { status, json } = await suffer(text);
      expect(status).toBe(400);
      expect(json.error.message).toContain(JSON.stringify(text));
      expect(json.error.message).toContain('latency=200,errors=0.1,limit=0.05,cut=0.2,seed=7');
    },
  );

  it.each(['latency=60001', 'toString=1', '__proto__=1', 'errors=0.1=2', 'errors=0.1;cut=1'])(
    'does not include %j either',
    (text) => {
      expect(() => parseFaults(text)).toThrow(SetupError);
    },
  );

  it('may contain spaces, any order and gaps', () => {
    expect(parseFaults(' cut = 0.25 ,, latency=5 ')).toEqual({
      latency: 5,
      limit: 0,
      errors: 0,
      cut: 0.25,
    });
  });

  it('never misreads its input', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          const { latency, limit, errors, cut } = parseFaults(text);
          for (const share of [limit, errors, cut]) expect(share).toBeLessThanOrEqual(1);
          expect(latency).toBeLessThanOrEqual(60_000);
        } catch (error) {
          expect(error).toBeInstanceOf(SetupError);
        }
      }),
    );
  });
});

describe('the client of the product', () => {
  /** A client of a platform with these faults, and that platform. */
  async function against(faults: string) {
    const failing = await startTestPlatform({ faults: parseFaults(faults) });
    onTestFinished(() => failing.close());
    const client = clientOf(failing.url, { clock: leapingClock() });
    /** Reads the same data without faults. */
    const look = (path: string) =>
      request(`${failing.url}/v1${path}`, {
        headers: { authorization: `Bearer ${TOKEN}`, 'x-platform-faults': '' },
      });
    return { client, look };
  }

  const asked = { route: `GET /v1${COMMENTS}`, token: TOKEN, query: { limit: 1 } };

  it('keeps reading through refusals and broken answers', async () => {
    const { client, look } = await against('limit=0.25,cut=0.25,seed=11');
    const all = (await look(COMMENTS)).json.items.map(({ id }) => id);
    expect(all).toHaveLength(5);
    for (let turn = 0; turn < 5; turn += 1) {
      const found = (await collect(client.paginate(...ask(asked)))) as { id: string }[];
      expect(found.map(({ id }) => id)).toEqual(all);
    }
  });

  it('reports a stream that broke off', async () => {
    const { client } = await against('cut=1');
    const failure = await failureOf(
      collect(client.stream(...ask({ route: `GET /v1${QUESTIONS}`, token: TOKEN }))),
    );
    expect(failure).toMatchObject({ kind: 'invalid_response', code: 'truncated' });
  });

  it.each(['cut=1', 'errors=1'])('sends no comment twice after %s', async (faults) => {
    const { client, look } = await against(faults);
    await failureOf(
      client.request(
        {
          route: `POST /v1${COMMENTS}`,
          effect: 'create',
          body: { body: { markdown: 'Said at most once' } },
        },
        { token: TOKEN },
      ),
    );
    const { json } = await look(`${COMMENTS}?format=markdown`);
    const said = json.items.filter(({ body }) => body.markdown === 'Said at most once');
    expect(said).toHaveLength(faults === 'cut=1' ? 1 : 0);
  });

  it('never repeats a comment, and loses none that it reported as posted', async () => {
    const { client, look } = await against('limit=0.2,errors=0.2,cut=0.2,seed=5');
    const posted: string[] = [];
    const failed: string[] = [];
    for (let serial = 0; serial < 40; serial += 1) {
      const text = `Comment ${serial}`;
      await client
        .request(
          { route: `POST /v1${COMMENTS}`, effect: 'create', body: { body: { markdown: text } } },
          { token: TOKEN },
        )
        .then(
          () => posted.push(text),
          () => failed.push(text),
        );
    }
    const { json } = await look(`${COMMENTS}?limit=1000&format=markdown`);
    const said = json.items
      .map(({ body }) => body.markdown)
      .filter((text) => /^Comment/.test(text));
    expect(new Set(said).size).toBe(said.length);
    expect(posted.filter((text) => !said.includes(text))).toEqual([]);
    // The platform has the comments whose answer was cut, and not the others.
    expect(failed.length).toBeGreaterThan(said.length - posted.length);
    expect(said.length).toBeGreaterThan(posted.length);
  });
});

describe('a request limit', () => {
  it('is counted for each user, reported in every answer, and enforced', async () => {
    const limited = await startTestPlatform({ rateLimit: 3 });
    onTestFinished(() => limited.close());
    const remaining = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, headers } = await limited.admin('GET', '/orgs');
      expect(status).toBe(200);
      expect(headers.get('x-ratelimit-limit')).toBe('3');
      remaining.push(headers.get('x-ratelimit-remaining'));
    }
    expect(remaining).toEqual(['2', '1', '0']);

    const refused = await limited.admin('GET', '/orgs');
    const wait = Number(refused.headers.get('retry-after'));
    expect(refused.status).toBe(429);
    expect(refused.json).toEqual({
      error: { code: 429, message: `Too many requests; try again in ${wait} s` },
    });
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.headers.get('x-ratelimit-limit')).toBe('3');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    const reset = Number(refused.headers.get('x-ratelimit-reset'));
    expect(reset).toBeGreaterThan(Date.now() / 1000);
    expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 60);

    expect((await limited.reader('GET', '/orgs')).status).toBe(200);
  });
});
