import { expect, it } from 'vitest';
import { Markdown } from '../src/index.ts';

function rolesIn(text: string): [role: string, text: string][] {
  const markdown = Markdown.read(text);
  const roles = markdown.lineRoles();
  return markdown.lines.map(({ text }, at) => [roles[at]?.role ?? '', text]);
}

it('tells lines in bold that name what follows from sentences in bold', () => {
  const text = `Prices:

**Model One**

* Price: 5 USD

**Model Two:**

* Price: 7 USD

**Prices change every year.**

Some **Model Three** text.

__Model Four__\\
Price: 9 USD

# Heading

No label.
`;
  expect(rolesIn(text)).toEqual([
    ['', 'Prices:'],
    ['label', 'Model One'],
    ['item', 'Price: 5 USD'],
    ['label', 'Model Two:'],
    ['item', 'Price: 7 USD'],
    ['', 'Prices change every year.'],
    ['', 'Some Model Three text.'],
    ['label', 'Model Four'],
    ['', 'Price: 9 USD'],
    ['', 'Heading'],
    ['', 'No label.'],
  ]);
});

it('ends what expandables and tabs name with these', () => {
  const text = `<details>

<summary>Is there a trial?</summary>

Yes, for 14 days.

</details>

Ask us anything.

{% tabs %}
{% tab title="Linux" %}
Use the shell.
{% endtab %}

{% tab title="Windows" %}
Use the console.
{% endtab %}
{% endtabs %}

Then restart.
`;
  expect(rolesIn(text)).toEqual([
    ['label', 'Is there a trial?'],
    ['', 'Yes, for 14 days.'],
    ['unlabelled', 'Ask us anything.'],
    ['label', 'Linux'],
    ['', 'Use the shell.'],
    ['label', 'Windows'],
    ['', 'Use the console.'],
    ['unlabelled', 'Then restart.'],
  ]);
});

it('tells captions and descriptions of pictures and links from text', () => {
  const text = `<figure><img src="a.png" alt=""><figcaption><p>The settings</p></figcaption></figure>

![The menu](<assets/menu (1).png>)

![The key](key.png) unlocks (almost) everything

<div><figure><img src="b.png" alt=""><figcaption>The button</figcaption></figure></div>

See ![The key](key.png)

{% content-ref url="setup.md" %}
[setup.md](setup.md)
{% endcontent-ref %}

Then start.
`;
  expect(rolesIn(text)).toEqual([
    ['caption', 'The settings'],
    ['caption', 'The menu'],
    ['', 'The key unlocks (almost) everything'],
    ['caption', 'The button'],
    ['', 'See The key'],
    ['caption', 'setup.md'],
    ['', 'Then start.'],
  ]);
});

it('tells items of lists, what belongs to them, and code', () => {
  const text = `Passes:

* Gold
  * for a year,
    and longer
    1. paid
* Clay

  It breaks.

  \`\`\`sh
  mend
  \`\`\`

> - quoted

\`\`\`sh
leave
\`\`\`
`;
  const markdown = Markdown.read(text);
  const roles = markdown.lineRoles();
  expect(
    markdown.lines.map(({ text }, at) => [roles[at]?.role, roles[at]?.containers, text]),
  ).toEqual([
    [undefined, 0, 'Passes:'],
    ['item', 1, 'Gold'],
    ['item', 2, 'for a year,'],
    ['contained', 2, 'and longer'],
    ['item', 3, 'paid'],
    ['item', 1, 'Clay'],
    ['contained', 1, 'It breaks.'],
    ['code', 1, '  mend'],
    ['item', 2, 'quoted'],
    ['code', 0, 'leave'],
  ]);
});
