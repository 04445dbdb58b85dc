import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PIECES } from '../../markdown/test/adversarial.ts';
import type { PageEdit } from '../../src/operations/content-changes.ts';
import { describeBroken } from '../../src/tools/edits/broken-blocks.ts';
import { expandTextChanges } from '../../src/tools/edits/expand.ts';
import { Refusal } from '../../src/tools/refusal.ts';
import { runs, shareOf } from '../support/long-run.ts';
import { stepCounter } from '../support/steps.ts';

const PARENTS: Record<string, string> = { step: 'stepper', tab: 'tabs', column: 'columns' };

/** Whether the tags and fences of a text, each on a line of its own, match. */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const line of text.split('\n')) {
    if (open.at(-1) === 'code') {
      if (line === '```') open.pop();
      else if (line.startsWith('```')) return false;
      continue;
    }
    const [, liquid, html] = /^(?:\{% (\w+).*%\}|<(\/?details)>)$/.exec(line) ?? [];
    const name = liquid ?? html?.replace('/', 'end');
    if (line.startsWith('```')) open.push('code');
    else if (name?.startsWith('end')) {
      if (open.pop() !== name.slice('end'.length)) return false;
    } else if (name !== undefined) {
      const parent = PARENTS[name];
      if (parent !== undefined && open.at(-1) !== parent) return false;
      open.push(name);
    }
  }
  return open.length === 0;
}

const words = fc.constantFrom('Alpha.', 'Beta.', 'Gamma.');
const code = fc.constantFrom('```js\nx\n```', '```\n{% endstep %}\n```');
const heading = fc.constantFrom('## One', '### Two', '### Three');
const { block } = fc.letrec<{ block: string }>((tie) => {
  const inner = fc
    .tuple(heading, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]) => [first, ...rest].join('\n\n'));
  const around = (outer: string, name: string) =>
    fc.array(inner, { minLength: 1, maxLength: 3 }).map((parts) => {
      const all = parts.map((part) => `{% ${name} %}\n${part}\n{% end${name} %}`);
      return `{% ${outer} %}\n${all.join('\n\n')}\n{% end${outer} %}`;
    });
  return {
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      ...[words, code, heading],
      inner.map((part) => `{% hint style="info" %}\n${part}\n{% endhint %}`),
      inner.map((part) => `<details>\n\n${part}\n\n</details>`),
      ...Object.entries(PARENTS).map(([name, outer]) => around(outer, name)),
    ),
  };
});
const page = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join('\n\n'));

const part = fc
  .tuple(fc.constantFrom(...Object.keys(PARENTS)), block)
  .map(([name, inner]) => `{% ${name} %}\n${inner}\n{% end${name} %}`);
const loose = fc.constantFrom(
  ...['{% endstep %}', '{% step %}', '{% hint %}', '{% endtabs %}', '```', '```js\nx', '<details>'],
);
const text = fc.oneof(
  words,
  block,
  part,
  loose,
  fc.tuple(words, part).map((all) => all.join('\n\n')),
);
const section = fc
  .constantFrom('one', 'two', 'three', 'two-1', 'three-1')
  .map((name) => `#${name}`);
const at = fc.constantFrom('start', 'end', 'before');
const old = fc.oneof(
  loose,
  words,
  fc.constantFrom('{% endhint %}\n', '{% endstepper %}', '</details>', '```\n'),
);
const change = fc.oneof(
  fc.record({ operation: fc.constant('insert_text'), new: text, at }),
  fc.record({ operation: fc.constant('insert_text'), new: text, at, section }),
  fc.record({ operation: fc.constant('replace_text'), old, new: text, all: fc.boolean() }),
  fc.record({
    operation: fc.constant('replace_text'),
    old,
    new: fc.constant(''),
    all: fc.boolean(),
  }),
  fc.record({ operation: fc.constant('remove_sections'), section }),
  fc.record({
    operation: fc.constant('replace_section'),
    section,
    document: text.map((markdown) => ({ markdown })),
  }),
);

describe('an edit that succeeds', () => {
  it('leaves blocks that match if they did before', async () => {
    let written = 0;
    const samples = runs(2_000);
    const property = fc.asyncProperty(
      page,
      fc.array(change, { minLength: 1, maxLength: 2 }),
      async (markdown, given) => {
        expect(isBalanced(markdown)).toBe(true);
        const changes = given.map((one) => ({ page: 'p', ...one }) as PageEdit);
        const read = async (id: string) => ({ id, title: 'A page', markdown });
        try {
          const { writes } = await expandTextChanges(changes, read, {});
          for (const { after = '' } of writes.values()) expect(isBalanced(after), after).toBe(true);
          written += 1;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      },
    );
    await fc.assert(property, { numRuns: samples });
    expect(written).toBeGreaterThan(samples / 5);
  });
});

describe('what is wrong with blocks', () => {
  it('is an end of code that is less indented, if that is all', () => {
    const after = '1. Do\n\n   ```sh\n   ls\n```\n\nMore.\n\n```sh\nps\n```\n';
    expect(describeBroken({ before: '', after, above: 2 })).toBe(
      'line 7 does not end the code of line 5, because it is less indented. Indent it by 3, like that.',
    );
    expect(describeBroken({ before: '', after: '```sh\nls' })).toContain(
      'line 1: the code has no end',
    );
  });
});

const LENGTH = 4_000;
const stepsOf = stepCounter();

describe('a text twice as long takes at most 2.2 times as many steps to check', () => {
  const tags = ['{% step %}\n', '{% endstep %}\n', '{% if a %}', '<details>\n\n', '```js\n'];

  it.each(shareOf([...new Set([...PIECES, ...tags])]))('with many of %j', async (unit) => {
    const of = (length: number) => unit.repeat(length / unit.length);
    const check = (length: number) =>
      stepsOf(() => describeBroken({ before: of(length / 2), after: of(length) }));
    const [few, many] = [await check(LENGTH), await check(2 * LENGTH)];
    expect(many / few).toBeLessThan(2.2);
  });
});
