import { describe, expect, it } from 'vitest';
import { changeText } from '../../src/tools/edits/text-changes.ts';

const PAGE = `# Kettle

Fill it with **cold** water.

![Lid](/files/lid)

## Lid

> Mind the steam.
> It is hot.

1. Open it.
2. Pour.
   * slowly

   \`\`\`sh
   - pour
   \`\`\`
3. Close.

* tea

* milk

| Part | Size |
| --- | --- |
| Lid | 9 |
| Cord | 80 |

<table><tbody><tr><td>red</td></tr><tr><td>blue</td></tr></tbody></table>

{% tabs %}
{% tab title="Gas" %}
{% code title="x" %}
\`\`\`sh
light
\`\`\`
{% endcode %}
{% endtab %}
{% endtabs %}

{% hint style="info" %}
Keep dry.
{% endhint %}

Twice: end.

Twice: end.
`;

async function added(beside: { before?: string; after?: string }, text: string, page = PAGE) {
  const at = beside.before === undefined ? ('after' as const) : ('before' as const);
  const section = beside.before ?? beside.after ?? '';
  const change = { operation: 'insert_text' as const, page: 'p', section, at, new: text };
  const result = await changeText({ change, page: { title: 'Kettle', markdown: page } });
  return 'text' in result ? result.text : result.misfit;
}

describe('a text is added beside another one', () => {
  const tab = '{% tab title="Wood" %}\nLogs.\n{% endtab %}';
  it.each([
    ['a paragraph', { after: 'cold' }, 'New.', 'water.\n\nNew.\n\n![Lid]'],
    ['words without marks', { after: 'with cold water' }, 'New.', 'water.\n\nNew.\n\n!['],
    ['an image with the text of a heading', { before: '![Lid](/files/lid)' }, 'New.', 'New.\n\n!['],
    ['a quote', { after: 'steam' }, 'New.', 'hot.\n\nNew.\n\n1. Open'],
    ['the first item', { before: '1. Open it.' }, 'New.', 'hot.\n\nNew.\n\n1. Open'],
    ['the last item', { after: 'Close.' }, 'New.', '3. Close.\n\nNew.\n\n* tea'],
    [
      'an item in between',
      { after: 'Open it.' },
      'New.\nMore.',
      '1. Open it.\n\n   New.\n   More.\n',
    ],
    ['an item, as one', { after: 'Open it.' }, '2. Lift.', '1. Open it.\n2. Lift.\n2. Pour.'],
    ['an item with parts', { after: 'Pour.' }, '3. Wait.', '   ```\n3. Wait.\n3. Close.'],
    ['an inner item', { after: '* slowly' }, '   * gently', '   * slowly\n   * gently\n\n   ```sh'],
    ['items with blank lines', { after: '* tea' }, '* sugar', '* tea\n\n* sugar\n\n* milk'],
    ['an item before another', { before: '* milk' }, '* sugar', '* tea\n\n* sugar\n\n* milk'],
    ['a row', { after: '| Lid | 9 |' }, '| Base | 12 |', '| Lid | 9 |\n| Base | 12 |\n| Cord'],
    [
      'the head of a table',
      { before: '| Part | Size |' },
      '| Base | 12 |',
      '--- |\n| Base | 12 |\n| Lid',
    ],
    ['a table', { after: '| Lid | 9 |' }, 'New.', '| Cord | 80 |\n\nNew.\n\n<table>'],
    [
      'a row of HTML',
      { after: 'red' },
      '<tr><td>pink</td></tr>',
      'red</td></tr><tr><td>pink</td></tr><tr><td>blue',
    ],
    [
      'a row of HTML before',
      { before: 'blue' },
      '<tr><td>pink</td></tr>',
      '<tr><td>pink</td></tr><tr><td>blue',
    ],
    ['code with a name', { after: 'light' }, 'New.', '{% endcode %}\n\nNew.\n{% endtab %}'],
    ['a tag', { before: '{% tab title="Gas" %}' }, tab, `{% tabs %}\n${tab}\n\n{% tab title="Gas"`],
    ['the title of a tab', { after: 'Gas' }, 'New.', '{% endtabs %}\n\nNew.\n\n{% hint'],
    ['a text in a tab', { after: 'light' }, tab, `{% endtab %}\n\n${tab}\n{% endtabs %}`],
    [
      'a text in a hint',
      { before: 'Keep dry.' },
      'New.',
      '{% hint style="info" %}\nNew.\n\nKeep dry.',
    ],
    ['part of a heading', { before: '## Lid' }, 'New.', 'New.\n\n## Lid'],
  ])('%s', async (_, beside, text, expected) => {
    const result = await added(beside, text);
    expect(result).toContain(expected);
    const rest = text.split('\n').reduce((left, line) => left.replace(line, ''), result);
    expect(rest.replaceAll(/\s/g, '')).toBe(PAGE.replaceAll(/\s/g, ''));
  });

  it('which occurs several times in one long line is shown with what is around it', async () => {
    const cells = Array.from({ length: 30 }, (_, n) => `<td>c${n}</td><td>off</td>`);
    const change = { page: 'p', operation: 'replace_text', old: '<td>off</td>', new: 'x' } as const;
    const markdown = `# Long\n\n<table><tr>${cells.slice(0, 2).join('')}${'<td>on</td>'.repeat(40)}${cells[29]}</tr></table>\n`;
    const result = await changeText({ change, page: { title: 'Long', markdown } });
    const { misfit = '' } = result as { misfit?: string };
    expect(misfit).toContain('occurs 3 times on the page');
    for (const cell of ['<td>c0<', '<td>c1<', '<td>c29<']) expect(misfit).toContain(cell);
    expect(misfit.length).toBeLessThan(600);
  });

  it('which has to be on the page once, and as whole words', async () => {
    expect(await added({ after: 'Twice: end.' }, 'New.')).toContain('occurs 2 times on the page');
    expect(await added({ after: 'wat' }, 'New.')).toContain('the page has no section "wat"');
    expect(await added({ before: 'Pour.' }, 'New.')).toContain('is within a list');
  });

  it('or to the only block for it', async () => {
    const text = PAGE.replace(
      '## Lid',
      '{% stepper %}\n{% step %}\nOne.\n{% endstep %}\n{% endstepper %}\n\n## Lid',
    );
    const step = '{% step %}\nTwo.\n{% endstep %}';
    const change = { operation: 'insert_text' as const, page: 'p', new: step };
    const page = { title: 'Kettle', markdown: text };
    const last = await changeText({ change, page });
    expect(last).toMatchObject({
      text: text.replace('\n{% endstepper', `\n\n${step}\n{% endstepper`),
    });
    const first = await changeText({ change: { ...change, at: 'start' }, page });
    expect(first).toMatchObject({ text: text.replace('{% step %}', `${step}\n\n{% step %}`) });
  });
});
