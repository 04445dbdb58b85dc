// Counts what a model pays for the tools: name, description and input schema, in o200k tokens.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { toolDefinitions } from '../src/tools/index.ts';

const costs = toolDefinitions()
  .map(({ name, description, inputSchema }) => ({
    name,
    tokens: countTokens(JSON.stringify({ name, description, inputSchema })),
  }))
  .sort((a, b) => b.tokens - a.tokens);

const total = costs.reduce((sum, { tokens }) => sum + tokens, 0);
const average = (total / costs.length).toFixed(1);
for (const { name, tokens } of costs) console.log(`${String(tokens).padStart(6)}  ${name}`);
console.log(`${String(total).padStart(6)}  total of ${costs.length} tools, ${average} on average`);
