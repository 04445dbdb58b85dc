import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { changeHubOf } from '../src/commands/changes.ts';
import { readConfig } from '../src/config/server.ts';
import { connect } from '../src/connect.ts';
import { offeredBy, type Service } from '../src/operations/index.ts';
import { OPENING_FILES, type WrittenOpening } from '../src/server/fast-path/prebuilt.ts';
import { serveLines } from '../src/server/stdio/sdk.ts';
import { tools } from '../src/tools/catalogue.ts';
import { discoveryTools } from '../src/tools/discovery/tools.ts';
import { reachOf } from '../src/tools/tool.ts';
import type { WrittenTool } from '../src/tools/written.ts';

const SERVICES: readonly Service[] = ['contract', 'current'];

/** Nothing listens there: the opening needs no platform. */
const SERVICE = { DOCS_PLATFORM_URL: 'http://127.0.0.1:9', DOCS_PLATFORM_TOKEN: 'none' };

const [newest, ...older] = SUPPORTED_PROTOCOL_VERSIONS as [string, ...string[]];

const HANDSHAKE = {
  protocolVersion: newest,
  capabilities: {},
  clientInfo: { name: 'build', version: '1' },
};

type Initialized = WrittenOpening['initialized']['service'];
type Definition = Pick<WrittenTool, 'name'>;

/** Writes the opening answers of a server, as the SDK gives them: its handshake, and every tool. */
export async function writeOpening(folder: string): Promise<void> {
  const service = await openingOf(SERVICE);
  const embedded = await openingOf({});
  const written: WrittenOpening = {
    initialized: { service: service.initialized, embedded: embedded.initialized },
    revisions: [newest, ...older],
    tools: service.definitions.map(({ name }) => writtenTool(name)),
  };
  const lines = service.definitions.map((definition) => `${JSON.stringify(definition)}\n`);
  await writeFile(join(folder, OPENING_FILES.opening), JSON.stringify(written));
  await writeFile(join(folder, OPENING_FILES.definitions), lines.join(''));
}

/** The answers of a server in this environment to a client's first requests. */
async function openingOf(environment: NodeJS.ProcessEnv) {
  const config = readConfig(environment, { toolsets: ['all'], api: 'auto', allowFiles: [] });
  const connection = connect(config);
  const changes = await changeHubOf(connection, config, fail);
  const { onListed: _, ...services } = connection.services;
  const answers = new PassThrough();
  const lines = createInterface({ input: answers });
  const server = serveLines({
    services: { ...services, changes },
    token: connection.token,
    report: fail,
    wire: { write: async (line) => void answers.write(`${line}\n`) },
  });
  const ask = async (id: number, method: string, params: object): Promise<unknown> => {
    server.deliver(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const [line] = await once(lines, 'line');
    return JSON.parse(line).result;
  };
  const initialized = (await ask(1, 'initialize', HANDSHAKE)) as Initialized;
  const { tools: definitions } = (await ask(2, 'tools/list', {})) as { tools: Definition[] };
  await server.close();
  await changes.close();
  await connection.close();
  return { initialized, definitions };
}

function fail(problem: Error): never {
  throw problem;
}

function writtenTool(wanted: string): WrittenTool {
  const tool = [...tools, ...discoveryTools([])].find(({ name }) => name === wanted);
  if (!tool) throw new Error(`${wanted} is listed, but in no catalogue`);
  const { name, aliases, toolset, effect, daily, calls, operation } = tool;
  const services = SERVICES.filter((service) => !operation || offeredBy(operation, service));
  const reach = toolset !== 'discovery' && { reach: reachOf(tool) };
  const optional = { ...(aliases && { aliases }), ...(calls && { calls }) };
  return { name, toolset, effect, daily, services, ...optional, ...reach };
}
