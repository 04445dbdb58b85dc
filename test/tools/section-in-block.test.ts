import { describe, expect, it } from 'vitest';
import { changeText, type TextToChange } from '../../src/tools/edits/text-changes.ts';

const HINT = '{% hint style="info" %}\n#### Note\n\nCareful.\n{% endhint %}';
const PAGE = `# Guide

{% stepper %}
{% step %}
### Install

Run it.
{% endstep %}

{% step %}
### Configure

Set it.
{% endstep %}
{% endstepper %}

${HINT}

{% tabs %}
{% tab title="One" %}
Words above.

## In a tab

Text.
{% endtab %}
{% endtabs %}

<details>

<summary>More</summary>

### Inside

Detail.

</details>
`;

async function replaced(section: string, written: string): Promise<string> {
  const change = {
    operation: 'replace_section',
    page: 'p',
    section,
    document: { markdown: written },
  };
  const page = { title: 'Guide', markdown: PAGE };
  const done = await changeText({ change, page } as TextToChange);
  return 'text' in done ? done.text : done.misfit;
}

describe('the new text of a section within a block', () => {
  it.each([
    ['a step', 'Install', '### Install\n\nRun it.', '\n{% endstep %}'],
    ['the last step', 'Configure', '### Configure\n\nSet it.', '\n{% endstep %}\n{% endstepper %}'],
    ['a hint', 'Note', '#### Note\n\nCareful.', '\n{% endhint %}\n'],
    ['a tab', 'In a tab', '## In a tab\n\nText.', '\n{% endtab %}\n\n{% endtabs %}'],
    ['an expandable', 'Inside', '### Inside\n\nDetail.', '\n\n</details>'],
  ])('may have the end of %s, too', async (_, section, own, ends) => {
    const written = own.replace(/\.$/, ' twice.');
    expect(await replaced(section, written + ends)).toBe(PAGE.replace(own, written));
  });

  it('may go on with further parts of the block', async () => {
    const own = '### Install\n\nRun it.\n{% endstep %}';
    const more = `${own}\n\n{% step %}\n### Check\n\nLook.\n{% endstep %}`;
    expect(await replaced('Install', more)).toBe(PAGE.replace(own, more));
  });

  it('may be the whole block, whose tags then change, or one around it', async () => {
    const warning = HINT.replace('info', 'warning');
    expect(await replaced('Note', warning)).toBe(PAGE.replace(HINT, warning));
    const step = '{% step %}\n### Install\n\nRun it twice.\n{% endstep %}';
    const after = PAGE.replace('Run it.', 'Run it twice.');
    expect(await replaced('Install', step)).toBe(after);
    expect(await replaced('Install', `{% stepper %}\n${step}\n{% endstepper %}`)).toBe(after);
  });

  it('may end with a block of its own', async () => {
    const own = '### Install\n\nRun it.';
    const hinted = `${own}\n\n{% hint style="info" %}\nTwice.\n{% endhint %}`;
    expect(await replaced('Install', `${hinted}\n{% endstep %}`)).toBe(PAGE.replace(own, hinted));
  });

  it('is refused as the whole block if the block has more than the section', async () => {
    const tab = '{% tab title="One" %}\n## In a tab\n\nText.\n{% endtab %}';
    expect(await replaced('In a tab', tab)).toContain(
      'is only a part of the block that begins in line 24: give it without the tags of that block.',
    );
  });
});
