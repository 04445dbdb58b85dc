import type { Element, ElementContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import { variableIn } from '../markdown/values.ts';
import type { Holes } from './holes.ts';

/** A hole for the value, if some code is an expression that names a variable; else the code. */
export function expression(code: Element, holes: Holes): ElementContent {
  const classes = (code.properties.className ?? []) as string[];
  if (!classes.includes('expression')) return code;
  const variable = variableIn(textOf(code));
  return variable ? holes.add({ kind: 'value', ...variable, written: toHtml(code) }) : code;
}
