import { expect, it } from 'vitest';
import { html } from './content.ts';

it.each([
  ['array\\[i]\\(j) call', '<p>array[i](j) call</p>'],
  ['\\[l](x.md) and [l]\\(x.md)', '<p>[l](x.md) and [l](x.md)</p>'],
  ['[l\\](x.md)', '<p>[l](x.md)</p>'],
  ['\\![l]\\(x.md)', '<p>![l](x.md)</p>'],
  ['[a \\[b\\]](https://example.com)', '<p><a href="https://example.com">a [b]</a></p>'],
])('a page shows escaped brackets as they are: %j', (markdown, shown) => {
  expect(html(markdown).replaceAll(/ (?:rel|target)="[^"]*"/g, '')).toBe(shown);
});

it('a page shows nothing for a character that the service says is missing, except in code', () => {
  expect(html('1 &#xNAN;_&#x54;he login_')).toBe('<p>1 <em>The login</em></p>');
  expect(html('<table><tr><td>&#xNAN;a</td></tr></table>')).toContain('<td>a</td>');
  expect(html('`&#xNAN;`')).toBe('<p><code>&#x26;#xNAN;</code></p>');
});

it('a heading in HTML keeps its id', () => {
  expect(html('<h2 id="own">Words</h2>')).toContain('<h2 id="own">Words</h2>');
});

it('what follows a block in a quote is outside of the block, and tags between raw are text', () => {
  expect(html('> {% hint style="info" %}\n> Q\n> {% endhint %}\n>\n> after')).toContain(
    '<p>Q</p></div><p>after</p></blockquote>',
  );
  expect(html('a {% raw %}{{ x }} {% if %}{% endraw %} b')).toBe('<p>a {{ x }} {% if %} b</p>');
  expect(html('{% raw %}\n{% hint %}\nx\n{% endhint %}\n{% endraw %}')).toBe(
    '<p>{% hint %}x{% endhint %}</p>',
  );
  expect(html('    {% hint style="info" %}\n    x')).toContain('<div class="hint info">');
});

it('a tag behind a backslash, or without an end of its own, is text', () => {
  expect(html('\\{% hint style="info" %}\n\nx')).toBe('<p>{% hint style="info" %}</p><p>x</p>');
  const shown = html(
    '{% hint style="info"}\nOne\n\n## Two\n\n{% embed url="https://example.com" %}',
  );
  expect(shown).toContain('<p>{% hint style="info"}One</p>');
  expect(shown).toContain('<h2 id="two">Two</h2>');
  expect(shown).toContain('example.com');
});

it.each([
  ['a List<T> of <name>', '<p>a List&#x3C;T> of &#x3C;name></p>'],
  ['Open <details> and <TT>x</TT>.', '<p>Open '],
  ['<Card>words</Card> here', '<p>words here</p>'],
  ['a <b>bold</b> word<br>', '<p>a <b>bold</b> word<br></p>'],
  ['a <style>b</style> <script>c</script>', '<p>a  </p>'],
])('a tag that is no HTML and never ends is text: %j', (markdown, shown) => {
  expect(html(markdown)).toContain(shown);
});

it('names of emoji are words where they are within one', () => {
  expect(html('an :arrow_right: and :green_circle:go, :zap:')).toBe('<p>an ➡️ and 🟢go, ⚡</p>');
  for (const text of ['user:key:1', ':key:1', 'a:arrow_right:b', ':arrow_right::b:']) {
    expect(html(text)).toBe(`<p>${text}</p>`);
  }
});
