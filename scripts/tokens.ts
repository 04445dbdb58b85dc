// Counts the cost of the tool definitions for a model: name, description and input schema, in o200k tokens.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type SurfaceOptions, surfaceOf } from '../src/tools/index.ts';

interface ToolCost {
  name: string;
  tokens: number;
}

function costs(options: Partial<SurfaceOptions>): ToolCost[] {
  return surfaceOf(options).definitions.map(({ name, description, inputSchema }) => ({
    name,
    tokens: countTokens(JSON.stringify({ name, description, inputSchema })),
  }));
}

function total(tools: readonly ToolCost[]): number {
  return tools.reduce((sum, { tokens }) => sum + tokens, 0);
}

const all = costs({ toolsets: ['all'] }).sort((a, b) => b.tokens - a.tokens);
for (const { name, tokens } of all) console.log(`${String(tokens).padStart(6)}  ${name}`);
console.log();
for (const [label, tools] of [
  ['all', all],
  ['default', costs({})],
  ['discovery', costs({ mode: 'discovery' })],
] as const) {
  const sum = total(tools);
  const average = (sum / tools.length).toFixed(1);
  console.log(`${String(sum).padStart(6)}  ${label}: ${tools.length} tools, ${average} on average`);
}
