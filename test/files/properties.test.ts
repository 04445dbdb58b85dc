import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeBodies } from '../../src/files/merge.ts';
import { stepsFor, Tree, type TreePage, type TreeStep } from '../../src/files/tree.ts';

/** An arbitrary edit of a tree; numbers select existing nodes. */
const edit = fc.record({
  kind: fc.constantFrom('insert', 'move', 'delete'),
  page: fc.nat(),
  parent: fc.nat(),
  at: fc.nat(6),
});

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function edited(pages: readonly TreePage[], edits: readonly Edit[], prefix: string): TreePage[] {
  const tree = new Tree(pages);
  for (const [index, { kind, page, parent, at }] of edits.entries()) {
    const ids = tree.inOrder().map(({ id }) => id);
    const above = [null, ...ids][parent % (ids.length + 1)] ?? null;
    const id = ids[page % Math.max(1, ids.length)];
    if (kind === 'insert') tree.insert(`${prefix}${index}`, above, at);
    else if (id === undefined) continue;
    else if (kind === 'delete') tree.remove(id);
    else if (!tree.isWithin(above, id)) tree.move(id, above, at);
  }
  return tree.inOrder();
}

const edits = fc.array(edit, { maxLength: 12 });
const base = fc.array(edit, { maxLength: 20 }).map((made) => edited([], made, 'page'));

/** Applies steps as the platform does, which refuses impossible ones. */
function carriedOut(pages: readonly TreePage[], steps: readonly TreeStep[]): TreePage[] {
  const tree = new Tree(pages);
  for (const { kind, id, parent, at } of steps) {
    if (parent !== null && kind !== 'delete') expect(tree.has(parent)).toBe(true);
    expect(tree.has(id)).toBe(kind !== 'insert');
    if (kind === 'delete') tree.remove(id);
    else if (kind === 'insert') tree.insert(id, parent, at);
    else {
      expect(tree.isWithin(parent, id)).toBe(false);
      tree.move(id, parent, at);
    }
  }
  return tree.inOrder();
}

describe('the steps from one tree to another', () => {
  it('produce exactly the other tree if only one side changed', () => {
    fc.assert(
      fc.property(base, edits, (pages, local) => {
        const wanted = edited(pages, local, 'new');
        const { steps, kept } = stepsFor(new Tree(pages), pages, wanted);
        expect(carriedOut(pages, steps)).toEqual(wanted);
        expect(kept).toEqual([]);
      }),
    );
  });

  it('can be carried out, lose no page of either side, and leave nothing to do', () => {
    fc.assert(
      fc.property(base, edits, edits, (pages, local, remote) => {
        const wanted = edited(pages, local, 'here');
        const actual = edited(pages, remote, 'there');
        const { steps, kept } = stepsFor(new Tree(actual), pages, wanted);
        const reached = carriedOut(actual, steps);
        const ids = new Set(reached.map(({ id }) => id));
        const known = new Set(pages.map(({ id }) => id));
        const lost = [...wanted, ...actual].filter(({ id }) => !ids.has(id) && !known.has(id));
        expect(lost).toEqual([]);
        const deleted = pages.filter(({ id }) => !wanted.some((page) => page.id === id));
        const there = new Set(actual.map(({ id }) => id));
        for (const { id } of deleted) expect(ids.has(id) && !kept.includes(id)).toBe(false);
        for (const { id } of wanted) if (there.has(id)) expect(ids.has(id)).toBe(true);
        if (kept.length > 0) return;
        expect(stepsFor(new Tree(reached), wanted, wanted).steps).toEqual([]);
      }),
    );
  });
});

const line = fc.constantFrom('', 'one', 'two', 'three', '# Title', '* item', '    code', '```');
const text = fc.array(line, { maxLength: 10 }).map((lines) => lines.join('\n').trim());

describe('a three-way merge of texts', () => {
  it('takes the changed side if only one changed, and both if they agree', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(mergeBodies(before, after, before)).toEqual({ text: after, conflict: false });
        expect(mergeBodies(before, before, after)).toEqual({ text: after, conflict: false });
        expect(mergeBodies(before, after, after)).toEqual({ text: after, conflict: false });
      }),
    );
  });

  it('loses no line that a side wrote', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(9)), fc.array(fc.nat(9)), (before, ours, theirs) => {
        const written = (places: readonly number[], mark: string) => {
          const lines = before.split('\n');
          for (const [index, place] of places.entries())
            lines.splice(place, index % 2, `${mark}${index}`);
          return lines.join('\n');
        };
        const [here, there] = [written(ours, 'our '), written(theirs, 'their ')];
        const { text: result } = mergeBodies(before, here, there);
        const lines = new Set(result.split('\n'));
        const own = [...here.split('\n'), ...there.split('\n')].filter((one) =>
          /^(our|their) /.test(one),
        );
        for (const one of own) expect(lines).toContain(one);
      }),
    );
  });

  it('reads the same from either side', () => {
    fc.assert(
      fc.property(text, text, text, (before, here, there) => {
        const [one, other] = [mergeBodies(before, here, there), mergeBodies(before, there, here)];
        expect(one.conflict).toBe(other.conflict);
        if (!one.conflict) expect(one.text).toBe(other.text);
      }),
    );
  });
});
