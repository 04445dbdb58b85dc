import { describe, expect, it } from 'vitest';
import { fillPieces } from '../../src/render/fill.ts';
import { operationsHtml, operationsInput } from '../../src/render/operation.ts';
import { renderPage } from '../../src/render/page.ts';
import { PAGE_HTML } from '../../src/render/tasks.ts';
import { around, comment, html } from './content.ts';

describe('a page', () => {
  it('has linkable headings, the first of the second level', () => {
    expect(html('# A b\n\n## A b\n\n#### Ünï `code`')).toBe(
      '<h2 id="a-b">A b</h2><h2 id="a-b-1">A b</h2><h4 id="ünï-code"><span id="ueni-code"></span><span id="uni-code"></span>Ünï <code>code</code></h4>',
    );
  });

  it('has headings that links formed by other rules reach, too', () => {
    expect(html('## A & B\n\n### 2. C/d\n\n## A and b')).toBe(
      '<h2 id="a--b">A &#x26; B</h2><h3 id="2-cd"><span id="id-2-c-d"></span><span id="2-c-d"></span><span id="id-2.-c-d"></span><span id="2.-c-d"></span>2. C/d</h3><h2 id="a-and-b">A and b</h2>',
    );
  });

  it('has no headings without content, but keeps their anchors', () => {
    expect(html('#### \n\nText')).toBe('<span></span><p>Text</p>');
    expect(html('#### <a href="#own" id="own"></a>\n\nText')).toContain('<span id="own"></span>');
    expect(html('## ![A](/files/a)')).toContain('<h2');
  });

  it('reports an incomplete rendering, so that it is retried', () => {
    const text = '## A part\n\nWords of it.\n\n'.repeat(200);
    const pieces = renderPage(text, 0);
    expect(PAGE_HTML.keeps(pieces)).toBe(false);
    expect(fillPieces(pieces, around)).toContain('It is shown as written.');
    expect(PAGE_HTML.keeps(renderPage(text))).toBe(true);
  });

  it('has links to pages, anchors and files by their location', () => {
    expect(html('[a](/pages/abc) [b](/pages/abc#there) [c](#here) [d](/files/f1)')).toBe(
      '<p><a href="/app/s/space/abc">a</a> <a href="/app/s/space/abc#there">b</a> <a href="#here">c</a> <a href="/files/f1/name.png">d</a></p>',
    );
    expect(html('[a][x]\n\n[x]: /pages/abc')).toBe('<p><a href="/app/s/space/abc">a</a></p>');
  });

  it('has the text of links without a target', () => {
    expect(html('[a](/pages/gone) [b](other.md) ![c](/files/gone)')).toBe(
      '<p><a>a</a> <a>b</a> <em>[c]</em></p>',
    );
  });

  it('breaks the line at a backslash after an address', () => {
    expect(html('https://a.example/b\\\nc')).toBe(
      '<p><a href="https://a.example/b">https://a.example/b</a><br>c</p>',
    );
  });

  it('has images with their description', () => {
    expect(html('![A plan](/files/f1)')).toBe(
      '<p><img src="/files/f1/name.png" alt="A plan" loading="lazy"></p>',
    );
  });

  it('has tables and code that scroll separately', () => {
    expect(html('| a |\n| -: |\n| 1 |')).toBe(
      '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th align="right">a</th></tr></thead><tbody><tr><td align="right">1</td></tr></tbody></table></div>',
    );
    expect(html('```ts\na < b\n```')).toBe(
      '<pre tabindex="0" role="group" aria-label="Code"><code class="language-ts">a &#x3C; b</code></pre>',
    );
  });

  it('has completed and open tasks', () => {
    expect(html('- [x] a\n- [ ] b')).toBe(
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled aria-label="Done"> a</li><li class="task-list-item"><input type="checkbox" disabled aria-label="To do"> b</li></ul>',
    );
  });

  it('has hints with a label of their kind', () => {
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

  it('has hints with any quotes, on one line or several', () => {
    const shown = '<div class="hint danger"><p class="label">Danger</p><p>b <em>c</em></p></div>';
    expect(html('{% hint style="danger" %} b *c* {% endhint %}')).toBe(shown);
    expect(html("{% hint style='danger' %}\nb *c*\n{% endhint %}")).toBe(shown);
    expect(html('{% hint style=danger %}\nb *c*\n{% endhint %}')).toBe(shown);
    expect(html('{% hint style=“danger” %}\nb *c*\n{% endhint %}')).toBe(shown);
    expect(html('{%hint style="danger"%}\n\nb *c*\n\n{%endhint%}')).toBe(shown);
    expect(html('- a\n\n  {% hint style="danger" %} b *c* {% endhint %}\n- d')).toContain(shown);
    expect(html('> {% hint style="danger" %}\n> b *c*\n> {% endhint %}')).toBe(
      `<blockquote>${shown}</blockquote>`,
    );
  });

  it('keeps tags in code as they are', () => {
    const code = '```\n{% hint %} b {% endhint %}\n```';
    expect(html(code)).toContain('{% hint %} b {% endhint %}</code>');
    expect(html('Write `{% hint %}` here')).toBe('<p>Write <code>{% hint %}</code> here</p>');
  });

  it('has tabs that switch without scripts', () => {
    const tabs =
      '{% tabs %}\n{% tab title="One" %}\n```js\n{% endtab %}\n```\n{% endtab %}\n\n{% tab title="Two & more" %}\nText\n{% endtab %}\n{% endtabs %}\n\nAfter';
    expect(html(tabs)).toBe(
      '<div class="tabs" role="group" aria-label="Tabs"><input class="switch" type="radio" id="tab:1:0" name="tabs:1" checked><label for="tab:1:0" id="one">One</label><div class="panel"><pre tabindex="0" role="group" aria-label="Code"><code class="language-js">{% endtab %}</code></pre></div><input class="switch" type="radio" id="tab:1:1" name="tabs:1"><label for="tab:1:1" id="two--more">Two &#x26; more</label><div class="panel"><p>Text</p></div></div><p>After</p>',
    );
  });

  it('shows the contents of mismatched tags', () => {
    expect(html('{% hint style="info" %}\nopen')).toBe(
      '<div class="hint info"><p class="label">Note</p><p>open</p></div>',
    );
    expect(html('{% endhint %}\n\nstray')).toBe('<p>stray</p>');
    expect(html('{% tabs %}\n{% tab title="A" %}\na\n{% endtabs %}\nb')).toContain(
      '<div class="panel"><p>a</p></div></div><p>b</p>',
    );
    expect(html('{% @mermaid/diagram url="https://m.example/1" %}')).toBe(
      '<div class="panel"><p class="label">Block: mermaid/diagram</p><p><a href="https://m.example/1">https://m.example/1</a></p></div>',
    );
  });

  it('has figures, pictures by colour scheme and inline images', () => {
    expect(
      html(
        '<figure><img src="/files/f1" alt="A plan" width="200"><figcaption><p>As <a href="/pages/p">planned</a></p></figcaption></figure>',
      ),
    ).toBe(
      '<figure><img src="/files/f1/name.png" alt="A plan" width="200" loading="lazy"><figcaption><p>As <a href="/app/s/space/p">planned</a></p></figcaption></figure>',
    );
    expect(
      html(
        '<picture><source srcset="/files/dark" media="(prefers-color-scheme: dark)"><img src="/files/light" alt="x"></picture>',
      ),
    ).toContain(
      '<source srcset="/files/dark/name.png" media="(prefers-color-scheme: dark)"><img src="/files/light/name.png"',
    );
    expect(html('a <img src="/files/f1" alt="i" data-size="line"> b')).toContain(
      '<img src="/files/f1/name.png" alt="i" class="inline" loading="lazy">',
    );
  });

  it('has HTML tables, with values by column type', () => {
    const table = html(
      '<table data-view="list"><thead><tr><th width="90">Name</th><th data-type="checkbox">Done</th><th data-type="rating" data-max="3">Stars</th><th data-hidden>No</th></tr></thead><tbody><tr><td><strong>a</strong></td><td>true</td><td>2</td><td>secret</td></tr></tbody></table>',
    );
    expect(table).toBe(
      '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th width="90">Name</th><th>Done</th><th>Stars</th></tr></thead><tbody><tr><td><strong>a</strong></td><td><input type="checkbox" checked disabled aria-label="Yes"></td><td><span role="img" aria-label="2 of 3">★★☆</span></td></tr></tbody></table></div>',
    );
  });

  it('has cards, with their pictures and targets', () => {
    const cards = html(
      '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>First</td><td>Text</td><td><a href="/pages/p">p.md</a></td><td><a href="/files/c">c.png</a></td></tr><tr><td>Second</td><td></td><td></td><td></td></tr></tbody></table>',
    );
    expect(cards).toBe(
      '<ul class="cards"><li class="card"><img src="/files/c/name.png" alt="" class="cover" loading="lazy"><div class="card-title"><a href="/app/s/space/p">First</a></div><div>Text</div></li><li class="card"><div class="card-title">Second</div></li></ul>',
    );
  });

  it('has the link of a card that begins with an icon on its first words', () => {
    const cards = html(
      '<table data-view="cards"><thead><tr><th></th><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><h4><i class="fa-rocket">:rocket:</i></h4></td><td><strong>First</strong></td><td>Text</td><td><a href="/pages/p">p.md</a></td></tr><tr><td><i class="fa-rocket">:rocket:</i></td><td></td><td></td><td></td></tr></tbody></table>',
    );
    const icon = '<span class="icon" aria-hidden="true">🚀</span>';
    expect(cards.replaceAll(/<\/?h4[^>]*>/g, '')).toBe(
      `<ul class="cards"><li class="card"><div>${icon}</div><div class="card-title"><a href="/app/s/space/p"><strong>First</strong></a></div><div>Text</div></li><li class="card"><div class="card-title">${icon}</div></li></ul>`,
    );
  });

  it('has details, buttons, keys, marks, icons and emoji', () => {
    expect(html('<details><summary>More</summary>\n\n**b**\n\n</details>')).toBe(
      '<details><summary id="more">More</summary><p><strong>b</strong></p></details>',
    );
    expect(html('<a href="https://x.example" class="button primary evil">Go</a>')).toBe(
      '<p><a href="https://x.example" class="button primary">Go</a></p>',
    );
    expect(
      html(
        '<kbd>Ctrl</kbd> <mark style="color:red;">m</mark> :rocket: <i class="fa-rocket">:rocket:</i>',
      ),
    ).toBe(
      '<p><kbd>Ctrl</kbd> <mark class="in-red">m</mark> 🚀 <span class="icon" aria-hidden="true">🚀</span></p>',
    );
  });

  it('has the values of variables as text, and other expressions as they are', () => {
    const value = '&#x3C;b>space&#x3C;/b> &#x26; &quot;1.2&quot;';
    const of = (expression: string) => `<code class="expression">${expression}</code>`;
    expect(html(`On ${of('space.vars.version')}.`)).toBe(`<p>On ${value}.</p>`);
    expect(html(`| ${of('page.vars.version')} |\n| - |`)).toContain(
      value.replaceAll('space', 'page'),
    );
    for (const other of ['space.vars.gone', 'user.vars.version', 'space.vars.version + "a"'])
      expect(html(of(other))).toBe(`<p>${of(other)}</p>`);
    expect(html('`space.vars.version`')).toBe('<p><code>space.vars.version</code></p>');
  });

  it('has formulas as MathML', () => {
    expect(html('Mind $$a^2$$ here')).toBe(
      '<p>Mind <math><msup><mi>a</mi><mn>2</mn></msup></math> here</p>',
    );
    expect(html('$$\n\\frac{a}{b}\n$$')).toContain('<mfrac><mi>a</mi><mi>b</mi></mfrac>');
    expect(html('$$\\frac{a$$')).toBe('<p><code>\\frac{a</code></p>');
  });

  it('goes on after a formula that begins or ends in a line, or never ends', () => {
    expect(html('$$ a\n= b $$\n\nAfter')).toMatch(/<math>.*<\/math><\/p>\s*<p>After<\/p>/s);
    for (const text of ['$$\nx', `$$\n${'words '.repeat(60)}`]) {
      expect(html(`${text}\n\nAfter`)).toContain('<p>After</p>');
    }
    const both = html(`$$\n=\n$$\n\nBetween\n\n${'words '.repeat(60)}\n\n$$\nx\n\nAfter`);
    expect(both).toContain('<p>Between</p>');
    expect(both).toContain('<p>After</p>');
  });

  it('has included texts, and parts of specifications', () => {
    expect(html('{% include "/files/shared" %}')).toBe('<p>Shared <em>words</em></p>');
    expect(html('{% include "../gone.md" %}')).toBe('');
    expect(
      html(
        '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[x](https://x.example)\n{% endopenapi-operation %}',
      ),
    ).toContain('<span class="badge">GET</span> <code>/pets</code></p><p>pets /pets</p>');
  });

  it('has updates, steps, columns and prompts', () => {
    expect(
      html(
        '{% updates %}\n{% update date="2026-01-05" tags="new,api" %}\nNews\n{% endupdate %}\n{% endupdates %}',
      ),
    ).toBe(
      '<div class="updates"><div class="update" id="2026-01-05"><p class="label"><time datetime="2026-01-05">2026-01-05</time></p><span class="badge">new</span><span class="badge">api</span><p>News</p></div></div>',
    );
    expect(html('{% stepper %}\n{% step %}\n## One\n{% endstep %}\n{% endstepper %}')).toBe(
      '<ol class="stepper"><li class="step"><h2 id="one">One</h2></li></ol>',
    );
    expect(
      html('{% columns %}\n{% column width="33.3%" %}\na\n{% endcolumn %}\n{% endcolumns %}'),
    ).toBe('<div class="columns"><div class="column w-3"><p>a</p></div></div>');
    expect(html('{% prompt description="Ask" %}\nWrite\n{% endprompt %}')).toBe(
      '<div class="panel prompt"><p class="label">Ask</p><p>Write</p></div>',
    );
  });

  it('shows conditional content only to those who may see it', () => {
    const text = 'a {% if visitor.claims.beta %}b{% else %}c{% endif %} d';
    expect(html(text)).toBe(
      '<p>a <span class="condition" title="If visitor.claims.beta">b</span>c d</p>',
    );
    expect(html(text, { ...around, showsConditions: false })).toBe('<p>a c d</p>');
    const blocks = '{% if x %}\n\n{% if y %}\nin\n{% endif %}\n\n{% endif %}\n\nout';
    expect(html(blocks, { ...around, showsConditions: false })).toBe('<p>out</p>');
  });

  it('has headings with explicit anchors', () => {
    expect(html('## Keys <a href="#api-keys" id="api-keys"></a>')).toBe(
      '<h2 id="api-keys">Keys </h2>',
    );
    expect(html('# Keys {#api.keys}\n\n## Braces {x}')).toBe(
      '<h2 id="api.keys">Keys</h2><h2 id="braces-x">Braces {x}</h2>',
    );
    expect(html('## A {#x}\n\n## B {#x}\n\n## X')).toBe(
      '<h2 id="x">A</h2><h2 id="x-1">B</h2><h2 id="x-2">X</h2>',
    );
  });

  it('has anchors of expandables', () => {
    expect(html('<details><summary>Où</summary>\n\nLà\n\n</details>')).toBe(
      '<details><summary id="où"><span id="ou"></span>Où</summary><p>Là</p></details>',
    );
  });

  it('has strong text whose marks are next to a space or to a letter without spaces', () => {
    expect(html('Press **Add **and **"Save"**, **`a`**를 or **"b"**으로.')).toBe(
      '<p>Press <strong>Add </strong>and <strong>"Save"</strong>, <strong><code>a</code></strong>를 or <strong>"b"</strong>으로.</p>',
    );
    expect(html('\\*\\*a \\*\\*b')).toBe('<p>**a **b</p>');
    expect(html('GIN** **可以, off ****and so, card ****1234')).toBe(
      '<p>GIN 可以, off and so, card ****1234</p>',
    );
    expect(html('`**a **`b')).toBe('<p><code>**a **</code>b</p>');
  });

  it.each(['x ** y ** z', 'two ** marks', '**open', '**'])(
    'has the marks of %s, which enclose nothing, as text',
    (text) => {
      expect(html(text)).toBe(`<p>${text}</p>`);
    },
  );

  it('has the API methods and code tabs that the service wrote in the past', () => {
    const method = [
      '{% api-method method="get" host="https://api.example" path="/lamps/:id" %}',
      '{% api-method-summary %}\nA lamp\n{% endapi-method-summary %}\n',
      '{% api-method-description %}\nReads *one*.\n{% endapi-method-description %}\n',
      '{% api-method-spec %}\n{% api-method-request %}\n{% api-method-headers %}',
      '{% api-method-parameter name="Key" type="string" required=true %}\nYours\n{% endapi-method-parameter %}',
      '{% endapi-method-headers %}\n{% api-method-query-parameters %}\n{% endapi-method-query-parameters %}',
      '{% endapi-method-request %}\n\n{% api-method-response %}\n{% api-method-response-example httpCode=200 %}',
      '{% api-method-response-example-description %}\nFound\n{% endapi-method-response-example-description %}',
      '{% endapi-method-response-example %}\n{% endapi-method-response %}\n{% endapi-method-spec %}\n{% endapi-method %}',
    ].join('\n');
    expect(html(method).replaceAll(/<\/?div>/g, '')).toBe(
      '<div class="operation"><p class="request"><span class="badge">GET</span> <code>https://api.example/lamps/:id</code></p><p class="label">A lamp</p><p>Reads <em>one</em>.</p><p class="label">Headers</p><div class="parameter"><p><code>Key</code> string, required</p><p>Yours</p><details><summary>200</summary><p>Found</p></details>',
    );
    const tabs = html(
      '{% code-tabs %}\n{% code-tabs-item title="a.js" %}\n```js\n1\n```\n{% endcode-tabs-item %}\n{% endcode-tabs %}',
    );
    expect(tabs).toContain('name="tabs:1" checked><label for="tab:1:0" id="ajs">a.js</label>');
    expect(tabs).toContain('<code class="language-js">1</code>');
  });

  it('has footnotes with links in both directions', () => {
    const page = html('a[^1]\n\n[^1]: b');
    expect(page).toContain('<a href="#note-fn-1" id="note-fnref-1"');
    expect(page).toContain('<li id="note-fn-1">');
    expect(page).toContain('href="#note-fnref-1"');
  });

  it('has the footnotes that links of a table refer to', () => {
    const page = html(
      '<table><tbody><tr><td><a data-footnote-ref href="#user-content-fn-2">JPEG</a></td></tr></tbody></table>\n\na[^1] [b](#user-content-fn-1)\n\n[^1]: one\n\n[^2]: A format',
    );
    expect(page).toContain('<td><a href="#note-fn-2">JPEG</a></td>');
    expect(page).toContain('<a href="#note-fn-1">b</a>');
    expect(page).toContain('<li id="note-fn-2"><p>A format');
    expect(page).toContain('<li id="note-fn-1">');
  });
});

describe('a row with more cells than its head', () => {
  const cells = (row: string) => {
    const shown = html(`| a | b |\n| --- | --- |\n${row}`);
    return [...shown.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell);
  };

  it('has pipes within elements and code', () => {
    expect(cells('| c | <ul><li>1 |A|</li><li>2 |B|</li></ul> |')).toEqual([
      'c',
      '<ul><li>1 |A|</li><li>2 |B|</li></ul>',
    ]);
    expect(cells('| `c|d` | e |')).toEqual(['<code>c|d</code>', 'e']);
  });

  it('loses nothing', () => {
    expect(cells('| c | d | e |')).toEqual(['c', 'd | e']);
    expect(cells('| c \\| d | e |')).toEqual(['c | d', 'e']);
    expect(cells('| c |')).toEqual(['c', '']);
  });

  it('loses blank cells, and so does the head', () => {
    expect(cells('| c | d |  |  |')).toEqual(['c', 'd']);
    expect(html('| a | b |  |\n| - | - |\n| c | d |  |')).toContain('<th>b</th></tr></thead>');
    expect(html('| a | b | x |\n| - | - |\n| c | d |')).toContain('| a | b | x |');
  });
});

describe('markdown right after markup', () => {
  it('is rendered', () => {
    expect(html('<p>a</p>\n> **b**')).toBe(
      '<p>a</p><blockquote><p><strong>b</strong></p></blockquote>',
    );
    expect(html('<p>a</p>\n## B')).toBe('<p>a</p><h2 id="b">B</h2>');
    expect(html('<p>a</p>\n---\n\nb')).toBe('<p>a</p><hr><p>b</p>');
    expect(html('<!-- a\n--> {% hint %}\nb\n{% endhint %}')).toContain('<p>b</p>');
    expect(html('<details>\n<summary>a</summary>\n- b\n</details>')).toBe(
      '<details><summary id="a">a</summary><ul><li>b</li></ul></details>',
    );
  });

  it('is as written within it', () => {
    expect(html('<div>\n**a**\n</div>')).toBe('<div>**a**</div>');
  });
});

describe('an operation', () => {
  it('has descriptions in markdown', () => {
    const parameter = { name: 'n', in: 'query', schema: { type: 'string' } };
    const described = { ...parameter, description: 'See [it](https://x.example), `b`.' };
    const get = { parameters: [described], responses: { 200: { description: 'One\n\n- two' } } };
    const specification = JSON.stringify({ paths: { '/a': { get } } });
    const [shown] = operationsHtml(operationsInput([{ path: '/a', method: 'GET' }], specification));
    expect(shown).toContain('<td>See <a href="https://x.example">it</a>, <code>b</code>.</td>');
    expect(shown?.replaceAll('\n', '')).toContain('<td><p>One</p><ul><li>two</li></ul></td>');
  });
});

describe('a comment', () => {
  it('has no headings of its own', () => {
    expect(comment('# Loud\n\ntext')).toBe('<p class="label">Loud</p><p>text</p>');
  });
});
