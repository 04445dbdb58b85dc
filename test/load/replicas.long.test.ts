import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spaceOf, startTenantPlatform, type TenantPlatform } from './isolation/tenants.ts';
import { gatherCallers, type ReplicaCallers } from './replicas/callers.ts';
import { CAN_CLUSTER, type Cluster, startCluster } from './replicas/cluster.ts';

const CALLS = 3_000;
const CALLS_AFTERWARDS = 600;
/** One replica is killed after this many answers. */
const KILL_AFTER = 1_000;

describe.skipIf(!CAN_CLUSTER)('three replicas behind nginx', () => {
  /** One for each replica, to tell which request goes where. */
  const platforms: TenantPlatform[] = [];
  let cluster: Cluster;
  let callers: ReplicaCallers;
  let victim = -1;

  beforeAll(async () => {
    for (let index = 0; index < 3; index += 1) platforms.push(await startTenantPlatform());
    cluster = await startCluster(
      platforms.map(({ url }) => ({ platform: url, args: ['--toolsets', 'all'] })),
    );
    callers = await gatherCallers(cluster.url);
  });

  afterAll(async () => {
    await callers?.close();
    await cluster?.close();
    for (const platform of platforms) await platform.close();
  });

  const received = () => platforms.reduce((sum, platform) => sum + platform.received, 0);

  const addressOf = (index: number) => cluster.replicas[index]?.address;

  /** Kills the replica that has just begun this call; returns the answer, and when the replica was gone. */
  async function killWhoHolds(spaceId: string) {
    const arrived = platforms.map((platform, index) => platform.arrived(spaceId).then(() => index));
    const answer = callers.ask(0, spaceId);
    victim = await Promise.race(arrived);
    await cluster.kill(victim);
    const gone = performance.now();
    return { gone, answer: await answer };
  }

  it('lose only what was in flight on the killed one', async ({ annotate }) => {
    let killing: ReturnType<typeof killWhoHolds> | undefined;
    const { answered, wrong, failures } = await callers.work(CALLS, (count) => {
      if (count === KILL_AFTER) killing ??= killWhoHolds(spaceOf(0, 'held', 1));
    });
    const { gone, answer } = (await killing) ?? expect.fail('nothing was killed');

    const shares = platforms.map((platform) => platform.received);
    await annotate(JSON.stringify({ answered, failures: failures.length, shares, victim }));

    expect(wrong).toEqual([]);
    expect(platforms.flatMap((platform) => platform.wrong)).toEqual([]);
    expect(Math.min(...shares)).toBeGreaterThan(KILL_AFTER / 5);

    // Callers in flight at the time of the kill get an error; later ones are answered by the others.
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.text).error.message).toContain('may have been carried out');
    expect(failures.filter(({ begun }) => begun > gone)).toEqual([]);
    expect(answered + failures.length).toBe(CALLS);

    // Every failed request had been sent to the killed replica only.
    const failed = await failedAtNginx(failures.length + 1);
    for (const { replicas, bytesSent } of failed) {
      expect(replicas.at(-1)).toBe(addressOf(victim));
      expect(bytesSent.at(-1)).toBeGreaterThan(0);
    }

    // No call was executed twice.
    expect(received()).toBeGreaterThanOrEqual(answered + 1);
    expect(received()).toBeLessThanOrEqual(CALLS + 1);
  }, 120_000);

  async function failedAtNginx(count: number) {
    const failed = async () =>
      (await cluster.nginx.passed()).filter(({ status, complete }) => status >= 500 || !complete);
    await expect.poll(async () => (await failed()).length).toBe(count);
    return failed();
  }

  it('retry unsent requests on another replica', async () => {
    const isPassedOn = async () =>
      (await cluster.nginx.passed()).some(
        ({ status, replicas, bytesSent }) =>
          status === 200 && replicas[0] === addressOf(victim) && bytesSent[0] === 0,
      );
    while (!(await isPassedOn())) expect(await nextCall()).toBe(200);
  });

  let asked = 0;
  const nextCall = async () => (await callers.ask(1, spaceOf(1, 'found', asked++))).status;

  it('accept a replica that comes back, with two workers, and lose nothing', async () => {
    await cluster.replace(victim, '--workers', '2');
    const before = platforms[victim]?.received ?? 0;
    while (platforms[victim]?.received === before) expect(await nextCall()).toBe(200);
    const outcome = await callers.work(CALLS_AFTERWARDS);
    expect(outcome).toEqual({ answered: CALLS_AFTERWARDS, wrong: [], failures: [] });
    expect(platforms.flatMap((platform) => platform.wrong)).toEqual([]);
    expect(platforms[victim]?.received).toBeGreaterThan(before + CALLS_AFTERWARDS / 5);
  }, 120_000);

  it('expose only the endpoint', async () => {
    const { origin } = new URL(cluster.url);
    for (const path of ['/metrics', '/readyz']) {
      expect((await fetch(`${origin}${path}`)).status).toBe(404);
    }
  });
});
