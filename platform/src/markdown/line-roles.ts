import type { LineRole, RoleOfLine } from '@docs-platform-mcp/markdown';

/** The letter of a line of ordinary text. */
export const ORDINARY_LINE = ' ';

/** The letters for the roles of lines, each with the deeper levels of nesting after it: the last one stands for more. */
const LETTERS: { readonly [role in LineRole]: string } = {
  label: 'L',
  unlabelled: 'U',
  caption: 'C',
  code: 'K',
  item: '123456789',
  contained: 'abcdefghi',
};

/** One letter for the role of a line and how deeply it is nested. */
export function letterOf({ role, containers }: RoleOfLine): string {
  if (role === undefined) return ORDINARY_LINE;
  const letters = LETTERS[role];
  return letters.charAt(Math.min(Math.max(containers, 1), letters.length) - 1);
}

const ROLES: ReadonlyMap<string, RoleOfLine> = new Map(
  Object.entries(LETTERS).flatMap(([name, letters]) => {
    const role = name as LineRole;
    return [...letters].map((letter, at): [string, RoleOfLine] => [
      letter,
      { role, containers: role === 'item' || role === 'contained' ? at + 1 : 0 },
    ]);
  }),
);

/** The role for a letter; ordinary text for none. */
export function roleFor(letter: string): RoleOfLine {
  return ROLES.get(letter) ?? { role: undefined, containers: 0 };
}
