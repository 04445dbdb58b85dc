import type { Element, ElementContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import type { Holes, VarScope } from './holes.ts';

const VARIABLE = /^(space|page)\.vars\.([A-Za-z]\w*)$/;

/** A hole for the value, if some code is an expression that names a variable; else the code. */
export function expression(code: Element, holes: Holes): ElementContent {
  const classes = (code.properties.className ?? []) as string[];
  if (!classes.includes('expression')) return code;
  const [, of, name] = VARIABLE.exec(textOf(code).trim()) ?? [];
  if (of === undefined || name === undefined) return code;
  return holes.add({ kind: 'value', of: of as VarScope, name, written: toHtml(code) });
}
