import { type Markdown, namesOf, type Section, sectionsNamed } from '@docs-platform-mcp/markdown';
import { asGiven } from '../text/as-given.ts';
import { fencedInline } from '../text/index.ts';

const MAX_NAMED = 30;

/**
 * The one section that a name refers to, or what is wrong with the name, and the possible sections. If a page's text
 * repeats its title as a heading, the section is that heading, not the line that reading adds.
 */
export function findSection(
  { sections }: Markdown,
  name: string,
): { section: Section } | { problem: string } {
  const found = sectionsNamed(sections, name);
  const [section, another] = found;
  if (section && !another) return { section };
  const names = namesOf(sections);
  if (!section) {
    const listed = nearestFirst(names, name);
    return {
      problem: `no section ${asGiven(name)}. Its sections: ${quotedNames(listed)}`,
    };
  }
  if (another && found.length === 2 && isTitleTwice(sections, section, another)) {
    return { section: another };
  }
  const candidates = found.map((candidate) => names[sections.indexOf(candidate)] ?? '');
  return {
    problem: `more than one section ${asGiven(name)}. Name one of them: ${quotedNames(candidates)}`,
  };
}

function isTitleTwice(sections: readonly Section[], first: Section, second: Section): boolean {
  return sections[0] === first && sections[1] === second && first.depth === 1;
}

/** Names that share words with the requested one come first. */
function nearestFirst(names: readonly string[], searched: string): string[] {
  const words = wordsOf(searched);
  const shared = (name: string) => wordsOf(name).filter((word) => words.includes(word)).length;
  return names.length <= MAX_NAMED
    ? [...names]
    : names
        .map((name) => ({ name, count: shared(name) }))
        .sort((a, b) => b.count - a.count)
        .map(({ name }) => name);
}

function wordsOf(text: string): string[] {
  return text
    .slice(0, 500)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 30);
}

function quotedNames(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const shown = names
    .slice(0, MAX_NAMED)
    .map((name) => JSON.stringify(name.slice(0, 200)))
    .join(', ');
  const fenced = fencedInline(shown, 'headings of the page');
  return names.length > MAX_NAMED ? `${fenced} and ${names.length - MAX_NAMED} more` : fenced;
}
