import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { changeHubOf } from '../src/commands/changes.ts';
import { readConfig } from '../src/config/server.ts';
import { connect } from '../src/connect.ts';
import type { Service } from '../src/operations/index.ts';
import { PREBUILT_FILES, type PrebuiltFile } from '../src/server/fast-path/prebuilt.ts';
import { serveLines } from '../src/server/stdio/sdk.ts';
import { tools } from '../src/tools/catalogue.ts';
import { discoveryTools } from '../src/tools/discovery/tools.ts';
import { isOfferedBy } from '../src/tools/surface/availability.ts';
import type { PrebuiltTool } from '../src/tools/surface/prebuilt.ts';
import { reachOf } from '../src/tools/tool.ts';

const SERVICES: readonly Service[] = ['contract', 'current'];

/** Nothing listens at this address: these answers need no platform. */
const SERVICE = { DOCS_PLATFORM_URL: 'http://127.0.0.1:9', DOCS_PLATFORM_TOKEN: 'none' };

const [newest, ...older] = SUPPORTED_PROTOCOL_VERSIONS as [string, ...string[]];

const HANDSHAKE = {
  protocolVersion: newest,
  capabilities: {},
  clientInfo: { name: 'build', version: '1' },
};

type ByService = PrebuiltFile['initialized']['service'];
type Initialized = ByService['auto'];
type Api = keyof ByService;
type NamedTool = Pick<PrebuiltTool, 'name'>;

/** Records the SDK's answers to the first requests of a client: the handshake, and the definition of every tool. */
export async function writePrebuilt(folder: string): Promise<void> {
  const { definitions } = await firstAnswersOf(SERVICE, 'auto');
  const written: PrebuiltFile = {
    initialized: { service: await initializedBy(SERVICE), embedded: await initializedBy({}) },
    revisions: [newest, ...older],
    tools: definitions.map(({ name }) => prebuiltTool(name)),
  };
  const lines = definitions.map((definition) => `${JSON.stringify(definition)}\n`);
  await writeFile(join(folder, PREBUILT_FILES.answers), JSON.stringify(written));
  await writeFile(join(folder, PREBUILT_FILES.definitions), lines.join(''));
}

/** A server's answer to the handshake in this environment, for each value of `--api`. */
async function initializedBy(environment: NodeJS.ProcessEnv): Promise<ByService> {
  const of = async (api: Api) => (await firstAnswersOf(environment, api)).initialized;
  return { auto: await of('auto'), contract: await of('contract'), current: await of('current') };
}

/** A server's answers to the first requests of a client in this environment. */
async function firstAnswersOf(environment: NodeJS.ProcessEnv, api: Api) {
  const config = readConfig(environment, { toolsets: ['all'], api, allowFiles: [] });
  const connection = connect(config);
  const changes = await changeHubOf(connection, config, fail);
  const { onListed: _, ...dependencies } = connection.dependencies;
  const answers = new PassThrough();
  const lines = createInterface({ input: answers });
  const server = serveLines({
    dependencies: { ...dependencies, changes },
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
  const { tools: definitions } = (await ask(2, 'tools/list', {})) as { tools: NamedTool[] };
  await server.close();
  await changes.close();
  await connection.close();
  return { initialized, definitions };
}

function fail(problem: Error): never {
  throw problem;
}

function prebuiltTool(toolName: string): PrebuiltTool {
  const tool = [...tools, ...discoveryTools([])].find(({ name }) => name === toolName);
  if (!tool) throw new Error(`${toolName} is listed, but not in the catalogue`);
  const { name, aliases, toolset, effect, byDefault, calls } = tool;
  const services = SERVICES.filter((service) => isOfferedBy(tool, service));
  const reach = toolset !== 'discovery' && { reach: reachOf(tool) };
  const optional = { ...(aliases && { aliases }), ...(calls && { calls }) };
  return { name, toolset, effect, byDefault, services, ...optional, ...reach };
}
