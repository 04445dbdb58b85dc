import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/long-run.ts';
import { Markdown, namesOf, replaceSection, sectionsNamed } from '../src/index.ts';
import { text } from './adversarial.ts';

const STEPPER = `# Guide

Intro.

{% stepper %}
{% step %}
## Prepare

Buy paint.
{% endstep %}

{% step %}
## Paint <a href="#paint" id="paint"></a>

{% hint style="info" %}
### Mind

Wet.
{% endhint %}
{% endstep %}
{% endstepper %}

## After

Wait.
`;

function section(markdown: string, name: string) {
  const [found] = sectionsNamed(Markdown.read(markdown).sections, name);
  if (!found) throw new Error(`no section ${name}`);
  return { ...found, text: markdown.slice(found.start, found.end) };
}

describe('a formula', () => {
  const readOf = (markdown: string) => {
    const { headings, references } = Markdown.read(markdown);
    return [...headings.map(({ text }) => text), ...references.references.map(({ url }) => url)];
  };

  it.each([
    ['$$\nx_{a}\n=\n\\sum\n$$\n\n## Next', ['Next']],
    ['> $$\n> # no heading\n> $$\n\n## Next', ['Next']],
    ['* item\n\n  $$\n  [a](b.md)\n  $$\n\n## Next', ['Next']],
    ['Text\n$$\n- x\n---\n$$\n[c](d.md)', ['d.md']],
  ])('contains no heading and no link: %j', (markdown, found) => {
    expect(readOf(markdown)).toEqual(found);
  });

  it.each([
    ['is not closed', '$$\n[a](b.md)\n\n## Next'],
    ['begins beside its delimiter', '$$ x\n= y $$ [a](b.md)\n\n## Next'],
    ['is closed only in a line', '$$\n[a](b.md)\n\n$$x$$\n\n## Next'],
  ])('that %s is text', (_case, markdown) => {
    expect(readOf(markdown)).toEqual(['Next', 'b.md']);
  });
});

describe('a section', () => {
  it('ends where its block ends', () => {
    expect(section(STEPPER, 'Prepare').text).toBe('## Prepare\n\nBuy paint.\n');
    expect(section(STEPPER, 'Mind').text).toBe('### Mind\n\nWet.\n');
  });

  it('contains inner blocks whole, whatever headings they have', () => {
    const guide = section(STEPPER, 'Guide').text;
    expect(guide).toBe(STEPPER);
    const wrapped = '## A\n\n{% hint %}\n# B\n{% endhint %}\n\nmore\n\n## C\n';
    expect(section(wrapped, 'A').text).toBe('## A\n\n{% hint %}\n# B\n{% endhint %}\n\nmore\n\n');
  });

  it('ends with an HTML element, and before a tag that shares its line with text', () => {
    const details =
      '<details>\n\n<summary>More</summary>\n\n### In\n\ntext\n\n</details>\n\nafter\n';
    expect(section(details, 'In').text).toBe('### In\n\ntext\n\n');
    expect(section('{% tab title="a" %}\n## In\ntext {% endtab %}\n', 'In').text).toBe(
      '## In\ntext ',
    );
  });

  it('does not start in code, front matter, comments, lists or quotes', () => {
    const text =
      '---\ntitle: x\n# no\n---\n```\n# no\n```\n<!--\n# no\n-->\n- # no\n\n> # no\n\n    # no\n\n# Yes\n';
    expect(Markdown.read(text).sections.map(({ heading }) => heading)).toEqual(['Yes']);
  });

  it.each([
    ['## The `x` option <a href="#the-x" id="the-x"></a>', 'The x option', 'the-x'],
    ['## **Bold** and *more* not_this_', 'Bold and more not_this_', 'bold-and-more-not_this_'],
    ['## snake\\_case &amp; [link](a.md)[^1]', 'snake_case & link', 'snake_case--link'],
    ['Two lines\nof it\n===', 'Two lines of it', 'two-lines-of-it'],
    ['### Closed ###', 'Closed', 'closed'],
    ['## Icon <i class="fa-x">:x:</i> text', 'Icon :x: text', 'icon-x-text'],
    ['## _Not[^_] or[^a\\_b] [^&lt;]', '_Not or', '_not-or'],
    ['## Own anchor {#own.one}', 'Own anchor', 'own.one'],
    ['## Own anchor {#own} ##', 'Own anchor', 'own'],
    ['## Step 2 {#My Step (2.0)}', 'Step 2', 'My Step (2.0)'],
    ['## 手順 {#事前準備}', '手順', '事前準備'],
    ['## Comment {# own #}', 'Comment {# own #}', 'comment--own-'],
    ['## The block `{#if}`', 'The block {#if}', 'the-block-if'],
    ['## Braces {own} {#}', 'Braces {own} {#}', 'braces-own-'],
  ])('%j has the heading %j and the anchor %j', (source, heading, anchor) => {
    expect(Markdown.read(source).sections).toMatchObject([{ heading, anchor }]);
  });

  it('is found by its heading, its anchor, or a path of headings', () => {
    const text = '# P\n\n## A\n\n### Same\n\none\n\n## B\n\n### Same\n\ntwo\n\n## `code` x\n';
    const { sections } = Markdown.read(text);
    expect(sectionsNamed(sections, 'same')).toHaveLength(2);
    expect(sectionsNamed(sections, '#same-1').map(({ start }) => start)).toEqual([
      text.lastIndexOf('### Same'),
    ]);
    expect(sectionsNamed(sections, 'B > Same').map(({ anchor }) => anchor)).toEqual(['same-1']);
    expect(sectionsNamed(sections, 'P > A > Same').map(({ anchor }) => anchor)).toEqual(['same']);
    expect(sectionsNamed(sections, '## code x').map(({ heading }) => heading)).toEqual(['code x']);
    expect(namesOf(sections)).toEqual(['P', 'A', 'A > Same', 'B', 'B > Same', 'code x']);
  });

  it.each([
    ['## [Set up](set-up.md "First")', 'set up'],
    ['## Keys &amp; tokens&#x20;', 'Keys & tokens'],
    ['### **Read** _all_ of `it` ###', 'read all of it'],
    ['## 1\\. Start \\[new]', '1. Start [new]'],
    ['## Rates &gt; limits <a href="#rates" id="rates"></a>', 'Rates > limits'],
    ['Two lines\nof it\n---', 'Two lines of it'],
  ])('is found by its heading as it is written, and as readers see it: %j', (source, seen) => {
    const text = `## Other\n\n${source}\n\nText.\n`;
    const { sections } = Markdown.read(text);
    for (const name of [source, source.replace(/^#+ /, ''), seen, `## ${seen}`]) {
      expect(sectionsNamed(sections, name)).toEqual([sections[1]]);
    }
    const path = `# Top\n\n${text}\n# Last\n\n${source}\n`;
    const [found] = sectionsNamed(Markdown.read(path).sections, `Top > ${source}`);
    if (!source.includes('&gt;')) expect(found?.start).toBe(path.indexOf(source));
  });

  it('is told apart from others of its name by the id in its heading', () => {
    const [one, two] = ['one', 'two'].map((id) => `## Note <a href="#${id}" id="${id}"></a>`);
    const { sections } = Markdown.read(`${one}\n\n${two}\n`);
    expect(sectionsNamed(sections, two ?? '')).toEqual([sections[1]]);
    expect(sectionsNamed(sections, '## Note {#two}')).toEqual([sections[1]]);
    expect(sectionsNamed(sections, '## Note')).toHaveLength(2);
  });

  it('is not found by a name that no heading has, however long both are', () => {
    const { sections } = Markdown.read('# a\n'.repeat(20_000));
    expect(sectionsNamed(sections, 'a > '.repeat(250_000))).toEqual([]);
    expect(new Set(namesOf(sections)).size).toBe(sections.length);
  });

  it.each([
    ['# Same\n\n## Same\n', ['#same', 'Same > Same']],
    ['# A\n\n## Note\n\n## B\n\n### Note\n', ['A', '#note', 'B', 'B > Note']],
    ['# A > B\n\n# A\n\n## B\n\n# C\n\n## B\n', ['A > B', 'A', '#b', 'C', 'C > B']],
    ['## ![](x.svg)\n\n### Same\n\n## B\n\n### Same\n', ['#', '#same', 'B', 'B > Same']],
  ])('has a name that only refers to it: %j', (source, names) => {
    const { sections } = Markdown.read(source);
    expect(namesOf(sections)).toEqual(names);
    const found = names.map((name) => sectionsNamed(sections, name));
    expect(found).toEqual(sections.map((section) => [section]));
  });

  it('is replaced without touching its surroundings', () => {
    const [prepare] = sectionsNamed(Markdown.read(STEPPER).sections, 'Prepare');
    expect(prepare && replaceSection(STEPPER, prepare, '\n## Prepare\n\nNew.\n\n')).toBe(
      STEPPER.replace('Buy paint.', 'New.'),
    );
  });

  it.each([
    'word {% tab title="x" %}\na\n=\n{% endtab %}\n',
    '{% tab title="x" %}\n# a {% endtab %} b\n\ntext\n',
    'word <details>\na\n=\n</details>\n',
  ])('does not start at a heading that a block begins or ends in: %j', (source) => {
    expect(Markdown.read(source).sections).toEqual([]);
  });

  it('never crosses a block, and starts with its heading, in any text', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { sections, liquid, html } = Markdown.read(source);
        for (const { start, end, bodyStart, contentEnd } of sections) {
          expect(start).toBeLessThan(bodyStart + 1);
          expect(bodyStart).toBeLessThanOrEqual(end);
          expect(contentEnd).toBeLessThanOrEqual(end);
          for (const block of [...liquid, ...html]) {
            const isApart = block.end <= start || block.start >= end;
            const isInside = block.start >= start && block.end <= end;
            const isAround = block.start <= start && block.end >= end;
            expect(isApart || isInside || isAround).toBe(true);
          }
        }
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('has a unique name in any text', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { sections } = Markdown.read(source);
        for (const [place, name] of namesOf(sections).entries()) {
          if (name === '#' || name === '') continue;
          expect(sectionsNamed(sections, name).map(({ start }) => start)).toEqual([
            sections[place]?.start,
          ]);
        }
      }),
    );
  });
});
