/** A line of frontmatter. */
const SETTING = /^(title|description|icon|emoji|hidden|noIndex|slug)[ \t]*:/m;

/** Where a text is that belongs to the settings of a page, not to its text, and what changes it. */
export function settingHint(old: string, description = ''): string | undefined {
  const words = old.trim();
  const isDescription = words !== '' && description.includes(words);
  const name = isDescription ? 'description' : SETTING.exec(old)?.[1];
  if (name === undefined) return undefined;
  const field = name === 'emoji' ? 'icon' : name;
  const where = isDescription ? 'It is in the description of the page' : 'That is frontmatter';
  return `${where}, which is not part of the text: update_page sets it with ${field}.`;
}
