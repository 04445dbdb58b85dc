import type { Element } from 'hast';
import { h } from 'hastscript';
import type { SectionRow } from '../../sites/schema.ts';
import { sectionGroups } from '../../sites/tables.ts';
import type { Database } from '../../store/database.ts';
import { type SiteAddress, sitePath } from './audience.ts';
import type { PublishedSpace } from './places.ts';

/** The sections of a site, and the variants of the current one; nothing if there is no choice. */
export function navigation(
  db: Database,
  { base }: SiteAddress,
  current: PublishedSpace,
  places: readonly PublishedSpace[],
): Element | undefined {
  const sections = new Map(
    places.flatMap(({ section }) => (section ? [[section.id, section]] : [])),
  );
  const variants = places.filter(({ section }) => section?.id === current.section?.id);
  const sectionItem = ({ id, path, title }: SectionRow) =>
    item(sitePath(base, [path]), title, id === current.section?.id);
  const lists = [
    ...(sections.size > 1
      ? [switcher('Sections', inGroups(db, [...sections.values()], sectionItem))]
      : []),
    ...(variants.length > 1
      ? [
          switcher(
            'Variants',
            variants.map(({ id, path, title }) =>
              item(sitePath(base, path), title, id === current.id),
            ),
          ),
        ]
      : []),
  ];
  return lists.length > 0 ? h('nav.parts', { ariaLabel: 'Site' }, lists) : undefined;
}

/** Sections in order, those of a group under its title. */
function inGroups(
  db: Database,
  sections: readonly SectionRow[],
  itemOf: (section: SectionRow) => Element,
): Element[] {
  const groups = new Map<string, SectionRow[]>();
  for (const section of sections) {
    const key = section.section_group ?? section.id;
    groups.set(key, [...(groups.get(key) ?? []), section]);
  }
  return [...groups.values()].flatMap((members) => {
    const [{ site, section_group: group } = { site: '', section_group: null }] = members;
    if (group === null) return members.map(itemOf);
    const { title } = sectionGroups.get(db, site, group);
    return [h('li', [h('span.label', title), h('ul', members.map(itemOf))])];
  });
}

function switcher(ariaLabel: string, items: Element[]): Element {
  return h('ul', { ariaLabel }, items);
}

function item(href: string, title: string, isCurrent: boolean): Element {
  return h('li', h('a', { href, ariaCurrent: isCurrent ? 'true' : undefined }, title));
}
