import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/long-run.ts';
import { Markdown } from '../src/index.ts';
import { text } from './adversarial.ts';

/** Targets as written, in order. */
function targets(source: string): string[] {
  return Markdown.read(source).references.references.map(({ target }) =>
    source.slice(target.start, target.end),
  );
}

describe('references', () => {
  it.each([
    ['[a](b.md) ![c](<d e.png> "t") <https://f.example>', ['b.md', 'd e.png', 'https://f.example']],
    ['[![in](img.png)](out.md)', ['img.png', 'out.md']],
    ['[a][x]\n\n[x]: y.md "t"\n[z]: <w v>\n', ['y.md', 'w v']],
    ['[par](a_(b)_c.md) [no](a b) [`[`](c.md)', ['a_(b)_c.md', 'c.md']],
    ['> [two\n> lines](q.md)', ['q.md']],
    ['[a]( b.md "t") ![c](\td.png ) [e](\n<f g.md>\n"t") [h]( )', ['b.md', 'd.png', 'f g.md', '']],
    ['[a]( no target) [b](c( d.md "t") [e](c( d.md)', []],
    [
      '| [a](1.md) | [b](2.md) |\n|---|---|\n| ![c](3.png) | `[d](4.md)` |',
      ['1.md', '2.md', '3.png'],
    ],
    ['## Old <a href="old" id="old"></a>\n\n<a href="s" id="s">S</a>', ['s']],
    ['<figure><img src="a.png" alt=""></figure> <a class=x href=b.md>', ['a.png', 'b.md']],
    ['<source srcset=" ../a (1).svg" media="x"><source srcset="b.png">', ['../a (1).svg', 'b.png']],
    [
      '<picture><source srcset="a.png 1x, b.png 2x" media="x"><img src="c.png"></picture>',
      ['a.png', 'b.png', 'c.png'],
    ],
    ['{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}', ['a.md', 'a.md']],
    [
      '{% file src="a.pdf" %}\n{% embed url="https://e.example" %}\n{% include "i.md" %}',
      ['a.pdf', 'https://e.example', 'i.md'],
    ],
    ['{% page-ref page="../a.md" %}\n\n{% tab page="b.md" %}', ['../a.md']],
    ['{% openapi src="o.yaml" path="/x" method="get" %}', ['o.yaml']],
    ['`[a](b)` <!-- [c](d) --> \\[e](f) [^1]\n\n[^1]: See [g](h.md).', ['h.md']],
    ['```\n[a](b)\n```\n    [c](d)\n\n<pre><a href="e">x</a></pre>', ['e']],
  ])('of %j are %j', (source, expected) => {
    expect(targets(source)).toEqual(expected);
  });

  it('are read with escapes and entities decoded', () => {
    const { references } = Markdown.read('[a](x\\_y.md?a&amp;b) <a href="?c&amp;d">').references;
    expect(references.map(({ url }) => url)).toEqual(['x_y.md?a&b', '?c&d']);
  });

  it('are e-mail addresses between angle brackets, whatever their names have', () => {
    const { references } = Markdown.read('<ada@x.example>, <header/@file>').references;
    expect(references.map(({ url }) => url)).toEqual([
      'mailto:ada@x.example',
      'mailto:header/@file',
    ]);
  });

  it('are redirected in place', () => {
    const source = '[a](old.md "t") ![b](<old.md>) <img src="old.md"> [c][d]\n\n[d]: old.md\n';
    const md = Markdown.read(source);
    expect(md.retargeted(() => 'new one.md')).toBe(
      '[a](new%20one.md "t") ![b](<new one.md>) <img src="new one.md"> [c][d]\n\n[d]: new%20one.md\n',
    );
    expect(md.retargeted(({ form }) => (form === 'html' ? undefined : null))).toBe(
      'a b <img src="old.md"> c\n\n\n',
    );
    expect(md.retargeted(() => undefined)).toBe(source);
  });

  it('are redirected between white space, which stays as it is', () => {
    const source = '[a]( old.md "t") ![b](\n  <old.md> )';
    expect(Markdown.read(source).retargeted(() => 'new one.md')).toBe(
      '[a]( new%20one.md "t") ![b](\n  <new one.md> )',
    );
  });

  it('are at their reported ranges in any text, without overlaps', () => {
    fc.assert(
      fc.property(text, (source) => {
        const md = Markdown.read(source);
        let done = 0;
        for (const { target } of md.references.references) {
          expect(target.start).toBeGreaterThanOrEqual(done);
          done = target.end;
        }
        expect(md.retargeted(({ url }) => url)).toBe(source);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
