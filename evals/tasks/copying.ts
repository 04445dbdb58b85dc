import { type Task, tasks } from '../task.ts';
import { checkProposal } from '../verify.ts';
import { DEV_GUIDE, type World } from '../world.ts';
import { propose } from './wrong.ts';

const SPACE = 'Developer Guide';
const CHAPTER = 'concepts';
const COPY = 'concepts-for-version-3';
const TITLE = 'Concepts for version 3';

async function markdownOf(world: World, id: string): Promise<string> {
  const { markdown } = await world.api(
    'GET',
    `/spaces/${DEV_GUIDE}/content/page/${id}?format=markdown`,
  );
  return markdown;
}

const chapter: Task = {
  id: 'copy-a-chapter',
  prompt:
    'We begin to write the concepts for version 3. Copy the chapter "Core concepts" of the Developer Guide with all pages in it, in the same order, to a new chapter "Concepts for version 3" that comes last in the guide. Links from one copied page to another must lead to the copy. Prepare that as a draft change request; the pages that exist must not change.',
  oracle: async ({ call }) => {
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Begin the concepts for version 3',
      changes: [
        { operation: 'insert_page', title: TITLE, copy: 'Core concepts', all: true, at: 'end' },
      ],
    });
    return undefined;
  },
  wrong: {
    'copies the first page alone': async (_, world) => {
      const top = (await world.pages(DEV_GUIDE)).get(CHAPTER);
      const markdown = await markdownOf(world, top.id);
      await propose(world, DEV_GUIDE, [
        { operation: 'insert_page', title: TITLE, document: { markdown } },
      ]);
      return undefined;
    },
    'moves the chapter': async (_, world) => {
      const { id } = (await world.pages(DEV_GUIDE)).get(CHAPTER);
      await propose(world, DEV_GUIDE, [
        { operation: 'update_page', page: id, title: TITLE, slug: COPY },
      ]);
      return undefined;
    },
  },
  verify: (outcome) => {
    const copied = [...outcome.before].flatMap(([key, value]) => {
      const name = key.startsWith(`${SPACE} | page ${CHAPTER}`)
        ? key.slice(`${SPACE} | page ${CHAPTER}`.length)
        : undefined;
      return name !== undefined && /^(?:\/\S+)? \| (?:title|text|position)$/.test(name)
        ? [[name, value] as const]
        : [];
    });
    const last = [...outcome.before.keys()].filter((key) =>
      /^Developer Guide \| page [^/ ]+ \| title$/.test(key),
    ).length;
    const expected = copied.map(([name, value]): [string, string] => {
      const key = `page ${COPY}${name}`;
      if (name === ' | title') return [key, TITLE];
      if (name === ' | position') return [key, String(last)];
      return [key, name === ' | text' ? copyOf(value) : value];
    });
    return checkProposal(outcome, {
      space: SPACE,
      status: 'draft',
      others: Object.fromEntries(expected),
    });
  },
};

/** The text of the first page of the chapter, as the copy has it. */
function copyOf(text: string): string {
  return text
    .replace(/^# .*$/m, `# ${TITLE}`)
    .replaceAll(new RegExp(`\\]\\((\\./)?${CHAPTER}/`, 'g'), `]($1${COPY}/`);
}

const QUEUES = [
  'Queues have names of up to 80 letters.',
  '',
  '## Examples',
  '',
  '- `orders`',
  '- `orders-eu`',
  '',
].join('\n');

const TOPICS = [
  'Topics are named after what happened, and [retries](/guides/retries) keep the name.',
  '',
  '## Reserved names',
  '',
  '| Name | Used for |',
  '| --- | --- |',
  '| `system` | messages about the account |',
  '',
].join('\n');

async function addPages(world: World): Promise<void> {
  const pages = await world.pages(DEV_GUIDE);
  const into = pages.get('guides').id;
  const retries = pages.get('guides/retries').id;
  const page = (title: string, markdown: string) => ({
    ...{ operation: 'insert_page', into, title, document: { markdown } },
  });
  await world.publish(DEV_GUIDE, 'Describe names', [
    page('Naming queues', QUEUES),
    page('Naming topics', TOPICS.replace('/guides/retries', `/pages/${retries}`)),
  ]);
}

const QUEUES_PATH = 'guides/naming-queues';
const TOPICS_PATH = 'guides/naming-topics';

const merge: Task = {
  id: 'merge-two-pages',
  prompt:
    'The Developer Guide has two short pages about names, "Naming queues" and "Naming topics". Make one page of them: everything on "Naming topics" becomes a section with that heading at the end of "Naming queues", with its own headings one level deeper, and the page "Naming topics" goes. No sentence, row or link may be lost. Prepare a change request that is ready for review.',
  setUp: addPages,
  oracle: async ({ call }) => {
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Describe all names on one page',
      status: 'open',
      changes: [
        { operation: 'insert_text', page: 'Naming queues', at: 'end', copy: 'Naming topics' },
        { operation: 'delete_page', page: 'Naming topics' },
      ],
    });
    return undefined;
  },
  wrong: {
    'deletes the page and loses its text': async (_, world) => {
      const { id } = (await world.pages(DEV_GUIDE)).get(TOPICS_PATH);
      await propose(world, DEV_GUIDE, [{ operation: 'delete_page', page: id }], 'open');
      return undefined;
    },
    'drops the table': async (_, world) => {
      const pages = await world.pages(DEV_GUIDE);
      const [queues, topics] = [pages.get(QUEUES_PATH).id, pages.get(TOPICS_PATH).id];
      const added = (await markdownOf(world, topics))
        .replace(/^# .*\n+/, '')
        .replace(/^\|.*\n?/gm, '')
        .replace('## Reserved', '### Reserved');
      const markdown = `${(await markdownOf(world, queues)).trimEnd()}\n\n## Naming topics\n\n${added}`;
      await propose(
        world,
        DEV_GUIDE,
        [
          { operation: 'update_page', page: queues, document: { markdown } },
          { operation: 'delete_page', page: topics },
        ],
        'open',
      );
      return undefined;
    },
  },
  verify: (outcome) => {
    const published = (path: string) =>
      (outcome.before.get(`${SPACE} | page ${path} | text`) ?? '').trim();
    const moved = published(TOPICS_PATH).replace(/^## /gm, '### ').replace(/^# /, '## ');
    const heading = moved.startsWith('## ') ? '' : '## Naming topics\n\n';
    return checkProposal(outcome, {
      space: SPACE,
      status: 'open',
      texts: { [QUEUES_PATH]: (text) => `${text.trimEnd()}\n\n${heading}${moved}` },
      others: Object.fromEntries(
        ['title', 'text', 'position'].map((what) => [`page ${TOPICS_PATH} | ${what}`, '(deleted)']),
      ),
    });
  },
};

/** Tasks that reuse existing text elsewhere. */
export const copyingTasks = tasks(chapter, merge);
