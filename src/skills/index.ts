import {
  type HowToCall,
  instructionOf,
  isOffered,
  type Prompt,
  prompts,
} from '../prompts/index.ts';
import { RESOURCE_KINDS, RESOURCE_URIS } from '../uris/index.ts';

/** A task as a skill: a folder with one file that an agent reads when it has that task. */
export interface Skill {
  /** Name of its folder: lower case, with hyphens. */
  name: string;
  title: string;
  description: string;
  /** The complete text of its `SKILL.md`. */
  text: string;
}

/** The file that every skill has. */
export const SKILL_FILE = 'SKILL.md';

/** The skills that the available tools can serve. */
export function skillsWith(howToCall: HowToCall): Skill[] {
  return prompts
    .filter((prompt) => isOffered(prompt, howToCall))
    .map((prompt) => skillOf(prompt, howToCall));
}

/** The prompt with names in place of values, and with pointers to the resources that a prompt would attach. */
function skillOf(prompt: Prompt, howToCall: HowToCall): Skill {
  const { title, description } = prompt;
  const name = prompt.name.replaceAll('_', '-');
  const values = Object.fromEntries(prompt.arguments.map(({ name }) => [name, `{${name}}`]));
  const argumentLines = prompt.arguments.map(({ name, description, required }) => {
    const optional = required ? '' : ' (optional)';
    return `- \`{${name}}\`${optional}: ${description}.`;
  });
  const reading = prompt.resources(values).flatMap(({ kind }) => {
    const [tool] = RESOURCE_KINDS[kind].tools;
    if (howToCall(tool) === undefined) return [];
    return `- ${RESOURCE_KINDS[kind].title}: \`${tool}\`, or the resource \`${RESOURCE_URIS[kind]}\`.`;
  });
  const parts = [
    `# ${title}`,
    section('What to know first', 'Ask for what is missing.', argumentLines),
    ...(reading.length > 0 ? [section('What to read first', '', reading)] : []),
    `## What to do\n\n${instructionOf({ ...prompt, attached: undefined }, values, howToCall)}`,
  ];
  const head = ['---', `name: ${name}`, `description: ${JSON.stringify(whenToUse(prompt))}`, '---'];
  return { name, title, description, text: `${head.join('\n')}\n\n${parts.join('\n\n')}\n` };
}

/** Agents choose a skill by its description alone. */
function whenToUse({ title, description }: Prompt): string {
  const task = `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return `${description} Use it when asked to ${task} of documentation that the docs-platform-mcp server reaches.`;
}

function section(title: string, lead: string, items: readonly string[]): string {
  return [`## ${title}`, ...(lead ? [lead] : []), items.join('\n')].join('\n\n');
}
