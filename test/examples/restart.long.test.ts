import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningServe, serveHttp } from '../support/program.ts';
import {
  ADMIN,
  BOTS,
  type BotName,
  endOf,
  type Platform,
  runBot,
  startBot,
  startDemonstration,
} from './bots.ts';
import { type HoldingProxy, startGate } from './gate.ts';
import { stateOf } from './state.ts';
import { prepareTriage } from './triage-scene.ts';

const MOST_RUNS = 20;

/**
 * Runs a bot repeatedly, killing it each time the platform has completed one write. Returns how often it was killed.
 */
async function runKilled(name: BotName, server: RunningServe, gate: HoldingProxy): Promise<number> {
  const env = { DOCS_MCP_URL: server.url, DOCS_PLATFORM_TOKEN: ADMIN };
  for (let killed = 0; killed < MOST_RUNS; killed += 1) {
    const written = gate.holdNextWrite();
    const bot = await startBot(name, BOTS[name], env);
    const ended = endOf(bot);
    await Promise.race([written, ended]);
    bot.kill('SIGKILL');
    const { code, stderr } = await ended;
    expect(stderr).toBe('');
    if (code === 0) return killed;
  }
  throw new Error(`${name} never comes to its end`);
}

describe('bots that are killed after every write', () => {
  let whole: Platform;
  let broken: Platform;
  let gate: HoldingProxy;
  let server: RunningServe;

  beforeEach(async () => {
    [whole, broken] = await Promise.all([startDemonstration(), startDemonstration()]);
    gate = await startGate(broken.url);
    // The server outlives its callers, so its pending requests must not be retried while others are killed.
    const env = { DOCS_PLATFORM_URL: gate.url, DOCS_PLATFORM_TIMEOUT_MS: '600000' };
    server = await serveHttp(['--max-result-tokens', '10000000'], env);
  });

  afterEach(async () => {
    await server.stop();
    await gate.close();
    await Promise.all([whole.stop(), broken.stop()]);
  });

  it.each([
    ['triage', 9],
    ['link-keeper', 4],
    ['api-sync', 4],
  ] as const)(
    '%s reaches the same result',
    async (name, writes) => {
      if (name === 'triage') {
        await prepareTriage(whole);
        await prepareTriage(broken);
      }
      const undisturbed = await runBot(name, whole);
      expect(undisturbed.stdout).toContain(`${writes} changes made`);
      expect(await runKilled(name, server, gate)).toBe(writes);
      const state = await stateOf(broken);
      expect(state).toEqual(await stateOf(whole));
      if (name === 'triage') {
        const cited = '(/pages/oOOtfmo44X8b89vnW61R#what-a-dead-message-carries)';
        expect(state.threads[5]?.replies).toEqual([expect.stringContaining(cited)]);
      }
    },
    120_000,
  );
});
