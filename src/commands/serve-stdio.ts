import { type ConfigFlags, readConfig } from '../config/server.ts';
import { once } from '../once.ts';
import { observe } from '../server/observe/index.ts';
import { readPrebuilt, runStdio } from '../server/stdio/index.ts';
import { closeOnSignal } from './lifecycle.ts';
import { checkTelemetry, openLogOf } from './monitoring.ts';
import { EMBEDDED, log, warn } from './output.ts';

/** Serves MCP over stdio. The code behind calls is loaded with the first of them. */
export async function serveStdio(flags: ConfigFlags & { logLevel?: string }): Promise<void> {
  const config = readConfig(process.env, { ...flags, allowFiles: flags.allowFiles ?? [] });
  checkTelemetry(process.env);
  const records = await openLogOf(flags, 'silent');
  const report = flags.logLevel === undefined ? warn : records.problem;
  const connection = once(async () => {
    const { connect } = await import('../connect.ts');
    return connect(config);
  });
  const changes = once(async () => {
    const { changeHubOf } = await import('./changes.ts');
    return changeHubOf(await connection(), config, report);
  });
  const prebuilt = readPrebuilt(config.platform.kind, config.surface);
  // These options cannot be checked against the prebuilt answers, so load everything now and report every problem at
  // once.
  if (!prebuilt) await connection();
  const isEmbedded = config.platform.kind === 'embedded';
  if (isEmbedded) log(EMBEDDED);
  const observation = await observe({ log: records, env: process.env });
  const server = runStdio({
    ...{ prebuilt, connection, changes },
    observer: observation.observer,
    report,
    // The embedded platform starts slowly.
    prepare: isEmbedded,
  });
  const begun = [changes, connection].map(closable);
  const close = closeOnSignal(server, ...begun, observation);
  await server.finished;
  await close();
}

/** Closes whatever was started. */
function closable(begun: { readonly started?: Promise<{ close(): Promise<void> }> }) {
  return { close: async () => (await begun.started?.catch(() => undefined))?.close() };
}
