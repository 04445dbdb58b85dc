import { prompts } from '../../src/prompts/index.ts';
import { SKILL_FILE, type Skill, skillsWith } from '../../src/skills/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';
import { MANIFESTS } from './manifests.ts';

export { badges } from './links.ts';

/** Every file with which hosts and registries install this program, by path. */
export function packageFiles(): Map<string, string> {
  const files = pluginTexts();
  for (const [path, content] of Object.entries(MANIFESTS)) {
    files.set(path, `${JSON.stringify(content, null, 2)}\n`);
  }
  return files;
}

/** The parts of plugins besides manifests: the skills, and a command that starts each, by path. */
function pluginTexts(): Map<string, string> {
  const skills = skillsWith(surfaceOf().howToCall);
  const missing = prompts.length - skills.length;
  if (missing > 0) throw new Error(`${missing} prompts have no skill with the default tools`);
  return new Map(
    skills.flatMap((skill) => [
      [`plugin/skills/${skill.name}/${SKILL_FILE}`, skill.text],
      [`plugin/commands/${skill.name}.md`, command(skill)],
    ]),
  );
}

/** The command of a skill. Only people see it, because agents have the skill. */
function command({ name, title }: Skill): string {
  const asked =
    prompts.find((prompt) => prompt.name.replaceAll('_', '-') === name)?.arguments ?? [];
  const hint = asked.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ');
  const head = [
    `description: ${JSON.stringify(title)}`,
    `argument-hint: ${JSON.stringify(hint)}`,
    'disable-model-invocation: true',
  ];
  const task = `Do what the skill \`${name}\` says, with this: $ARGUMENTS`;
  return `---\n${head.join('\n')}\n---\n\n${task}\n`;
}
