import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSite, newSpace, read } from '../sites/support.ts';
import {
  DEV_GUIDE,
  ORGANIZATION,
  propose,
  publish,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';
import { CHROMIUM, launchBrowser, openWindow, signIn } from './browser.ts';

const RUN = 'window.ran=true';
const TAG = `"'><img src=x onerror="${RUN}"><script>${RUN}</script>`;

/** Texts that would run if any part of them were treated as more than text. */
const HOSTILE = `
${TAG}

<script>${RUN}</script>

<svg onload="${RUN}"><style>@import 'https://evil.example/x.css'</style></svg>

<iframe srcdoc="<script>parent.ran=true</script>"></iframe>

Inline <img src=x onerror=${RUN}> and <a href="javascript:${RUN}">markup</a>

[link](javascript:${RUN}) [link](JaVaScRiPt:${RUN}) [link](<java\tscript:${RUN}>) [link](data:text/html,<script>${RUN}</script>)

[link][ref] ![image](javascript:${RUN}) ![image](data:image/svg+xml,%3Csvg%20onload=${RUN}%3E) ![" onerror="${RUN}](x.png)

<javascript:${RUN}>

[title](https://docs.example "\\" onmouseover=\\"${RUN}")

# <img src=x onerror=${RUN}> {#x" onclick="${RUN}}

\`\`\`html" onmouseover="${RUN}
</code></pre><script>${RUN}</script>
\`\`\`

{% hint style="info\\" onclick=\\"${RUN}" %}
{% tab title="<script>${RUN}</script>" %}
a
{% endtab %}
{% endhint %}

| <script>${RUN}</script> |
| --- |
| <img src=x onerror=${RUN}> |

[^1]: <script>${RUN}</script>

<details ontoggle="${RUN}" open><summary>${TAG}</summary></details>

<table data-view="cards"><thead><tr><th></th><th data-card-target></th></tr></thead><tbody><tr><td>${TAG}</td><td><a href="javascript:${RUN}">go</a></td></tr></tbody></table>

<figure><img src="x.png" onerror="${RUN}"><figcaption>${TAG}</figcaption></figure>

{% embed url="javascript:${RUN}" %}

{% file src="javascript:${RUN}" %}

{% content-ref url="javascript:${RUN}" %}${TAG}{% endcontent-ref %}

{% openapi-operation spec="${TAG}" path="${TAG}" method="${TAG}" %}

{% if ${TAG} %}${TAG}{% endif %}

{% update date="${TAG}" tags="${TAG}" %}${TAG}{% endupdate %}

{% @evil/block url="javascript:${RUN}" content="${TAG}" %}

$$\\href{javascript:${RUN}}{x}$$ <mark style="background:url(https://evil.example)">m</mark>

[ref]: javascript:${RUN}
`;

const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>${RUN}</script></svg>`;

/** Everything in a page that could run a script or load something from elsewhere. */
const FINDINGS = `[...document.querySelectorAll('*')].flatMap((element) => [
  ...(['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED', 'BASE', 'STYLE', 'FOREIGNOBJECT'].includes(element.tagName.toUpperCase())
    ? [element.outerHTML] : []),
  ...element.getAttributeNames().filter((name) =>
    /^on|^style$|^srcdoc$/.test(name) ||
    (/^(href|src|action|formaction)$/.test(name) && !/^([/?#]|https?:)/.test(element.getAttribute(name))),
  ).map((name) => element.outerHTML),
])`;

let platform: TestPlatform;
let browser: Browser;
let paths: string[];
/** Addresses of uploaded files. */
let files: string[];

describe.skipIf(CHROMIUM === undefined)('malicious content', () => {
  beforeAll(async () => {
    platform = await startTestPlatform();
    paths = await plant(platform);
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  it.each([
    ['without the content security policy', true],
    ['with the content security policy', false],
  ])('executes nowhere, %s', async (_, bypassCSP) => {
    const { page, problems } = await openWindow(browser, platform.url, { bypassCSP });
    await signIn(page, 'admin');
    for (const path of paths) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 200]);
      expect([path, await page.locator('body').textContent()]).toEqual([
        path,
        expect.stringContaining(RUN),
      ]);
      expect([path, await page.evaluate<string[]>(FINDINGS)]).toEqual([path, []]);
      for (const link of await page.locator('main a[href]').all())
        await link.hover({ force: true });
      expect([path, await page.evaluate<unknown>('window.ran')]).toEqual([path, undefined]);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('executes in no uploaded file that is opened', async () => {
    const { page } = await openWindow(browser, platform.url);
    await signIn(page, 'admin');
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect((await page.goto(file))?.status()).toBe(200);
      expect(await page.evaluate<unknown>('window.ran')).toBe(undefined);
      // An opaque origin has no access to the platform's cookies.
      expect(await page.evaluate<string>('self.origin')).toBe('null');
    }
    await page.context().close();
  });
});

/** Writes hostile texts wherever the API accepts text; returns the pages that show them. */
async function plant({ admin }: TestPlatform): Promise<string[]> {
  const api = `/spaces/${DEV_GUIDE}`;
  const page = {
    operation: 'insert_page',
    title: TAG,
    description: TAG,
    condition: TAG,
    document: { markdown: HOSTILE },
  };
  const merged = await publish(admin, api, [{ ...page, slug: 'hostile' }]);
  const { path, answer } = await propose(admin, api, [
    { ...page, slug: 'proposed' },
    {
      operation: 'insert_files',
      files: [upload(`${TAG.replaceAll('/', '')}.svg`), upload('page.html')],
    },
  ]);
  files = answer.json.insertedFiles.map(({ downloadURL }) => new URL(downloadURL).pathname);
  await admin('PATCH', path, { subject: TAG });
  const comment = await admin('POST', `${path}/comments`, { body: { markdown: HOSTILE } });
  await admin('POST', `${path}/comments/${comment.json.id}/replies`, {
    body: { markdown: HOSTILE },
  });
  const space = await newSpace(admin, TAG);
  const site = await demoSite(admin);
  await admin('PATCH', site, {
    title: TAG,
    visibility: 'public',
    adaptiveContent: { enabled: false },
  });
  const [section] = (await read(admin, `${site}/sections`)).items;
  await admin('PATCH', `${site}/sections/${section?.id}`, { title: TAG, condition: TAG });
  await admin('POST', `${site}/share-links`, { name: TAG });
  const { number } = (await admin('GET', path)).json;
  const app = `/app/s/${DEV_GUIDE}`;
  const published = `/docs/${ORGANIZATION}/northwind`;
  const query = `q=${encodeURIComponent(TAG)}`;
  return [
    `/app/o/${ORGANIZATION}`,
    `/app/s/${space}`,
    app,
    `${app}/hostile`,
    `${app}/revisions/${merged.json.revision}`,
    `${app}/change-requests`,
    `${app}/change-requests/${number}`,
    `${app}/change-requests/${number}/proposed`,
    `${app}/comments/${comment.json.id}`,
    `/app${site.replace('/orgs/', '/o/')}`,
    published,
    `${published}/developers/hostile`,
    `${published}?q=${encodeURIComponent('window.ran')}`,
    `${app}?${query}`,
  ];
}

function upload(name: string) {
  const contentType = name.endsWith('.svg') ? 'image/svg+xml' : 'text/html';
  return { name, contentType, base64: Buffer.from(SVG).toString('base64') };
}
