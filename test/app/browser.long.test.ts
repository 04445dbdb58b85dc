import { type RunningPlatform, startPlatform } from '@docs-platform-mcp/platform';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  barriersIn,
  CHROMIUM,
  launchBrowser,
  overflowOf,
} from '../../platform/test/web/browser.ts';
import { generations, type McpConnection, type Person } from '../support/clients.ts';
import { type Place, propose } from './scene.ts';
import { openStage, type StageOptions } from './stage.ts';

let browser: Browser;

interface Comments {
  items: { id: string; body: { markdown: string } }[];
}

/** A server with the change request of the scene, where one of the comments has a reply. */
async function proposed(
  generation = generations[0],
  person?: Person,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
) {
  const server = (await generation?.stdio({ person, args, env })) as McpConnection;
  const place = await propose((name, args) => server.facts(name, args));
  const comments = await server.facts('list_change_request_comments', { ...place });
  const asked = (comments as unknown as Comments).items.find(({ body }) =>
    body.markdown.startsWith('Is this the word'),
  );
  await server.facts('post_change_request_comment_reply', {
    ...place,
    commentId: asked?.id,
    body: { markdown: 'It is, since last year.' },
  });
  return { server, place };
}

describe.skipIf(CHROMIUM === undefined)('the app page of a change request', () => {
  let server: McpConnection;
  let place: Place;

  beforeAll(async () => {
    browser = await launchBrowser();
    ({ server, place } = await proposed());
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const open = (options?: StageOptions) => openStage(browser, server, { ...place }, options);

  it('shows the change request, its pages and the outcome of each', async () => {
    const { app, problems, close } = await open();
    await app.getByRole('heading', { name: '#3 Say what a failing consumer costs' }).waitFor();
    // The page first shows the short result, and then reads the full one.
    await app.getByRole('navigation').getByText('Moved').waitFor();
    expect(await app.getByRole('navigation').getByRole('listitem').allInnerTexts()).toEqual([
      'Quickstart\nDeleted',
      'Delivery guarantees\nEdited',
      'Publish messages\nMoved',
      'Failing consumers\nCreated',
    ]);
    await app.getByText('4 pages, 3 open comments, 1 broken link').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('goes from page to page, by pointer and by keyboard', async () => {
    const { app, page, close } = await open();
    const heading = (name: string) => app.getByRole('heading', { level: 2, name, exact: true });
    await heading('Quickstart').waitFor();
    await app.locator('del').getByText('You need a Northwind Queue account').waitFor();
    expect(await app.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
    await app.getByRole('button', { name: 'Next page' }).click();
    await heading('Delivery guarantees').waitFor();
    await app.getByRole('button', { name: 'Next page' }).focus();
    await page.keyboard.press('Enter');
    await heading('Publish messages').waitFor();
    await app.getByText('It moved; its text did not change.').waitFor();
    expect(await app.locator('.kinds').textContent()).toContain('/guides/publishing → ');
    expect(await app.locator('.kinds').textContent()).toContain('/guides/sending');
    await page.keyboard.press('Enter');
    await heading('Failing consumers').waitFor();
    expect(await app.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    // The pressed button is disabled at the end, so the other one gets the focus.
    await page.keyboard.press('Enter');
    await heading('Publish messages').waitFor();
    await close();
  });

  it('shows an edited page rendered and as text, with comments at the block they refer to', async () => {
    const { app, close } = await open();
    await app.getByRole('button', { name: 'Delivery guarantees' }).click();
    const [was, is] = [app.locator('del'), app.locator('ins')];
    await is.getByText('Duplicates are rare, but they happen.').waitFor();
    await was.getByText('Duplicates are rare but normal.').waitFor();
    expect(await was.count()).toBe(1);
    const place = app.locator('.block', { hasText: 'Distributed queues trade guarantees' });
    expect(await place.locator('+ .comment').textContent()).toContain(
      'Is this the word that we use elsewhere?',
    );
    expect(await place.locator('+ .comment').getByRole('group', { name: 'Reply by' }).count()).toBe(
      1,
    );
    await app.getByText('It is, since last year.').waitFor();
    expect(await app.locator('.unplaced').textContent()).toContain('Please keep the old title.');
    expect(await app.getByRole('region', { name: 'Discussion' }).textContent()).toContain(
      'Looks good to me, apart from one word.',
    );
    await app.getByLabel('Text').check();
    const removed = app.locator('tr.removed');
    expect(await removed.locator('.number').allInnerTexts()).toEqual(['7', '']);
    expect(await removed.locator('mark').allInnerTexts()).toEqual(['normal']);
    await close();
  });

  it('shows a created page with its broken link', async () => {
    const { app, asked, close } = await open();
    await app.getByRole('button', { name: 'Failing consumers' }).click();
    const added = app.locator('ins');
    await added.getByText('Consumers that fail too often').waitFor();
    expect(await added.getByRole('columnheader').allInnerTexts()).toEqual(['Attempt', 'Waits']);
    const line = app.locator('.block', { hasText: 'Begin with the quickstart' });
    expect(await line.locator('+ .broken').textContent()).toMatch(/^Broken link: .+ in line \d+$/);
    await added.getByRole('button', { name: 'the limits' }).click();
    expect(asked.at(-1)).toEqual({
      method: 'ui/open-link',
      params: { url: 'https://docs.example/limits' },
    });
    await close();
  });

  it('falls back to the result if the host reads no resources, and shows no buttons if it calls no tools', async () => {
    const { app, asked, close } = await open({ capabilities: {} });
    await app.getByRole('button', { name: 'Delivery guarantees' }).click();
    await app.locator('ins').getByText('Duplicates are rare, but they happen.').waitFor();
    expect(await app.getByRole('button', { name: 'Merge' }).isVisible()).toBe(false);
    expect(asked).toEqual([]);
    await close();
  });

  it('shows why there is nothing to display', async () => {
    const args = { ...place, changeRequestId: 'nothingOfThisName000' };
    const { app, close } = await openStage(browser, server, args);
    expect(await app.getByRole('alert').textContent()).toContain('not found');
    await close();
  });

  it.each([
    ['light, wide', 'light', 1100],
    ['dark, narrow', 'dark', 340],
  ])('is accessible: %s', async (_, theme, width) => {
    const { app, page, close } = await open({ host: { theme }, viewport: { width, height: 900 } });
    await app.locator('del').first().waitFor();
    const views = [
      () => app.getByLabel('Text').check(),
      () => app.getByRole('button', { name: 'Delivery guarantees' }).click(),
      () => app.getByLabel('Rendered').check(),
      () => app.getByRole('button', { name: 'Comment' }).click(),
      () => app.getByRole('button', { name: 'Merge' }).click(),
      () => app.getByRole('button', { name: 'Failing consumers' }).click(),
    ];
    const frame = page.frames()[1];
    for (const show of views) {
      await show();
      const { checked, found } = await barriersIn(frame as never);
      expect(checked).toContain('color-contrast');
      expect(found).toEqual([]);
      expect(await overflowOf(frame as never)).toBe(0);
    }
    await close();
  });

  it('switches to full screen and back if the host has both modes', async () => {
    const host = { displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] };
    const { app, asked, setContext, close } = await open({ host });
    await app.getByRole('button', { name: 'Full screen' }).click();
    await app.getByRole('button', { name: 'Back to the chat' }).click();
    await app.getByRole('button', { name: 'Full screen' }).waitFor();
    expect(asked.filter(({ method }) => method === 'ui/request-display-mode')).toEqual([
      { method: 'ui/request-display-mode', params: { mode: 'fullscreen' } },
      { method: 'ui/request-display-mode', params: { mode: 'inline' } },
    ]);
    await setContext({ displayMode: 'inline', availableDisplayModes: ['inline'] });
    await app.getByRole('button', { name: 'Full screen' }).waitFor({ state: 'hidden' });
    await close();
  });

  it('follows the theme and the style variables of its host', async () => {
    const variables = { '--color-background-primary': 'rgb(1, 2, 3)' };
    const { app, page, setContext, close } = await open({ host: { styles: { variables } } });
    await app.getByRole('heading', { level: 1 }).waitFor();
    const back = () =>
      page.frames()[1]?.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    expect(await back()).toBe('rgb(1, 2, 3)');
    await setContext({ theme: 'dark', styles: {} });
    expect(await page.frames()[1]?.evaluate('document.documentElement.style.colorScheme')).toBe(
      'dark',
    );
    await close();
  });
});

describe.skipIf(CHROMIUM === undefined)('actions on the app page', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
  });

  it.each(generations)(
    'comment, ask for review and merge with the confirmation of the person: $name',
    async (generation) => {
      const questions: string[] = [];
      const answers = ['decline', 'accept'] as const;
      const { server, place } = await proposed(generation, (question) => {
        questions.push(question);
        return answers[questions.length - 1] ?? 'cancel';
      });
      const { app, asked, close } = await openStage(browser, server, { ...place });
      await app.getByRole('button', { name: 'Delivery guarantees' }).click();
      await app.getByRole('button', { name: 'Comment' }).click();
      await app.getByRole('textbox', { name: 'Comment' }).fill('One **more** thing.');
      await app.getByRole('button', { name: 'Post comment' }).click();
      await app.getByText('You commented on change request #3.').waitFor();
      await app.locator('.unplaced').getByText('One **more** thing.').waitFor();

      const asks = app.locator('.comment', { hasText: 'Is this the word' });
      await asks.getByRole('button', { name: /^Reply to / }).click();
      await app.getByRole('textbox', { name: 'Reply' }).fill('Then it stays.');
      await app.getByRole('button', { name: 'Post reply' }).click();
      await app.getByText('You replied to a comment on change request #3.').waitFor();
      await asks.getByText('Then it stays.').waitFor();
      const settled = app.locator('.comment', { hasText: 'One **more** thing.' });
      await settled.getByRole('button', { name: /^Resolve / }).click();
      await app.getByText('You resolved a comment on change request #3.').waitFor();
      await settled.waitFor({ state: 'detached' });

      await app.getByRole('button', { name: 'Ask for review' }).click();
      await app.getByText('In review', { exact: true }).waitFor();
      expect(await server.facts('get_change_request', { ...place })).toMatchObject({
        status: 'open',
      });

      await app.getByRole('button', { name: 'Merge' }).click();
      await app.getByRole('button', { name: 'Merge now' }).click();
      await app.getByText('A person declined "Merge change request".').waitFor();
      expect(await server.facts('get_change_request', { ...place })).toMatchObject({
        status: 'open',
      });
      await app.getByRole('button', { name: 'Merge now' }).click();
      await app.getByText('You merged change request #3.').waitFor();
      expect(await server.facts('get_change_request', { ...place })).toMatchObject({
        status: 'merged',
      });
      expect(questions).toHaveLength(2);
      expect(await app.getByRole('button', { name: 'Merge' }).count()).toBe(0);
      expect(await app.getByRole('button', { name: /^Reply to / }).count()).toBe(0);
      await app.getByText('Merged', { exact: true }).waitFor();
      await app.locator('ins').getByText('Duplicates are rare, but they happen.').waitFor();
      await app.getByRole('button', { name: 'Failing consumers' }).click();
      await app.locator('ins').getByText('Consumers that fail too often').waitFor();
      expect(asked.at(-1)).toEqual({
        method: 'ui/update-model-context',
        params: { content: [{ type: 'text', text: 'The person merged change request #3.' }] },
      });
      await close();
      await server.close();
    },
  );

  it('ask the person in the page if the server insists and the host cannot ask', async () => {
    const { server, place } = await proposed(generations[0], undefined, {
      args: ['--confirm', 'always'],
    });
    const { app, close } = await openStage(browser, server, { ...place });
    await app.getByRole('button', { name: 'Merge' }).click();
    await app.getByRole('button', { name: 'Merge now' }).click();
    const question = app.getByRole('group', { name: 'Question from the server' });
    expect(await question.textContent()).toContain('Say what a failing consumer costs');
    expect(await server.facts('get_change_request', { ...place })).toMatchObject({
      status: 'draft',
    });
    await question.getByRole('button', { name: 'Yes, go on' }).click();
    await app.getByText('You merged change request #3.').waitFor();
    await close();
    await server.close();
  });

  it('stay open with what the person wrote when the page is refreshed', async () => {
    const { server, place } = await proposed();
    let refresh = () => {};
    const readsAfter = new Promise<void>((resolve) => {
      refresh = resolve;
    });
    const { app, close } = await openStage(browser, server, { ...place }, { readsAfter });
    await app.getByRole('button', { name: 'Comment', exact: true }).click();
    await app.getByRole('textbox', { name: 'Comment' }).fill('Written slowly.');
    await server.facts('edit_change_request_content', {
      ...place,
      changes: [{ operation: 'insert_page', title: 'Late', document: { markdown: 'Late.' } }],
    });
    refresh();
    await app.getByRole('button', { name: 'Late' }).waitFor();
    await app.getByRole('button', { name: 'Post comment' }).click();
    await app.getByText('You commented on change request #3.').waitFor();
    expect(await app.getByRole('textbox').count()).toBe(0);
    await close();
    await server.close();
  });

  it('merge the revision that the person saw, and nothing newer', async () => {
    const { server, place } = await proposed();
    const { app, close } = await openStage(browser, server, { ...place });
    await app.getByRole('button', { name: 'Merge' }).click();
    await server.facts('edit_change_request_content', {
      ...place,
      changes: [{ operation: 'insert_page', title: 'Late', document: { markdown: 'Late.' } }],
    });
    await app.getByRole('button', { name: 'Merge now' }).click();
    await app.getByText('The change request moved on, nothing was sent').waitFor();
    await close();
    await server.close();
  });
});

describe.skipIf(CHROMIUM === undefined)('with the current service', () => {
  let platform: RunningPlatform;

  beforeAll(async () => {
    browser = await launchBrowser();
    platform = await startPlatform({ profile: 'current' });
  });

  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  it('shows who was asked to review, who did, and what was merged', async () => {
    const env = {
      DOCS_PLATFORM_URL: platform.url,
      DOCS_PLATFORM_TOKEN: platform.operatorToken ?? '',
    };
    const tools = 'get_current_user,request_reviewers,submit_change_request_review';
    const args = ['--tools', tools];
    const { server, place } = await proposed(generations[0], () => 'accept', { args, env });
    const { id } = await server.facts('get_current_user');
    await server.facts('request_reviewers', { ...place, users: [id] });
    const { app, problems, close } = await openStage(browser, server, { ...place });
    await app.getByText(/^Review requested from .+\.$/).waitFor();
    await server.facts('submit_change_request_review', { ...place, status: 'approved' });
    await app.getByRole('button', { name: 'Comment', exact: true }).click();
    await app.getByRole('textbox', { name: 'Comment' }).fill('Go ahead.');
    await app.getByRole('button', { name: 'Post comment' }).click();
    await app.getByText(/^Approved by .+\.$/).waitFor();
    await app.getByRole('button', { name: 'Delivery guarantees' }).click();
    await app.getByRole('button', { name: 'Merge' }).click();
    await app.getByRole('button', { name: 'Merge now' }).click();
    await app.getByText('You merged change request').waitFor();
    await app.getByText('Merged', { exact: true }).waitFor();
    await app.locator('ins').getByText('Duplicates are rare, but they happen.').waitFor();
    expect(await app.getByRole('navigation').getByRole('listitem').count()).toBe(4);
    expect(problems).toEqual([]);
    await close();
    await server.close();
  });
});
