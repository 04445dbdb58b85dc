import { describe, expect, it } from 'vitest';
import { rawMarkup } from '../../scripts/real-docs/raw-markup.ts';

describe('markup that a reader sees', () => {
  it.each([
    ['See **bold text**.', 'See **bold text**.'],
    ['a __word__ b', 'a __word__ b'],
    ['~~old~~', '~~old~~'],
    ['[a](b.md)', 'see [a](b.md)'],
    ['![a](b.png)', '![a](b.png)'],
    ['Text\n## Heading here', 'Text\n## Heading here'],
    ['| a |\n| --- |', '| a |\n| --- |'],
    ['## Heading in a list', '* a\n* ## Heading in a list'],
    ['Title {#own}', '## Title {#own}'],
    ['{% hint %}', '{% hint %}\na'],
    ['a<br>b', 'a<br>b'],
    ['a &copy; b', 'a &copy; b'],
    ['note[^1]', 'note[^1]\n\n[^1]: it'],
  ])('is found in %j', (shown, markdown) => {
    expect(rawMarkup(shown, markdown)).toHaveLength(1);
  });

  it.each([
    ['an escape', '**[Roller]**or [Dial]', '\\*\\*\\[Roller]\\*\\*or **\\[Dial]**'],
    ['an escaped heading', '### Feedback', '\\### Feedback'],
    ['a character reference', '<br> and &lt;', '&lt;br> and &amp;lt;'],
    ['an escaped tag beside a tag', 'a <br> b', 'a \\<br> b<br>'],
    ['an escaped tag within HTML', 'b c <p>', '<p>b</p>\n<p>c &lt;p></p>'],
    ['markdown within HTML', '**a** and #### b', '<p>**a** and #### b</p>'],
    ['an unclosed mark', '**open', '**open'],
    ['a name with underscores', 'call __init', 'call __init'],
    ['a footnote without a definition', 'a[^1]', 'a[^1]'],
    ['code', '**a**', '`**a**`'],
    ['the title of a block', '# log of it', '{% code title="# log of it" %}\na'],
    ['a heading of marks', '#### Number', '**####** Number'],
    ['a number sign in strong text', '# of things: 3', '* **# of things**: 3'],
    ['dashes in strong text', 'a\n----\nb', 'a\n\n_**----**_\n\nb'],
  ])('is not %s', (_, shown, markdown) => {
    expect(rawMarkup(shown, markdown)).toEqual([]);
  });
});
