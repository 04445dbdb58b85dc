import { toHtml } from 'hast-util-to-html';
import { describe, expect, it } from 'vitest';
import { commentHtml, pageHtml } from '../../src/web/markdown/to-html.ts';

const targets = {
  page: (id: string) => (id === 'gone' ? undefined : `/app/s/space/${id}`),
  file: (id: string) => (id === 'gone' ? undefined : `/files/${id}/name.png`),
};

const html = (markdown: string) => toHtml(pageHtml(markdown, targets)).replaceAll('\n', '');
const comment = (markdown: string) => toHtml(commentHtml(markdown, targets)).replaceAll('\n', '');

describe('a page', () => {
  it('has headings that links can name, the first of the second level', () => {
    expect(html('# A b\n\n## A b\n\n#### Ünï `code`')).toBe(
      '<h2 id="a-b">A b</h2><h2 id="a-b-1">A b</h2><h4 id="ünï-code">Ünï <code>code</code></h4>',
    );
  });

  it('has links to pages, places and files by where they are', () => {
    expect(html('[a](/pages/abc) [b](/pages/abc#there) [c](#here) [d](/files/f1)')).toBe(
      '<p><a href="/app/s/space/abc">a</a> <a href="/app/s/space/abc#there">b</a> <a href="#here">c</a> <a href="/files/f1/name.png">d</a></p>',
    );
    expect(html('[a][x]\n\n[x]: /pages/abc')).toBe('<p><a href="/app/s/space/abc">a</a></p>');
  });

  it('has the text of links that lead nowhere', () => {
    expect(html('[a](/pages/gone) [b](other.md) ![c](/files/gone)')).toBe(
      '<p><a>a</a> <a>b</a> <em>[c]</em></p>',
    );
  });

  it('has images with what they show', () => {
    expect(html('![A plan](/files/f1)')).toBe(
      '<p><img src="/files/f1/name.png" alt="A plan" loading="lazy"></p>',
    );
  });

  it('has tables and code that are scrolled on their own', () => {
    expect(html('| a |\n| -: |\n| 1 |')).toBe(
      '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th align="right">a</th></tr></thead><tbody><tr><td align="right">1</td></tr></tbody></table></div>',
    );
    expect(html('```ts\na < b\n```')).toBe(
      '<pre tabindex="0" role="group" aria-label="Code"><code class="language-ts">a &#x3C; b</code></pre>',
    );
  });

  it('has tasks that are done or not', () => {
    expect(html('- [x] a\n- [ ] b')).toBe(
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled aria-label="Done"> a</li><li class="task-list-item"><input type="checkbox" disabled aria-label="To do"> b</li></ul>',
    );
  });

  it('has hints with their kind in words', () => {
    const hint = (style: string, label: string, name = style) =>
      expect(html(`{% hint style="${style}" %}\nMind **this**.\n{% endhint %}`)).toBe(
        `<div class="hint ${name}"><p class="label">${label}</p><p>Mind <strong>this</strong>.</p></div>`,
      );
    hint('info', 'Note');
    hint('success', 'Tip');
    hint('warning', 'Warning');
    hint('danger', 'Danger');
    hint('toString', 'Note', 'info');
  });

  it('has hints that were written on one line', () => {
    const text = '{% hint style="info" %} b *c* {% endhint %}';
    const shown = '<div class="hint info"><p class="label">Note</p><p>b <em>c</em></p></div>';
    expect(html(text)).toBe(shown);
    expect(html(`- a\n\n  ${text}\n- d`)).toContain(`${shown}</li><li><p>d</p></li>`);
    expect(html(`\`\`\`\n${text}\n\`\`\``)).not.toContain('<div');
    expect(html(`${text} after`)).not.toContain('<div');
    expect(html('{% note %} b {% endnote %}')).toBe('<p>{% note %} b {% endnote %}</p>');
    expect(html('{% tabs %}{% tab title="A" %} b {% endtab %}{% endtabs %}')).toBe(
      '<div class="tabs"><div class="panel"><p class="label">A</p><p>b</p></div></div>',
    );
  });

  it('has tabs, one under the other with their titles', () => {
    const tabs =
      '{% tabs %}\n{% tab title="One" %}\n```js\n{% endtab %}\n```\n{% endtab %}\n\n{% tab title="Two & more" %}\nText\n{% endtab %}\n{% endtabs %}\n\nAfter';
    expect(html(tabs)).toBe(
      '<div class="tabs"><div class="panel"><p class="label">One</p><pre tabindex="0" role="group" aria-label="Code"><code class="language-js">{% endtab %}</code></pre></div><div class="panel"><p class="label">Two &#x26; more</p><p>Text</p></div></div><p>After</p>',
    );
  });

  it('has blocks with tags in lists, and whatever stands between tags that do not fit', () => {
    expect(html('- a\n\n  {% hint style="info" %}\n  b\n  {% endhint %}')).toContain(
      '<div class="hint info"><p class="label">Note</p><p>b</p></div>',
    );
    expect(html('{% hint style="info" %}\nopen')).toBe(
      '<div class="hint info"><p class="label">Note</p><p>open</p></div>',
    );
    expect(html('{% endhint %}\n\nstray')).toBe('<p>stray</p>');
    expect(html('{% tabs %}\n{% tab title="A" %}\na\n{% endtabs %}\nb')).toBe(
      '<div class="tabs"><div class="panel"><p class="label">A</p><p>a</p></div></div><p>b</p>',
    );
    expect(html('{% mermaid %}')).toBe('<p>{% mermaid %}</p>');
  });

  it('has footnotes that lead there and back', () => {
    const page = html('a[^1]\n\n[^1]: b');
    expect(page).toContain('<a href="#note-fn-1" id="note-fnref-1"');
    expect(page).toContain('<li id="note-fn-1">');
    expect(page).toContain('href="#note-fnref-1"');
  });
});

describe('a comment', () => {
  it('has no headings of its own', () => {
    expect(comment('# Loud\n\ntext')).toBe('<p class="label">Loud</p><p>text</p>');
  });
});

describe('what authors write', () => {
  it.each([
    [
      '<script>alert(1)</script>',
      '<p><code class="markup">&#x3C;script>alert(1)&#x3C;/script></code></p>',
    ],
    [
      'a <img src=x onerror="alert(1)"> b',
      '<p>a <code class="markup">&#x3C;img src=x onerror="alert(1)"></code> b</p>',
    ],
    ['<!-- seen -->', '<p><code class="markup">&#x3C;!-- seen --></code></p>'],
    ['[a](javascript:alert(1))', '<p><a>a</a></p>'],
    ['[a](JaVaScRiPt:alert(1))', '<p><a>a</a></p>'],
    ['[a](<java\tscript:alert(1)>)', '<p><a>a</a></p>'],
    ['[a](vbscript:x)', '<p><a>a</a></p>'],
    ['[a](data:text/html,<script>alert(1)</script>)', '<p><a>a</a></p>'],
    ['![a](data:image/svg+xml,%3Csvg%20onload=alert(1)%3E)', '<p><em>[a]</em></p>'],
    ['<javascript:alert(1)>', '<p><a>javascript:alert(1)</a></p>'],
    [
      '{% tab title="<b>x</b>" %}\na\n{% endtab %}',
      '<div class="panel"><p class="label">&#x3C;b>x&#x3C;/b></p><p>a</p></div>',
    ],
    [
      '{% hint style="info onclick=x" %}\na\n{% endhint %}',
      '<div class="hint info"><p class="label">Note</p><p>a</p></div>',
    ],
    [
      '```js" onmouseover="alert(1)\nx\n```',
      '<pre tabindex="0" role="group" aria-label="Code"><code class="language-js&#x22;">x</code></pre>',
    ],
    [
      '[a](https://x.example "t\\" onclick=\\"alert(1)")',
      '<p><a href="https://x.example" title="t&#x22; onclick=&#x22;alert(1)">a</a></p>',
    ],
  ])('does nothing: %s', (markdown, expected) => {
    expect(html(markdown)).toBe(expected);
  });
});
