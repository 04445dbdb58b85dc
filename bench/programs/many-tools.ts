// The product's HTTP server with a given number of tools: one real operation under many names.
import { readSharedConfig } from '../../src/config/server.ts';
import { connect } from '../../src/connect.ts';
import { operations } from '../../src/operations/index.ts';
import { runHttp } from '../../src/server/index.ts';
import { DEFAULT_SURFACE } from '../../src/tools/index.ts';
import { operationTool } from '../../src/tools/operation-tool.ts';
import { createSurface } from '../../src/tools/surface/surface.ts';

const { BENCH_UPSTREAM = '', BENCH_TOOLS = '1' } = process.env;
const { dependencies } = connect(readSharedConfig({ DOCS_PLATFORM_URL: BENCH_UPSTREAM }));
const operation = operations.listCollections;
const tools = Array.from({ length: Number(BENCH_TOOLS) }, (_, index) =>
  operationTool(index === 0 ? operation : { ...operation, tool: `${operation.tool}_${index}` }),
);
const surface = createSurface(tools, { ...DEFAULT_SURFACE, toolsets: ['all'] });
const report = (problem: Error) => process.stderr.write(`${problem.stack}\n`);
const { url } = await runHttp({ ...dependencies, surface }, { host: '127.0.0.1', port: 0 }, report);
process.stderr.write(`listening: ${url}\n`);
