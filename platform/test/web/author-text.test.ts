import { describe, expect, it } from 'vitest';
import { describeOnce, shareOf } from '../../../test/support/long-run.ts';
import { html } from './content.ts';

describeOnce('text by authors', () => {
  it.each([
    ['<script>alert(1)</script>', ''],
    ['<style>body{display:none}</style>', ''],
    ['<svg onload="alert(1)"><style>x</style></svg>', '<p></p>'],
    ['a <img src=x onerror="alert(1)"> b', '<p>a <em>[image]</em> b</p>'],
    ['<a href="javascript:alert(1)" onclick="alert(1)">a</a>', '<p><a>a</a></p>'],
    [
      '<img src="https://x.example/a.png" style="position:fixed" onload="x">',
      '<img src="https://x.example/a.png" alt="" loading="lazy">',
    ],
    [
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<div class="card embed"><p class="label">Embedded content</p><p></p></div>',
    ],
    [
      '<form action="https://evil.example"><input name="q" type="text"></form>',
      '<input disabled type="checkbox" aria-label="To do">',
    ],
    ['<h2 id=":content">a</h2>', '<h2 id="a">a</h2>'],
    ['<!-- seen -->', ''],
    ['[a](javascript:alert(1))', '<p><a>a</a></p>'],
    ['[a](JaVaScRiPt:alert(1))', '<p><a>a</a></p>'],
    ['[a](<java\tscript:alert(1)>)', '<p><a>a</a></p>'],
    ['[a](vbscript:x)', '<p><a>a</a></p>'],
    ['[a](data:text/html,<script>alert(1)</script>)', '<p><a>a</a></p>'],
    ['![a](data:image/svg+xml,%3Csvg%20onload=alert(1)%3E)', '<p><em>[a]</em></p>'],
    ['<javascript:alert(1)>', '<p><a>javascript:alert(1)</a></p>'],
    [
      '{% embed url="javascript:alert(1)" %}',
      '<div class="card embed"><p class="label">Embedded content</p><p>javascript:alert(1)</p></div>',
    ],
    ['{% file src="javascript:alert(1)" %}', '<div class="card"><p><a>File</a></p></div>'],
    [
      '{% content-ref url="javascript:alert(1)" %}\nx\n{% endcontent-ref %}',
      '<p class="card"><a>x</a></p>',
    ],
    [
      '<block-embed data-attributes="{&quot;url&quot;:&quot;javascript:alert(1)&quot;}"></block-embed>',
      '<p><div class="card embed"><p class="label">Embedded content</p><p>javascript:alert(1)</p></div></p>',
    ],
    [
      '<block-hint data-attributes="no JSON">a</block-hint>',
      '<p><div class="hint info"><p class="label">Note</p>a</div></p>',
    ],
    [
      '<table data-view="cards"><thead><tr><th></th><th data-card-target></th></tr></thead><tbody><tr><td>a</td><td><a href="javascript:alert(1)">b</a></td></tr></tbody></table>',
      '<ul class="cards"><li class="card"><div class="card-title">a</div></li></ul>',
    ],
    ['$$\\href{javascript:alert(1)}{a}$$', '<p><code>\\href{javascript:alert(1)}{a}</code></p>'],
    [
      '{% tab title="<b>x</b>" %}\na\n{% endtab %}',
      '<div class="panel"><p class="label">&#x3C;b>x&#x3C;/b></p><p>a</p></div>',
    ],
    [
      '{% hint style="info onclick=x" %}\na\n{% endhint %}',
      '<div class="hint info"><p class="label">Note</p><p>a</p></div>',
    ],
    [
      '```js" onmouseover="alert(1)\nx\n```',
      '<pre tabindex="0" role="group" aria-label="Code"><code class="language-js&#x22;">x</code></pre>',
    ],
    [
      '[a](https://x.example "t\\" onclick=\\"alert(1)")',
      '<p><a href="https://x.example" title="t&#x22; onclick=&#x22;alert(1)">a</a></p>',
    ],
  ])('executes nothing: %s', (markdown, expected) => {
    expect(html(markdown)).toBe(expected);
  });
});

describe('addresses that would run something', () => {
  const SCHEMES = [
    'javascript:',
    'vbscript:',
    'data:text/html,',
    'blob:https://a.example/',
    'file:///',
  ];
  const DISGUISES: ((scheme: string) => string)[] = [
    (scheme) => scheme.toUpperCase(),
    ...[
      '\0',
      '\x01',
      '\t',
      '\n',
      '\r',
      '\x1f',
      '\xa0',
      '\xad',
      '\u200b',
      '\u2028',
      '\ufeff',
    ].flatMap((sign) => [
      (scheme: string) => sign + scheme,
      (scheme: string) => scheme.slice(0, 4) + sign + scheme.slice(4),
      (scheme: string) => scheme.replace(':', `${sign}:`),
    ]),
    ...['&#58;', '&#x3a;', '&colon;', '&Tab;:', '&NewLine;:', '\\:', '%3a'].map(
      (colon) => (scheme: string) => scheme.replace(':', colon),
    ),
  ];
  // Each disguise is tried with some schemes in `npm test`, and with the others in `npm run test:long`.
  const ADDRESSES = shareOf(
    [(same: string) => same, ...DISGUISES].flatMap((disguise) =>
      SCHEMES.map((scheme) => `${disguise(scheme)}alert(1)`),
    ),
  );

  /** What a browser would follow or load, and where it leads. */
  function addressesIn(shown: string): string[] {
    return [...shown.matchAll(/\s(?:href|src|srcset|action|formaction|poster|data)="([^"]*)"/g)]
      .map(([, value = '']) => decoded(value))
      .filter((value) => URL.canParse(value, 'https://base.example/'));
  }

  function decoded(value: string): string {
    return value
      .replace(/&#x([\da-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replaceAll('&amp;', '&');
  }

  it.each([
    '[a](<@>)',
    '![a](<@>)',
    '[a][r]\n\n[r]: <@>',
    '<@>',
    '<a href="@">a</a>',
    "<a href='@' class='button primary'>a</a>",
    '<img src="@" srcset="@ 2x">',
    '<picture><source srcset="@"><img src="a.png"></picture>',
    '<svg><a xlink:href="@"><text>a</text></a></svg>',
    '<video src="@" poster="@"></video><audio src="@"></audio><object data="@"></object>',
    '<form action="@"><button formaction="@">a</button></form>',
    '{% embed url="@" %}',
    '{% file src="@" %}',
    '{% content-ref url="@" %}\na\n{% endcontent-ref %}',
    '<table data-view="cards"><thead><tr><th></th><th data-card-target></th></tr></thead><tbody><tr><td>a</td><td><a href="@">b</a></td></tr></tbody></table>',
    '$$\\href{@}{a} \\url{@}$$',
  ])('lead nowhere: %s', (place) => {
    const followed = ADDRESSES.flatMap((address) =>
      addressesIn(html(place.replaceAll('@', address))).map(
        (target) => new URL(target, 'https://base.example/').protocol,
      ),
    );
    expect(followed.filter((protocol) => protocol !== 'https:')).toEqual([]);
  });
});

describeOnce('a long text', () => {
  it('has one list even if it was cut between items, loose as before', () => {
    const loose = Array.from({ length: 200 }, (_, index) => `- item ${index}\n\n  more`).join(
      '\n\n',
    );
    const shown = html(`${loose}\n\nEnd`);
    expect(shown.match(/<ul>/g)).toHaveLength(1);
    expect(shown.match(/<li>/g)).toHaveLength(200);
    expect(shown).toContain('<li><p>item 199</p><p>more</p></li></ul><p>End</p>');
    const tight = html('1. item\n'.repeat(300));
    expect(tight.match(/<ol>/g)).toHaveLength(1);
    expect(tight.match(/<li>item<\/li>/g)).toHaveLength(300);
  });

  it('has links and notes with distant definitions', () => {
    const words = 'Some words.\n\n'.repeat(500);
    const shown = html(
      `[Go][Far  away] and a note[^1].\n\n${words}[far away]: https://a.example\n[^1]: The note`,
    );
    expect(shown).toContain('<a href="https://a.example">Go</a>');
    expect(shown).toContain('href="#note-fn-1"');
    expect(shown).toContain('The note');
  });

  it('has formulas and blocks longer than a chunk', () => {
    const inside = 'Some words.\n\n'.repeat(300);
    const shown = html(`{% hint style="danger" %}\n${inside}{% endhint %}\n\n$$\na\n$$\n\nEnd`);
    expect(shown).toMatch(/<div class="hint danger">.*Some words\.<\/p><\/div><div class="formula/);
    expect(shown.match(/<p>Some words\.<\/p>/g)).toHaveLength(300);
  });

  it.each([
    ['signs of emphasis', '*a_'.repeat(20_000)],
    ['quotes in quotes', '> '.repeat(20_000)],
    ['headings in a quote', '> a\n> =\n'.repeat(5_000)],
  ])('is shown as source if rendering would take too long: %s', (_, text) => {
    const shown = html(`Before\n\n${text}`);
    expect(shown).toContain('It is shown as written.');
    expect(shown.length).toBeGreaterThan(text.length / 2);
  });

  it.each([
    ['links', '<a>'.repeat(1_000)],
    ['divisions', '<div>'.repeat(1_000)],
  ])('shows HTML as text if too many %s are open at once', (_, text) => {
    expect(html(`Before ${text}`)).toContain('&#x3C;');
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'has the sign of any other icon for %s',
    (name) => {
      expect(html(`<i class="fa-${name}">:${name}:</i>`)).toBe(
        '<p><span class="icon" aria-hidden="true">◆</span></p>',
      );
      expect(html(`{% hint icon="${name}" %}\na\n{% endhint %}`)).toContain('◆ Note');
    },
  );
});
