import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSite, newSite, read } from '../sites/support.ts';
import {
  DEV_GUIDE,
  eventsOf,
  HANDBOOK,
  publish,
  ROADMAP,
  type Send,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

let platform: TestPlatform;
/** The demonstration site, for holders of its share links; its section Operations has a condition. */
let shared: string;
/** A public site of three spaces without sections. */
let open: string;
let siteSpaces: Record<string, string>;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
  shared = await demoSite(send);
  const change = {
    operation: 'insert_page',
    title: 'In common',
    document: { markdown: `About the ${COMMON}.\n\n## Below\n\nAbout the quincunx.` },
  };
  for (const space of [DEV_GUIDE, HANDBOOK, ROADMAP])
    await publish(send, `/spaces/${space}`, [change]);
  open = await newSite(send, { title: 'All', spaces: [DEV_GUIDE, HANDBOOK, ROADMAP] });
  await send('POST', `${open}/publish`);
  const { items } = await read(send, `${open}/site-spaces`);
  siteSpaces = Object.fromEntries(items.map(({ space, id }) => [space.id, id]));
});

afterAll(() => platform.close());

const send: Send = (...call) => platform.admin(...call);

interface Page {
  id: string;
  title: string;
  path: string;
  rank: number;
  score: number;
  resultType: string;
  ancestors: { title: string }[];
}

interface Found {
  count: number;
  next?: { page: string };
  items: { type: string; id: string; title: string; score: number; pages: Page[] }[];
}

async function search(site: string, body: object, by = send, query = ''): Promise<Found> {
  const answer = await by('POST', `${site}/search${query}`, body);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text) as Found;
}

const spacesIn = ({ items }: Found) => items.map(({ id }) => id).sort();

/** A word that occurs in all three spaces. */
const COMMON = 'syzygy';

const inScope = async (scope: object, by = send) =>
  spacesIn(await search(open, { query: COMMON, scope }, by));

describe('site search', () => {
  it('returns pages with their overall rank, the best first', async () => {
    const scope = { mode: 'default' };
    const found = await search(shared, { query: 'retries', scope });
    const [best] = found.items;
    expect(best).toMatchObject({ type: 'space', id: DEV_GUIDE, title: 'Developer Guide' });
    expect(best?.pages[0]).toMatchObject({
      id: 'kmBrcfIkSeuVCGDS9fXr',
      title: 'Retries and backoff',
      description:
        'What happens when a delivery fails, how long the service waits, and how to tune both.',
      path: 'guides/retries',
      rank: 1,
      score: best?.score,
      ancestors: [{ title: 'Guides' }],
      urls: { app: `${platform.url}/app/s/${DEV_GUIDE}/guides/retries` },
    });
    const pages = found.items.flatMap((item) => item.pages);
    const ranks = pages.map(({ rank }) => rank).sort((left, right) => left - right);
    expect(ranks).toEqual(pages.map((_, index) => index + 1));
    const byRank = [...pages].sort((left, right) => left.rank - right.rank);
    const scores = byRank.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((left, right) => right - left));
    expect(scores.every((score) => score > 0)).toBe(true);
  });

  it('continues ranks over the pages of the list', async () => {
    const body = { query: 'queue', scope: { mode: 'all' } };
    const whole = await search(open, body);
    const first = await search(open, body, send, '?limit=1');
    expect(first.items).toEqual(whole.items.slice(0, 1));
    expect(first.count).toBe(whole.items.length);
    const second = await search(open, body, send, `?limit=1&page=${first.next?.page}`);
    expect(second.items).toEqual(whole.items.slice(1, 2));
  });

  it('returns the match: the page itself or a section', async () => {
    const scope = { mode: 'default' };
    const types = async (query: string) => {
      const [item] = (await search(shared, { query, scope })).items;
      return item?.pages.map(({ path, resultType }) => [path, resultType])[0];
    };
    expect(await types(COMMON)).toEqual(['in-common', 'page']);
    expect(await types('quincunx')).toEqual(['in-common', 'section']);
  });

  it.each([
    [{ mode: 'default' }, [DEV_GUIDE]],
    [{ mode: 'all' }, [DEV_GUIDE, HANDBOOK, ROADMAP]],
  ])('supports the scope %j', async (scope, expected) => {
    expect(await inScope(scope)).toEqual(expected);
  });

  it('supports scopes of site-spaces', async () => {
    const { [DEV_GUIDE]: guide, [HANDBOOK]: handbook, [ROADMAP]: roadmap } = siteSpaces;
    const around = { mode: 'default', currentSiteSpace: handbook };
    expect(await inScope(around)).toEqual([DEV_GUIDE, HANDBOOK].sort());
    expect(await inScope({ ...around, restrictTo: 'currentSiteSpace' })).toEqual([HANDBOOK]);
    expect(await inScope({ ...around, restrictTo: 'otherSiteSpaces' })).toEqual([DEV_GUIDE]);
    const specific = { mode: 'specific', siteSpaceIds: [roadmap, guide] };
    expect(await inScope(specific)).toEqual([DEV_GUIDE, ROADMAP].sort());
  });

  it('accepts the forms that preceded scopes', async () => {
    const { [HANDBOOK]: handbook } = siteSpaces;
    const old = async (body: object) => spacesIn(await search(open, { query: COMMON, ...body }));
    expect(await old({ mode: 'all' })).toHaveLength(3);
    expect(await old({ mode: 'specific', siteSpaceIds: [handbook] })).toEqual([HANDBOOK]);
    expect(await old({ siteSpaceIds: [handbook] })).toEqual([HANDBOOK]);
    expect(await old({ mode: 'current', siteSpaceId: handbook })).toEqual(
      [DEV_GUIDE, HANDBOOK].sort(),
    );
  });

  it.each([
    { query: 'a' },
    { scope: { mode: 'all' } },
    { query: 'a'.repeat(513), scope: { mode: 'all' } },
    { query: 'a', scope: { mode: 'some' } },
    { query: 'a', scope: { mode: 'specific', siteSpaceIds: [] } },
    { query: 'a', scope: { mode: 'specific', siteSpaceIds: ['nowhere'] } },
    { query: 'a', scope: { mode: 'default', restrictTo: 'currentSiteSpace' } },
    { query: 'a', scope: { mode: 'default', currentSiteSpace: 'nowhere' } },
  ])('answers 400 to %j', async (body) => {
    expect((await send('POST', `${open}/search`, body)).status).toBe(400);
  });

  it('requires access to the site, and shows the public no more than the site does', async () => {
    const body = { query: 'incident', scope: { mode: 'all' } };
    expect((await platform.guest('POST', `${shared}/search`, body)).status).toBe(404);
    await send('PATCH', shared, { visibility: 'public' });
    expect(spacesIn(await search(shared, body, platform.reader))).toContain(HANDBOOK);
    expect(spacesIn(await search(shared, body, platform.guest))).not.toContain(HANDBOOK);
    await send('PATCH', shared, { visibility: 'share-link' });
  });

  it('shows readable content of an unpublished site to the caller', async () => {
    const hidden = await newSite(send, { title: 'Hidden', spaces: [ROADMAP] });
    const body = { query: COMMON, scope: { mode: 'all' } };
    expect(spacesIn(await search(hidden, body))).toEqual([ROADMAP]);
    expect((await platform.editor('GET', `/spaces/${ROADMAP}/content/pages`)).status).toBe(404);
    expect(spacesIn(await search(hidden, body, platform.editor))).toEqual([]);
    await send('POST', `${hidden}/publish`);
    expect(spacesIn(await search(hidden, body, platform.editor))).toEqual([ROADMAP]);
  });

  it('omits pages that are hidden or excluded from searches', async () => {
    const page = (title: string, flags: object) => ({
      operation: 'insert_page',
      title,
      document: { markdown: 'About the zyzzyva.' },
      ...flags,
    });
    await publish(send, `/spaces/${DEV_GUIDE}`, [
      page('Seen', {}),
      page('Hidden', { hidden: true }),
      page('Not indexed', { noIndex: true }),
    ]);
    const body = { query: 'zyzzyva', scope: { mode: 'all' } };
    const [item] = (await search(open, body)).items;
    expect(item?.pages.map(({ title }) => title)).toEqual(['Seen']);
    const asked = { question: 'Where is the zyzzyva?', scope: { mode: 'all' } };
    const answer = eventsOf(await send('POST', `${open}/ask?format=markdown`, asked)).at(-2);
    expect(answer?.answer.answer.markdown).toBe('**Seen**\n\n> About the zyzzyva.');
    expect(answer?.answer.sources).toHaveLength(1);
  });
});

describe('site ask', () => {
  const question = 'How many delivery attempts does a message get?';

  it('streams a growing answer, with its sources at the end', async () => {
    const answer = await send('POST', `${shared}/ask?format=markdown`, {
      question,
      scope: { mode: 'default' },
      context: { goal: 'Tune retries' },
      session: { visitorId: 'v', sessionId: 's' },
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.text.endsWith('event: done\ndata: {}\n\n')).toBe(true);
    const events = eventsOf(answer).slice(0, -1);
    expect(events.length).toBeGreaterThan(1);
    expect(events.every((event) => (event as unknown as { type: string }).type === 'answer')).toBe(
      true,
    );
    const lengths = events.map((event) => event.answer.answer.markdown.length);
    expect(lengths).toEqual([...lengths].sort((left, right) => left - right));
    const last = events.at(-1)?.answer;
    expect(last?.answer.markdown).toContain('**Retries and backoff');
    expect(last?.sources[0]).toMatchObject({ page: 'kmBrcfIkSeuVCGDS9fXr', space: DEV_GUIDE });
  });

  it('answers from its scope only', async () => {
    const { [HANDBOOK]: handbook } = siteSpaces;
    const scope = { mode: 'specific', siteSpaceIds: [handbook] };
    const answer = await send('POST', `${open}/ask?format=markdown`, { question, scope });
    const sources = eventsOf(answer).at(-2)?.answer.sources ?? [];
    expect(sources.filter(({ space }) => space !== HANDBOOK)).toEqual([]);
  });

  it.each([
    { question },
    { question: 'a'.repeat(513), scope: { mode: 'all' } },
    { question, scope: { mode: 'all' }, context: { goal: 'a'.repeat(1025) } },
    { question, scope: { mode: 'all' }, session: { visitorId: 'v' } },
  ])('answers 400 to %j', async (body) => {
    expect((await send('POST', `${open}/ask`, body)).status).toBe(400);
  });

  it('streams suggested questions, optionally of one site-space', async () => {
    const all = eventsOf(await send('GET', `${open}/ask/questions`)).slice(0, -1);
    expect(all).toHaveLength(5);
    const { [ROADMAP]: roadmap } = siteSpaces;
    const some = await send('GET', `${open}/ask/questions?siteSpaceId=${roadmap}`);
    expect(
      eventsOf(some)
        .slice(0, -1)
        .map((event) => (event as unknown as { question: string }).question)
        .sort(),
    ).toEqual([
      'What should I know about In common?',
      'What should I know about Pricing experiments?',
      'What should I know about Project Quillfeather?',
      'What should I know about Roadmap overview?',
    ]);
    expect((await send('GET', `${open}/ask/questions?siteSpaceId=nowhere`)).status).toBe(400);
  });
});
