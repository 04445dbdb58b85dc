import {
  GetSkillRequestParamsSchema,
  ListSkillsRequestParamsSchema,
  type Skill as SkillEntry,
} from '@modelcontextprotocol/core/ext/skills';
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import {
  SKILLS_EXTENSION_ID,
  SKILLS_GET_METHOD,
  SKILLS_LIST_METHOD,
  skillEntry,
} from '@modelcontextprotocol/server/ext/skills';
import { SKILL_FILE, type Skill, skillsWith } from '../../skills/index.ts';
import { asGiven } from '../../text/as-given.ts';
import type { Surface } from '../../tools/index.ts';
import { MARKDOWN_TYPE } from '../../uris/index.ts';
import type { Dependencies } from '../dependencies.ts';

/** The capability of a server with skills. */
export const SKILLS_CAPABILITY = { extensions: { [SKILLS_EXTENSION_ID]: {} } };

/** A skill as it is served. */
interface Served {
  skill: Skill;
  entry: SkillEntry;
}

/** The skills of each surface by their URI: they name what it has. */
const known = new WeakMap<Surface['listed'], Promise<ReadonlyMap<string, Served>>>();

/** Lists skills, whose files are resources. */
export function handleSkills(
  server: Server,
  dependencies: Pick<Dependencies, 'surface'>,
  hints: Partial<Record<'ttlMs' | 'cacheScope', unknown>>,
): void {
  server.setRequestHandler(
    SKILLS_LIST_METHOD,
    { params: ListSkillsRequestParamsSchema },
    async () => {
      const served = await skillsOf(dependencies.surface);
      return { skills: [...served.values()].map(({ entry }) => entry), ...hints };
    },
  );
  server.setRequestHandler(
    SKILLS_GET_METHOD,
    { params: GetSkillRequestParamsSchema },
    async ({ uri }) => {
      const served = await skillsOf(dependencies.surface);
      const found = served.get(uri);
      if (found) return { skill: found.entry, ...hints };
      const uris = [...served.keys()].join(', ');
      const message = `No skill has the URI ${asGiven(uri)}; there are ${uris}.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    },
  );
}

/** The text of a file of a skill; undefined for any other URI. */
export async function readSkill(surface: Surface, uri: string) {
  const text = (await skillsOf(surface)).get(uri)?.skill.text;
  return text === undefined ? undefined : { uri, mimeType: MARKDOWN_TYPE, text };
}

function skillsOf(surface: Surface): Promise<ReadonlyMap<string, Served>> {
  const served = known.get(surface.listed) ?? serve(skillsWith(surface.howToCall));
  known.set(surface.listed, served);
  return served;
}

async function serve(skills: readonly Skill[]): Promise<ReadonlyMap<string, Served>> {
  const served = skills.map(async (skill) => {
    const entry = await skillEntry(skill.name, { [SKILL_FILE]: skill.text });
    return [entry.uri, { skill, entry }] as const;
  });
  return new Map(await Promise.all(served));
}
