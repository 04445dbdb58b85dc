import { describe, expect, it } from 'vitest';
import { Markdown } from '../src/index.ts';

/** The faults of a text: kind, name and line of each. */
function faultsOf(markdown: string): string[] {
  const text = Markdown.read(markdown);
  return text.faults.map(({ kind, name, at }) => `${kind} ${name} ${text.lineOf(at)}`);
}

const STEPPER =
  '{% stepper %}\n{% step %}\n### One\n\n{% hint style="info" %}\nA\n{% endhint %}\n{% endstep %}\n\n{% step %}\n### Two\n{% endstep %}\n{% endstepper %}';

describe('the nesting of blocks', () => {
  it.each([
    ['a stepper', STEPPER],
    [
      'tabs on one line, with a condition',
      '{% tabs %}{% if a %}{% tab %}b{% endtab %}{% endif %}{% endtabs %}',
    ],
    ['tags that stand alone', '{% embed url="a" %}\n\n{% include "b" %}\n\n{% file src="c" %}'],
    ['tags as code', '`{% hint %}`\n\n```\n{% endstep %}\n</details>\n```'],
    ['tags as text', '{% raw %}\n{% hint %}\n{% endraw %}'],
    ['code of code', '````md\n```js\na\n```\n````\n\n~~~\n```js\n~~~'],
    ['code in a list', '- a\n\n  ```js\n  b\n  ```\n\n- c'],
    ['code that shows indented code', '```md\n- a\n\n     ```js\n     b\n     ```\n```'],
    [
      'an expandable',
      '<details>\n\n<summary>A</summary>\n\n{% hint %}\nb\n{% endhint %}\n\n</details>',
    ],
    ['tags in sentences', 'Use {% hint %} and {% endhint %}, or {% if a %}, or <details> here.'],
    ['a tag in code in HTML', '<code>{% step %}</code>'],
    ['a tag in indented code', 'Write:\n\n    {% tab %}\n    a'],
    ['cells without an end', '<table><tr><td>a</table>'],
  ])('is right: %s', (_, text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    ['a step without its end', STEPPER.replace('{% endstep %}\n', ''), ['unclosed step 2']],
    ['a step without its beginning', STEPPER.replace('{% step %}\n', ''), ['unopened step 7']],
    ['a hint without its end', 'a\n\n{% hint %}\nb', ['unclosed hint 3']],
    ['a hint in a list without its end', '1. a\n2. {% hint %}\n   b', ['unclosed hint 2']],
    [
      'a step in a step',
      STEPPER.replace('A\n', `{% step %}\nA\n{% endstep %}\n`),
      ['misplaced step 6'],
    ],
    ['a tab in nothing', '{% tab title="A" %}\nb\n{% endtab %}', ['misplaced tab 1']],
    ['an expandable without its end', '<details>\n\na', ['unclosed details 1']],
    ['an expandable without its beginning', 'a\n\n</details>', ['unopened details 3']],
    [
      'an expandable that ends elsewhere',
      '{% hint %}\n<details>\n\n{% endhint %}\n\n</details>',
      ['crossed details 2'],
    ],
    ['code without its end', 'a\n\n```js\nb', ['unclosed code  3']],
    ['code without its end in a list', '- ~~~\n  a\n\nb', ['unclosed code  1']],
    [
      'code without its end before other code',
      '```js\na\n\nb\n\n```js\nc\n```',
      ['code within code  6'],
    ],
    ['one of many codes without its end', '```\na\n\nb\n\n```\nc\n```', ['unclosed code  8']],
  ])('is wrong: %s', (_, text, expected) => {
    expect(faultsOf(text)).toEqual(expected);
  });
});
