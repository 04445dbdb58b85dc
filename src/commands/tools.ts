import type { Command } from 'commander';
import { parseList } from './options.ts';
import { type Paint, paintFor, print } from './output.ts';

interface ToolsFlags {
  json?: true;
  strict?: true;
  toolset?: string[];
  search?: string;
}

/** Adds `tools`. */
export function addTools(program: Command): void {
  program
    .command('tools')
    .description('print the catalogue of tools')
    .option('--toolset <names>', 'only tools of these toolsets', parseList)
    .option('--search <words>', 'only tools with all these words in name, title or summary')
    .option('--json', 'the operations as a JSON array')
    .option('--strict', 'the default toolset as JSON functions for strict modes')
    .action(async (flags: ToolsFlags) => {
      if (flags.strict) return print(await strictFunctions());
      return print(await (flags.json ? catalogueJson(flags) : catalogueTable(flags)));
    });
}

/** The form in which OpenAI's models take functions. */
async function strictFunctions(): Promise<string> {
  const [{ surfaceOf }, { strictForm }] = await Promise.all([
    import('../tools/index.ts'),
    import('../tools/surface/strict-schema.ts'),
  ]);
  const functions = surfaceOf({}).definitions.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    parameters: strictForm(inputSchema),
    strict: true,
  }));
  return JSON.stringify(functions, null, 2);
}

async function catalogueJson(flags: ToolsFlags): Promise<string> {
  const { allOperations } = await import('../operations/index.ts');
  const names = new Set((await chosenTools(flags)).map(({ name }) => name));
  const catalogue = allOperations
    .filter(({ tool }) => names.has(tool))
    .map(({ tool, id, method, pathTemplate, toolset, effect }) => ({
      tool,
      operation: id,
      method,
      path: pathTemplate,
      toolset,
      effect,
    }));
  return JSON.stringify(catalogue, null, 2);
}

async function chosenTools({ toolset, search = '' }: ToolsFlags) {
  const { tools, surfaceOf } = await import('../tools/index.ts');
  if (toolset) surfaceOf({ toolsets: toolset });
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter(
    (tool) =>
      (!toolset || isInToolsets(tool, toolset)) &&
      words.every((word) =>
        `${tool.name} ${tool.title} ${tool.summary}`.toLowerCase().includes(word),
      ),
  );
}

function isInToolsets(
  tool: { toolset: string; byDefault: boolean },
  toolsets: readonly string[],
): boolean {
  return (
    toolsets.includes('all') ||
    toolsets.includes(tool.toolset) ||
    (toolsets.includes('default') && tool.byDefault)
  );
}

/** On a narrower terminal, summaries are not wrapped. */
const LEAST_SUMMARY = 30;

/** One line for each tool, grouped by toolset. On a terminal, summaries wrap at its width. */
async function catalogueTable(flags: ToolsFlags): Promise<string> {
  const tools = await chosenTools(flags);
  if (tools.length === 0) return 'No tool has all these words.';
  const paint = paintFor(process.stdout);
  const names = [...new Set(tools.map(({ toolset }) => toolset))];
  const width = Math.max(...tools.map(({ name }) => name.length));
  const left = (process.stdout.columns || Number.POSITIVE_INFINITY) - width - 12;
  const sections = names.map((name) => {
    const members = tools.filter(({ toolset }) => toolset === name);
    const rows = members.map((tool) => row(tool, width, left, paint));
    return [paint('bold', `${name} (${members.length})`), ...rows].join('\n');
  });
  return `${sections.join('\n\n')}\n\n${paint('dim', '* is listed by default')}`;
}

const COLOURS = { read: 'green', create: 'cyan', update: 'yellow', delete: 'red' } as const;

function row(
  tool: { name: string; effect: keyof typeof COLOURS; byDefault: boolean; summary: string },
  width: number,
  left: number,
  paint: Paint,
): string {
  const { name, effect, byDefault, summary } = tool;
  const [first = '', ...rest] = left < LEAST_SUMMARY ? [summary] : wrapText(summary, left);
  const more = rest.map((line) => `\n${' '.repeat(width + 12)}${line}`).join('');
  const mark = byDefault ? '*' : ' ';
  return `${mark} ${name.padEnd(width)}  ${paint(COLOURS[effect], effect.padEnd(6))}  ${first}${more}`;
}

function wrapText(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
