// Goes through the open threads of a space: labels them, answers those that the documentation already answers, and
// resolves what a merged change request settled.
import { type Bot, ORGANIZATION, runBot, SPACE } from '../shared/bot.ts';
import { documents, type Page } from '../shared/pages.ts';
import { type ChangeRequest, changeRequests } from '../shared/proposal.ts';
import { excerpt, unmarked } from '../shared/text.ts';
import { LABELS, labelOf, questionIn, settledIn, settles } from './rules.ts';
import { openThreads, type Thread, textOf } from './threads.ts';

/** Signature of everything that this bot writes, by which it recognises it. */
const SIGNATURE = '— triage bot';

interface Answer {
  answer?: {
    answer: { markdown?: string };
    sources?: { page: string; space: string; sections?: string[] }[];
  };
}

interface Settings {
  space: string;
  organization: string;
  site: string;
}

/** Lookups shared by all threads. */
interface Lookups extends Settings {
  pages: readonly Page[];
  merged: readonly ChangeRequest[];
}

await runBot({
  name: 'triage',
  about: 'labels open threads, answers from the documentation, resolves what was merged',
  settings: {
    space: SPACE,
    organization: ORGANIZATION,
    site: {
      variable: 'DOCS_SITE_URL',
      about: 'where the space is published, for links in answers',
      optional: true,
    },
  },
  work: triage,
});

async function triage(bot: Bot, settings: Settings): Promise<void> {
  const { space } = settings;
  const pages = await documents(bot, { spaceId: space });
  const merged = await changeRequests(bot, space, '', ['merged']);
  const known = { ...settings, pages, merged };
  for (const thread of await openThreads(bot, space)) {
    await label(bot, thread);
    const settled = settledBy(thread, merged);
    if (settled) await resolve(bot, thread, settled);
    else await answer(bot, thread, known);
  }
}

/** A thread that already has one of the labels keeps it, whoever set it. */
async function label(bot: Bot, thread: Thread): Promise<void> {
  const present = new Set(thread.reactions?.map(({ emoji }) => emoji));
  if (LABELS.some(({ emoji }) => present.has(emoji))) return;
  const { name, emoji } = labelOf(textOf(thread));
  await bot.change(`label ${nameOf(thread)}: ${name}`, `update_${thread.kind}_comment`, {
    ...whereIs(thread),
    addedReactions: [emoji],
  });
}

function settledBy({ id, said }: Thread, merged: readonly ChangeRequest[]) {
  const named = said.filter((text) => !text.endsWith(SIGNATURE)).flatMap(settledIn);
  return merged.find(({ number, subject }) => named.includes(number) || settles(subject, id));
}

/** Replies with the reason, then resolves the thread. Leaves a thread that was reopened with a new reply to people. */
async function resolve(bot: Bot, thread: Thread, { number, subject }: ChangeRequest) {
  const reason = `Change request #${number} ("${subject}") was merged.`;
  const own = thread.said.findIndex(
    (text) => text.startsWith(`Change request #${number} `) && text.endsWith(SIGNATURE),
  );
  if (own !== -1 && own < thread.said.length - 1) {
    bot.leave(`${nameOf(thread)}: the discussion continued after #${number} was merged`);
    return;
  }
  if (own === -1) await reply(bot, thread, reason);
  await bot.change(`resolve ${nameOf(thread)}`, `resolve_${thread.kind}_comment`, {
    ...whereIs(thread),
    resolved: true,
  });
}

/** Answers a question without replies, if the answer is from this space alone. */
async function answer(bot: Bot, thread: Thread, known: Lookups): Promise<void> {
  const question = questionIn(textOf(thread));
  if (question === undefined || thread.said.length > 0) return;
  const args = { organizationId: known.organization, query: question };
  const asked = (await bot.call<Answer>('ask_organization', args)).answer;
  const sources = asked?.sources ?? [];
  const text = unmarked(asked?.answer.markdown ?? '');
  // The bot may read more than the readers of this space.
  if (sources.length === 0 || sources.some(({ space }) => space !== known.space)) {
    bot.leave(`${nameOf(thread)}: this space does not answer it`);
    return;
  }
  const cited = sources.map(({ page, sections }) => citation(page, sections, known));
  const sourceLine = `Source: ${cited.join(', ')}`;
  await reply(bot, thread, `The documentation answers this:\n\n${text}\n\n${sourceLine}`);
}

/** A link to the first cited section. */
function citation(id: string, [section]: string[] = [], { pages, site }: Lookups): string {
  const page = pages.find((one) => one.id === id);
  const address = site && page ? `${site.replace(/\/$/, '')}/${page.path}` : `/pages/${id}`;
  return `[${page?.title ?? id}](${address}${section ? `#${section}` : ''})`;
}

async function reply(bot: Bot, thread: Thread, text: string): Promise<void> {
  const what = `reply to ${nameOf(thread)}: "${excerpt(text)}"`;
  await bot.change(what, `post_${thread.kind}_comment_reply`, {
    ...whereIs(thread),
    body: { markdown: `${text}\n\n${SIGNATURE}` },
  });
}

function whereIs({ place, id }: Thread) {
  return { ...place, commentId: id };
}

function nameOf(thread: Thread): string {
  return `"${excerpt(textOf(thread))}"`;
}
