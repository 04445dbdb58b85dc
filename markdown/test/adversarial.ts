import fc from 'fast-check';

/** Fragments that make a text hard to parse: ambiguous ones, and openings without an end. */
export const PIECES = [
  ...[
    'a\n=\n',
    '# a\n',
    '## b `c`\n',
    '- ',
    '> ',
    '> - ',
    ' - a\n  - b\n',
    '1. ',
    '    a\n\n',
    '\t',
    '\n',
    ' ',
  ],
  ...[
    '[',
    '](',
    '[a](',
    '](a',
    '[a](<',
    '[a](b "',
    "[a](b '",
    '[a][a] ',
    '[a]: b\n',
    '[a]: b "',
    '[^a] ',
    '[^_] ',
    '[^&amp;`] ',
    '_',
    '![',
    ')',
  ],
  ...[
    '`',
    '` `` ',
    '```\n',
    '~~~\n',
    '*a ',
    '**',
    '_a_',
    '~~',
    '\\',
    '&amp;',
    '&',
    '|a|b\n|-|-\n',
    '|a',
  ],
  ...[
    '<',
    '<a ',
    '<a b="',
    `<a b='<a b="`,
    '<!-- ',
    '-->',
    '<div>\n',
    '</div>\n',
    '<pre>\n',
    '<a:',
    '<a@',
    '<?',
    '<![CDATA[',
  ],
  ...[
    '<details>\n\n',
    '</details>\n\n',
    '<img srcset="a, ',
    '{% a ',
    '{% a b="',
    "{% a b='",
    '{% hint %}\n',
    '{% endhint %}\n',
  ],
  ...[
    '## a {#a}\n',
    '{#a} ',
    '{% tab title="x" %}\n',
    '{% endtab %} ',
    '---\n',
    '漢',
    '😀',
    'word ',
  ],
];

/** A text of a few fragments in any order. */
export const pattern = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(''));

/** Any text made of these fragments. */
export const text = fc
  .array(
    fc.constantFrom(...PIECES, 'text\n', '\n\n', '# Title\n\n', '{% step %}\n', '{% endstep %}\n'),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));
