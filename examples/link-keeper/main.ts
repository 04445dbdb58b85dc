// Finds the links of a space that readers cannot follow, and proposes fixes in one change request.
import { createHash } from 'node:crypto';
import { type Bot, runBot, SPACE } from '../shared/bot.ts';
import { type BadLink, badLinks, described } from '../shared/links.ts';
import { type ContentLocation, documents, type Page, pageText } from '../shared/pages.ts';
import { changeRequests, type PageEdit, propose, refresh } from '../shared/proposal.ts';
import { type FoundHeading, moved, nameIn, published, relinked, section } from './fixes.ts';

/** Prefix of its change requests' subjects, by which it recognises them. */
const OWN = 'Link keeper:';

interface Hit {
  id: string;
  sections?: { id: string }[];
}

await runBot({
  name: 'link-keeper',
  about: 'audits the links of a space and proposes fixes in one change request',
  settings: { space: SPACE },
  work: keepLinks,
});

async function keepLinks(bot: Bot, { space: spaceId }: { space: string }): Promise<void> {
  const [standing] = await changeRequests(bot, spaceId, OWN, ['draft', 'open']);
  if (standing) await refresh(bot, spaceId, standing);
  const place = standing ? { spaceId, changeRequestId: standing.id } : { spaceId };
  const { fixes, edits, left } = await repair(bot, place);
  for (const link of left) bot.leave(`${described(link)}${link.line ? `, line ${link.line}` : ''}`);
  const subject = `${OWN} repair ${fixes.length} ${fixes.length === 1 ? 'link' : 'links'} (${fingerprint(fixes)})`;
  const [refused] = await changeRequests(bot, spaceId, subject, ['archived']);
  if (!standing && refused) {
    bot.leave(`the same fixes were turned down in change request ${refused.number}`);
    return;
  }
  await propose(bot, { spaceId, subject, standing, edits, left });
}

/** Determines the edits that repair links, page by page, and the links that no edit repairs. */
async function repair(bot: Bot, place: ContentLocation) {
  const pages = await documents(bot, place);
  const links = await badLinks(bot, place);
  const fixes: string[] = [];
  const edits: PageEdit[] = [];
  const left: BadLink[] = [];
  for (const page of pages) {
    const own = links.filter((link) => link.page === page.id);
    if (own.length === 0) continue;
    const before = await pageText(bot, place, page.id);
    const done: string[] = [];
    let markdown = before;
    for (const link of own) {
      const to = await fixOf(bot, link, place.spaceId, pages);
      const after = to === undefined ? markdown : relinked(markdown, link.target, to);
      if (after === markdown) left.push(link);
      else done.push(`${link.target} → ${to}`);
      markdown = after;
    }
    if (markdown !== before) edits.push({ page, markdown, why: done.join(', ') });
    fixes.push(...done.map((fix) => `${page.id} ${fix}`));
  }
  return { fixes, edits, left };
}

async function fixOf(bot: Bot, { status, target }: BadLink, spaceId: string, pages: Page[]) {
  if (status === 'in-app') return published(target, spaceId, pages);
  const name = nameIn(target);
  if (name === '') return undefined;
  const page = moved(target, pages);
  if (page !== undefined) return page;
  const query = name.replaceAll('-', ' ');
  const hits = await bot.list<Hit>('search_space', {
    spaceId,
    query,
    fields: ['id', 'sections'],
  });
  const headings = hits.flatMap(({ id: found, sections = [] }): FoundHeading[] =>
    sections.map(({ id: anchor }) => ({ page: found, anchor })),
  );
  return section(target, headings);
}

/** A short hash of the fixes, by which a later run recognises fixes that were rejected. */
function fingerprint(fixes: readonly string[]): string {
  return createHash('sha256')
    .update([...fixes].sort().join('\n'))
    .digest('hex')
    .slice(0, 8);
}
