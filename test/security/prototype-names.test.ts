import { Markdown } from '@docs-platform-mcp/markdown';
import { describe, expect, it } from 'vitest';
import { sanitizeText } from '../../src/text/index.ts';

/** Names that every object inherits; as keys of a record, they find something that was never put there. */
const INHERITED = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'];

/** Texts with a name (`§`) of the author's choice in each place that the platform's dialect has for one. */
const TEXTS = [
  '<§ href="a.md" title="x">y</§>',
  '<§><p>y</p></§>',
  '<p><§>y',
  '<a §="x" href="b.md">y</a>',
  '<p §>y</p>',
  '<span style="§:1px;color:§">y</span>',
  '<span style="--§:1;color:var(--§)">y</span>',
  '<svg><§ x="1">y</§></svg>',
  '<math><§ mathsize="2">y</§></math>',
  '<input type="§" value="y">',
  '<font color="§" size="§">y</font>',
  '{% § x="y" %}\ny\n{% end§ %}',
  '{% hint §="y" style="§" icon="§" %}\ny\n{% endhint %}',
  '{% if § == § %}y{% endif %}',
  '{% set § = 1 %}{{ § | § }}',
  ':§: y',
  '[y][§]\n\n[§]: a.md "t"',
  'y[^§]\n\n[^§]: z',
  '[y](a.md#§)\n\n# §\n\n## §',
  '---\n§: y\nicon: §\n---\n\nz',
  '```§ §="y"\nz\n```',
  '$$\\§{y} \\color{§}{z}$$',
  '&§;',
];

describe.each(INHERITED)('a text with the name %s', (name) => {
  const another = name.startsWith('_') ? '__other__' : 'another';

  it.each(TEXTS)('is read like any other: %j', (text) => {
    const [written, other] = [name, another].map((one) => text.replaceAll('§', one));
    const [shown, expected] = [written, other].map((one) => sanitizeText(String(one)));
    expect(shown).toBe(expected?.replaceAll(another, name));
    const [found, links] = [written, other].map((one) => Markdown.read(String(one)).references);
    expect(found?.references.length).toBe(links?.references.length);
    expect(found?.indirect.length).toBe(links?.indirect.length);
  });
});
