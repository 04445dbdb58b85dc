import { type ActionOutcome, Actions, type PersonAction } from './components/actions.ts';
import type { PageTexts } from './components/page.ts';
import { ReviewPanel } from './components/review-panel.ts';
import { h, replaceChildren } from './dom.ts';
import { applyHostContext, watchHeight } from './frame.ts';
import { AppHost, type ToolResult } from './host.ts';
import { afterMerge, type PageChange, type ReviewData, reviewIn } from './review.ts';

/** The arguments of the tool with which the server returns the page's data. */
const REVIEW = 'ui://docs-platform/change-request/review';
const REVIEW_TOOL = 'review_change_request';

/** How a server requests confirmation if the host cannot ask the person. */
const QUESTION =
  /Ask the person \((.{1,2000})\), and when they agree call again with confirm "([^"]{1,200})"/s;

const MARKS = /<\/?untrusted-\d{12}[^<>\n]{0,400}>\n?/g;

const root = document.getElementById('app') as HTMLElement;

let args: Record<string, unknown> = {};
let isMounted = false;
const texts = new Map<string, Promise<string>>();

const host = new AppHost({
  input: (given) => {
    args = given;
  },
  result: (result) => void start(result),
  cancelled: () => replaceChildren(root, h('p', { class: 'quiet' }, 'The call was cancelled.')),
  context: (context) => {
    applyHostContext(document.documentElement, context);
    panel.offerMode(host.nextMode);
  },
});
const actions = new Actions(act);
const panel = new ReviewPanel(actions, { link: makeLink, textsOf, changeMode });

async function start(result: ToolResult): Promise<void> {
  if (result.isError) {
    replaceChildren(root, h('p', { class: 'status problem', role: 'alert' }, textOf(result)));
    return;
  }
  const received = reviewIn(result.structuredContent);
  if (received) show(received);
  if (!host.capabilities.serverResources) {
    if (!received)
      replaceChildren(
        root,
        h('p', { class: 'quiet' }, 'This change request is too large to show here.'),
      );
    return;
  }
  await reload();
}

function show(review: ReviewData): void {
  if (!isMounted) panel.mount(root);
  isMounted = true;
  actions.element.hidden = !host.capabilities.serverTools;
  panel.show({ ...place(), ...review });
}

/** The change request, as the tool was called; the server's answer has its ids. */
function place(): Partial<ReviewData> {
  const { spaceId, changeRequestId } = args;
  return {
    ...(typeof spaceId === 'string' && { spaceId }),
    ...(typeof changeRequestId === 'string' && { changeRequestId }),
  };
}

/** Shows the current change request, in full if the host lets the page read it. */
async function reload(): Promise<void> {
  texts.clear();
  try {
    const review = await readReview();
    if (review) show(review);
  } catch (error) {
    if (isMounted) panel.say(`It could not be refreshed: ${messageOf(error)}`, true);
    else
      replaceChildren(root, h('p', { class: 'status problem', role: 'alert' }, messageOf(error)));
  }
}

/** Shows the change request as merged, even if the service still answers with the old state. */
async function showMerged(): Promise<void> {
  const seen = panel.review;
  const now = await readReview().catch(() => undefined);
  if (!seen) return;
  const review = afterMerge(seen, now, (uri) => texts.has(uri));
  if (review === now) texts.clear();
  show(review);
}

function changeMode(): void {
  const next = host.nextMode;
  if (next) host.requestMode(next).catch((error: unknown) => panel.say(messageOf(error), true));
}

async function readReview(): Promise<ReviewData | undefined> {
  if (host.capabilities.serverResources) {
    const query = new URLSearchParams(
      Object.entries(args).map(([name, value]) => [name, String(value)]),
    );
    return reviewIn(JSON.parse(await host.read(`${REVIEW}?${query}`)));
  }
  const result = await host.callTool(REVIEW_TOOL, args);
  if (result.isError) throw new Error(textOf(result));
  return reviewIn(result.structuredContent);
}

/** The texts of a page, each read once. The diff stands in for what cannot be read. */
async function textsOf({ before, after, change }: PageChange): Promise<PageTexts> {
  if (!host.capabilities.serverResources) return {};
  try {
    const [was, is] = await Promise.all([before, after].map((uri) => uri && textAt(uri)));
    return {
      ...(change === 'created' ? { before: '' } : was !== undefined && { before: was }),
      ...(change === 'deleted' ? { after: '' } : is !== undefined && { after: is }),
    };
  } catch {
    return {};
  }
}

function textAt(uri: string): Promise<string> {
  const text = texts.get(uri) ?? host.read(uri);
  texts.set(uri, text);
  return text;
}

/** Performs an action of a person, and shows the outcome. */
async function act({ tool, args: given, done, merges }: PersonAction): Promise<ActionOutcome> {
  panel.say('One moment…');
  try {
    const result = await host.callTool(tool, given);
    if (result.isError) {
      const [, question, confirm] = QUESTION.exec(textOf(result)) ?? [];
      if (question && confirm) {
        panel.say('');
        return { question, confirm };
      }
      panel.say(textOf(result), true);
      return 'refused';
    }
  } catch (error) {
    panel.say(`The action failed: ${messageOf(error)}`, true);
    return 'refused';
  }
  await (merges ? showMerged() : reload());
  panel.say(done.replace(/^The person/, 'You'));
  await host.tellModel(done).catch(() => undefined);
  return 'done';
}

function makeLink(url: string, ...children: (Node | string)[]): Node {
  if (!/^https?:\/\//i.test(url) || !host.capabilities.openLinks) {
    return h('span', { class: 'link', title: url }, ...children);
  }
  const open = () => {
    host.open(url).catch((error: unknown) => panel.say(messageOf(error), true));
  };
  return h('button', { type: 'button', class: 'link', title: url, click: open }, ...children);
}

function textOf({ content = [] }: ToolResult): string {
  const text = content.map((part) => part.text ?? '').join('\n');
  return text.replaceAll(MARKS, '').trim();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

watchHeight(document.body, (height) => host.tellHeight(height));
host.connect().catch((error: unknown) => {
  replaceChildren(root, h('p', { class: 'status problem', role: 'alert' }, messageOf(error)));
});
