import { z } from 'zod';
import { adaptiveSchema } from '../sites/adaptive-schema.ts';
import { SITE_TYPES, SITE_VISIBILITIES } from '../sites/schema.ts';
import { addSection, addSectionGroup, updateSection } from '../sites/sections.ts';
import { createShareLink } from '../sites/share-links.ts';
import { createSite, updateSite } from '../sites/sites.ts';
import { readDemoText } from './demo.ts';
import type { Seeder } from './seeder.ts';

const SitesData = z.object({
  title: z.string(),
  type: z.enum(SITE_TYPES),
  visibility: z.enum(SITE_VISIBILITIES),
  basename: z.string(),
  sections: z.array(
    z.object({
      space: z.string(),
      title: z.string(),
      description: z.string(),
      icon: z.string(),
      condition: z.string().optional(),
    }),
  ),
  groups: z.array(z.object({ title: z.string(), icon: z.string(), sections: z.array(z.string()) })),
  shareLinks: z.array(z.string()),
  adaptiveSchema,
});

/** Writes the demonstration site, published for holders of its share links. */
export function seedSite(seeder: Seeder): void {
  const { db, demo } = seeder;
  const data = SitesData.parse(JSON.parse(readDemoText('site.json')));
  const { title, type, visibility, basename } = data;
  const actor = seeder.actor(demo.users[0]?.handle ?? '');
  const made = createSite(db, actor, demo.organization.id, { title, type, visibility }, []);
  const site = updateSite(db, made, {
    published: 1,
    basename,
    adaptive_content: 1,
    adaptive_schema: JSON.stringify(data.adaptiveSchema),
    adaptive_schema_updated_at: actor.at,
  });
  const ids = new Map<string, string>();
  for (const { space: slug, title, ...columns } of data.sections) {
    const space = demo.spaces.find((candidate) => candidate.slug === slug);
    if (!space) throw new Error(`The demonstration content has no space ${slug}`);
    const section = addSection(db, actor, site, space, title);
    updateSection(db, section, columns);
    ids.set(title, section.id);
  }
  for (const { sections, ...group } of data.groups) {
    const members = sections.map((title) => ids.get(title) ?? '');
    addSectionGroup(db, actor, site.id, { ...group, sections: members });
  }
  for (const name of data.shareLinks) createShareLink(db, actor, site.id, name);
}
