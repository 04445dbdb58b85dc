import type { Browser } from 'playwright-core';
import { propose } from '../test/app/scene.ts';
import { openStage } from '../test/app/stage.ts';
import { generations, type McpConnection } from '../test/support/clients.ts';

const WIDE = { width: 1000, height: 900 };
const NARROW = { width: 360, height: 1000 };

const SHOTS = [
  { name: 'app-edited', page: 'Delivery guarantees', mode: 'Rendered', theme: 'light', at: WIDE },
  { name: 'app-text-dark', page: 'Delivery guarantees', mode: 'Text', theme: 'dark', at: WIDE },
  {
    name: 'app-created-narrow',
    page: 'Failing consumers',
    mode: 'Rendered',
    theme: 'dark',
    at: NARROW,
  },
];

/** Takes pictures of the app page inside a host page; returns their names. */
export async function shootApp(browser: Browser, folder: string): Promise<string[]> {
  const server = (await generations[0]?.stdio()) as McpConnection;
  const place = await propose((name, args) => server.facts(name, args));
  for (const { name, page, mode, theme, at } of SHOTS) {
    const stage = await openStage(browser, server, { ...place }, { viewport: at, host: { theme } });
    const { app } = stage;
    await app.getByRole('button', { name: page }).click();
    await app.getByLabel(mode).check();
    await app
      .locator(mode === 'Text' ? 'tr.added' : 'ins')
      .first()
      .waitFor();
    // An element under the pointer looks different.
    await app.getByRole('heading', { level: 1 }).hover();
    const height = await stage.page.locator('#app').evaluate((frame) => frame.clientHeight);
    await stage.page.setViewportSize({ ...at, height });
    await stage.page.screenshot({ path: `${folder}/${name}.png` });
    if (stage.problems.length > 0) throw new Error(`${name}: ${stage.problems.join(', ')}`);
    await stage.close();
  }
  await server.close();
  return SHOTS.map(({ name }) => name);
}
