import { prompts } from '../../src/prompts/index.ts';
import { SKILL_FILE, skillsWith } from '../../src/skills/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';

/** What plugins have besides manifests: the skills, and a command that starts each, by their paths. */
export function pluginTexts(): Map<string, string> {
  const skills = skillsWith(surfaceOf().wayTo);
  const missing = prompts.length - skills.length;
  if (missing > 0) throw new Error(`${missing} prompts make no skill with the default tools`);
  return new Map(
    skills.flatMap(({ name, description, text }) => [
      [`plugin/skills/${name}/${SKILL_FILE}`, text],
      [`plugin/commands/${name}.md`, command(name, description)],
    ]),
  );
}

function command(skill: string, description: string): string {
  return `---\ndescription: ${JSON.stringify(description)}\n---\n\nDo what the skill \`${skill}\` says, with this: $ARGUMENTS\n`;
}
