import type { Element, ElementContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { sanitize } from 'hast-util-sanitize';
import { h } from 'hastscript';
import temml from 'temml';
import { MATH_SCHEMA } from './schema.ts';

/** Longer formulas are shown as written. */
const MAX_CHARACTERS = 10_000;

/** A formula as MathML, or its source if it cannot be parsed. */
export function formula(tex: string, display: boolean): ElementContent {
  const shown = readFormula(tex, display);
  if (!shown) return display ? h('pre', h('code', tex)) : h('code', tex);
  return display
    ? h(
        'div',
        { className: ['formula', 'scroll'], tabIndex: 0, role: 'group', ariaLabel: 'Formula' },
        shown,
      )
    : shown;
}

function readFormula(tex: string, displayMode: boolean): Element | undefined {
  if (tex.length > MAX_CHARACTERS) return undefined;
  try {
    const mathml = temml.renderToString(tex, {
      displayMode,
      throwOnError: true,
      trust: false,
      maxExpand: 1000,
    });
    const tree = sanitize(fromHtml(mathml, { fragment: true }), MATH_SCHEMA);
    const [first] = 'children' in tree ? tree.children : [];
    return first?.type === 'element' ? first : undefined;
  } catch {
    // A formula that the library refuses for any reason is shown as source.
    return undefined;
  }
}
