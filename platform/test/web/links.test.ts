import { describe, expect, it } from 'vitest';
import { html } from './content.ts';

const mention = '[Alex](https://app.example/u/1 "mention")';

describe('a link around a mention', () => {
  it.each([
    [`[${mention}](https://x.example/a_b)`, '<a href="https://x.example/a_b">Alex</a>'],
    [`[${mention}](https://x.example/a_b)_too_`, '<a href="https://x.example/a_b">Alex</a>_too_'],
    [`[${mention}](other.md) too`, '<a>Alex</a> too'],
  ])('is shown as one link without brackets: %s', (markdown, shown) => {
    expect(html(`By ${markdown}`)).toBe(`<p>By ${shown}</p>`);
  });

  it('leads nowhere else: other brackets stay as they are', () => {
    for (const text of [
      `[ ${mention} ](c`,
      `[${mention}] (c)`,
      `[${mention}](javascript:alert(1))`,
    ]) {
      const shown = html(text).replaceAll(/<[^>]*>/g, '');
      expect(shown).toBe(text.replace(mention, 'Alex'));
    }
  });
});

it('markdown links are links inside HTML, and with spaces in their address', () => {
  expect(html('<table><tbody><tr><td>[a](https://x.example)</td></tr></tbody></table>')).toContain(
    '<td><a href="https://x.example">a</a></td>',
  );
  expect(html('[a](mailto:some one)')).toBe('<p><a href="mailto:some%20one">a</a></p>');
});

it('links may lead to other programs, but run nothing', () => {
  expect(html('[a](ftp://x.example/y) [b](irc://x.example) [c](javascript:d)')).toBe(
    '<p><a href="ftp://x.example/y">a</a> <a href="irc://x.example">b</a> <a>c</a></p>',
  );
});

it('references have the titles of pages and the names of files, and embeds are links', () => {
  expect(html('{% content-ref url="/pages/p" %}\n[p.md](/pages/p)\n{% endcontent-ref %}')).toBe(
    '<p class="card"><a href="/app/s/space/p">Page &#x3C;p></a></p>',
  );
  expect(html('see [p.md](/pages/p "mention")')).toBe(
    '<p>see <a href="/app/s/space/p">Page &#x3C;p></a></p>',
  );
  expect(html('see [#a-b](/pages/p#a-b "mention"), <a data-mention href="/pages/p">p</a>')).toBe(
    '<p>see <a href="/app/s/space/p#a-b">Part &#x3C;a-b></a>, <a href="/app/s/space/p">Page &#x3C;p></a></p>',
  );
  expect(html('| a |\n| - |\n| <a data-mention href="/pages/p">p</a> |')).toContain(
    '<td><a href="/app/s/space/p">Page &#x3C;p></a></td>',
  );
  expect(html('[#gone](/pages/p#gone "mention") [#x](/pages/p#x)')).toBe(
    '<p><a href="/app/s/space/p#gone">Page &#x3C;p></a> <a href="/app/s/space/p#x">#x</a></p>',
  );
  expect(html('{% file src="/files/f" %}\nA caption\n{% endfile %}')).toBe(
    '<div class="card"><p><a href="/files/f/name.png">name.png</a> (2 KB)</p><p>A caption</p></div>',
  );
  expect(html('{% embed url="https://v.example/1" %}')).toBe(
    '<div class="card embed"><p class="label">v.example</p><p><a href="https://v.example/1">https://v.example/1</a></p></div>',
  );
});

it('references without an end tag leave what follows as it is', () => {
  const reference = '{% page-ref page="/pages/abc" %}';
  const card = '<p class="card"><a href="/app/s/space/abc">Page &#x3C;abc></a></p>';
  expect(html(`${reference}\n\n${reference}\n\n## Next\n\nText.`)).toBe(
    `${card}${card}<h2 id="next">Next</h2><p>Text.</p>`,
  );
  expect(html('{% content-ref url="/pages/abc" %}\n\n## Next')).toBe(
    `${card}<h2 id="next">Next</h2>`,
  );
});

it('links reach tabs, unless a heading has the same anchor, and updates', () => {
  const tabs = '{% tabs %}\n{% tab title="A b" %}\na\n{% endtab %}\n{% tab title="C" %}\nc\n';
  const page = html(`${tabs}{% endtab %}\n{% endtabs %}\n\n## C`);
  expect(page).toContain('<label for="tab:1:0" id="a-b">A b</label>');
  expect(page).toContain('<label for="tab:1:1">C</label>');
  expect(page).toContain('<h2 id="c">C</h2>');
  const update = (date: string) => html(`{% update date="${date}" %}\na\n{% endupdate %}`);
  expect(update('2026-01-05')).toContain('<div class="update" id="2026-01-05">');
  expect(update('tab:1:0')).toContain('<div class="update">');
});

it('links in columns of references have the titles of pages', () => {
  const head = '<th data-type="content-ref">Page</th>';
  const row = '<tr><td><a href="/pages/p">p</a></td></tr>';
  const rows = `<thead><tr>${head}</tr></thead><tbody>${row}</tbody></table>`;
  const link = '<a href="/app/s/space/p">Page &#x3C;p></a>';
  expect(html(`<table>${rows}`)).toContain(`<td>${link}</td>`);
  expect(html(`<table data-view="cards">${rows}`)).toBe(
    `<ul class="cards"><li class="card"><div class="card-title">${link}</div></li></ul>`,
  );
});

describe('an address within text', () => {
  it('is unescaped, whatever marks follow', () => {
    expect(html('See https://x.example/a?from\\_it=b\\&c=1, too')).toBe(
      '<p>See <a href="https://x.example/a?from_it=b&#x26;c=1">https://x.example/a?from_it=b&#x26;c=1</a>, too</p>',
    );
    expect(html('At https://x.example.&#x20;')).toBe(
      '<p>At <a href="https://x.example">https://x.example</a>. </p>',
    );
    expect(html('https://x.example/i&#x6E;**/here** now')).toBe(
      '<p><a href="https://x.example/in">https://x.example/in</a><strong>/here</strong> now</p>',
    );
    expect(html('https://x.example/_a_/b\n\nwww.x.example/c')).toBe(
      '<p><a href="https://x.example/_a_/b">https://x.example/_a_/b</a></p><p><a href="http://www.x.example/c">www.x.example/c</a></p>',
    );
  });

  it('is text if too many others are joined to it', () => {
    const joined = `${'www.'.repeat(300)}a_b`;
    expect(html(`See ${joined}`)).toContain(`See ${joined}</code>`);
  });
});
