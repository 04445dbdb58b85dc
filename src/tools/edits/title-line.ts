const OPENING = '---\n';

/** Offset after the frontmatter of a text; 0 if it has none. */
export function frontmatterEnd(markdown: string): number {
  if (!markdown.startsWith(OPENING)) return 0;
  const end = markdown.indexOf('\n---', OPENING.length - 1);
  if (end === -1) return 0;
  const after = end + '\n---'.length;
  if (after === markdown.length) return after;
  return markdown[after] === '\n' ? after + 1 : 0;
}

/** The range of the title that reading a page adds as a heading; undefined if there is none. */
export function titleLine(markdown: string, title: string): [number, number] | undefined {
  let start = frontmatterEnd(markdown);
  while (markdown[start] === '\n') start += 1;
  const heading = `# ${title}`;
  const end = start + heading.length;
  const stands = markdown.startsWith(heading, start) && [undefined, '\n'].includes(markdown[end]);
  return stands ? [start, end] : undefined;
}

/** The text in the form to send: without the title that reading adds, unless a rule below would begin frontmatter. */
export function withoutTitleLine(markdown: string, title: string): string {
  const line = titleLine(markdown, title);
  if (!line) return markdown;
  const text = markdown.slice(0, line[0]) + markdown.slice(line[1]).replace(/^\n+/, '');
  return startsFrontmatter(text) && line[0] === 0 ? markdown : text;
}

/** Whether the platform would look for frontmatter at the beginning of a text. */
export function startsFrontmatter(markdown: string): boolean {
  return markdown.startsWith('---');
}
