import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { readText } from '../../src/markdown/read-text.ts';

const LINES = 'a  b\n\n  ` x\n'.repeat(3_000);

const INDENTED = '    a  b\n\n      ` x  \n      \n    \ty\n'.repeat(2_000);

interface Node {
  type: string;
  position?: { start: { offset?: number }; end: { offset?: number } };
}

function topNodes(children: readonly Node[]) {
  return children.map((node) => {
    const { type, position, lang, meta, value } = node as Node & Record<string, unknown>;
    return { type, lang, meta, value, from: position?.start.offset, to: position?.end.offset };
  });
}

describe('long code', () => {
  it.each([
    [
      'directly below a paragraph',
      `# A\n\ntext\n\`\`\`js title="x y"\n${LINES}\`\`\`\nafter\n\n## B\n`,
    ],
    ['with spaces behind its end', `~~~~\n${LINES}\`\`\`\n~~~~~  \n`],
    ['that ends a list', `* item\n\n\`\`\`c\n${LINES}\`\`\`\n* more\n`],
    ['in a list', `* item\n\n\`\`\`c\n${LINES}\`\`\`\n`.replaceAll(/\n(?=.)/g, '\n  ')],
    ['above a definition', `\`\`\`\n${LINES}\n\`\`\`\n\n[a]: b\n\n[a] end\n`],
    ['of two blocks', `\`\`\`x\n${LINES}\`\`\`\n\n\n\`\`\`y\n${LINES}\`\`\``],
    ['indented', `# A\n\ntext\n\n${INDENTED}\n\nafter\n\n## B\n`],
    ['indented below a heading, to the end', `# A\n${INDENTED}`],
    ['indented in a list', `* item\n\n${INDENTED.replaceAll(/^/gm, '  ')}\n* more\n`],
    ['indented by tabs', `text\n\n${INDENTED.replaceAll(/^ {4}/gm, '\t')}\nend\n`],
    ['without an end', `# A\n\n\`\`\`x\n${LINES}`],
  ])('is read as the parser reads it, %s', (_, text) => {
    expect(topNodes(readText(text).children)).toEqual(topNodes(fromMarkdown(text).children));
  });

  it('that is indented is read at once, too', () => {
    const before = performance.now();
    const { children } = readText(`## A\n\n${'    a: 1\n'.repeat(90_000)}\n## B\n`);
    expect(children.map(({ type }) => type)).toEqual(['heading', 'code', 'heading']);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it.each([
    ['wide', '"0".repeat(300),\n'.repeat(50_000)],
    ['narrow', 'a\n'.repeat(400_000)],
  ])('of %s lines leaves the headings around it as they are, and takes no time', (_, lines) => {
    const before = performance.now();
    const { children } = readText(`## A\n\ntext\n\n\`\`\`js\n${lines}\`\`\`\n\n## B\n`);
    expect(children.map(({ type }) => type)).toEqual(['heading', 'paragraph', 'code', 'heading']);
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});
