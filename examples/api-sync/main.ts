// Compares the newest version of an OpenAPI specification with the previous one, and opens a change request that
// updates the pages naming changed operations.
import { type Bot, ORGANIZATION, runBot, SPACE } from '../shared/bot.ts';
import { badLinks } from '../shared/links.ts';
import { documents, pageText } from '../shared/pages.ts';
import { changeRequests, type PageEdit, propose, refresh } from '../shared/proposal.ts';
import { updated } from './page-text.ts';
import { changesBetween, readSpecification, type Specification } from './specification.ts';

interface Version {
  id: string;
  createdAt?: string;
}

interface Settings {
  space: string;
  organization: string;
  specification: string;
}

await runBot({
  name: 'api-sync',
  about: 'proposes page updates for the changes of a new OpenAPI version',
  settings: {
    space: SPACE,
    organization: ORGANIZATION,
    specification: { variable: 'DOCS_SPECIFICATION', about: 'slug of the OpenAPI specification' },
  },
  work: sync,
});

async function sync(bot: Bot, settings: Settings): Promise<void> {
  const { space: spaceId, organization: organizationId, specification: specSlug } = settings;
  const versions = await bot.list<Version>('list_openapi_versions', { organizationId, specSlug });
  const [newest, before] = versions.toSorted((a, b) => timeOf(b) - timeOf(a));
  if (!newest || !before) return console.log('there is no version to compare with');
  // Subjects have at most 100 characters. The id at the start identifies the version even if the rest is truncated.
  const own = `API sync (${newest.id})`;
  const [standing, done] = await Promise.all([
    changeRequests(bot, spaceId, own, ['draft', 'open']),
    changeRequests(bot, spaceId, own, ['merged', 'archived']),
  ]).then((found) => found.map(([first]) => first));
  if (!standing && done) {
    return console.log(`change request ${done.number} for this version is ${done.status}`);
  }
  const [was, is] = await Promise.all([
    specificationIn(bot, settings, before.id),
    specificationIn(bot, settings, newest.id),
  ]);
  const changes = changesBetween(was, is);
  if (standing) await refresh(bot, spaceId, standing);
  const place = standing ? { spaceId, changeRequestId: standing.id } : { spaceId };
  const edits: PageEdit[] = [];
  for (const page of await documents(bot, place)) {
    const text = await pageText(bot, place, page.id);
    const markdown = updated(text, is.version, changes);
    if (markdown !== text) edits.push({ page, markdown, why: `API ${is.version}` });
  }
  const subject = `${own}: ${specSlug} ${is.version}`.slice(0, 100);
  const edited = new Set(edits.map(({ page }) => page.id));
  const left = edits.length === 0 ? [] : await badLinks(bot, place);
  await propose(bot, {
    spaceId,
    subject,
    standing,
    edits,
    left: left.filter(({ page }) => edited.has(page)),
  });
}

async function specificationIn(
  bot: Bot,
  { organization, specification }: Settings,
  version: string,
): Promise<Specification> {
  const uri = `docs://orgs/${organization}/openapi/${specification}/versions/${version}`;
  return readSpecification(await bot.read(uri));
}

function timeOf({ createdAt }: Version): number {
  return createdAt === undefined ? 0 : Date.parse(createdAt);
}
