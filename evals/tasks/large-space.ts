import { type Task, tasks } from '../task.ts';
import { checkAnswer, checkProposal, escaped, replacedAll, unexpected } from '../verify.ts';
import type { World } from '../world.ts';
import { structureTasks } from './large-space-structure.ts';
import { editedBy, propose, proposing } from './wrong.ts';

const SPACE = 'Harbor Manual';
const large = ({ largeSpace }: World) => largeSpace;

/** Paths of the pages with a published text that contains this. */
function pagesWith(before: ReadonlyMap<string, string>, text: string): string[] {
  return [...before].flatMap(([key, value]) => {
    const path = /^Harbor Manual \| page (.*) \| text$/.exec(key)?.[1];
    return path !== undefined && value.includes(text) ? [path] : [];
  });
}

const textsOf = (paths: readonly string[], change: (text: string) => string) =>
  Object.fromEntries(paths.map((path) => [path, change]));

const everywhere =
  (old: string, next: string): Task['oracle'] =>
  async ({ call }) => {
    await call('replace_in_pages', {
      spaceId: SPACE,
      old,
      new: next,
      subject: `Replace ${old}`,
      status: 'open',
    });
    return undefined;
  };

/** How a text is replaced on every page that has it, and what has changed then. */
const replacing = (text: string, replacement: string): Pick<Task, 'oracle' | 'verify'> => ({
  oracle: everywhere(text, replacement),
  verify: (outcome) =>
    checkProposal(outcome, {
      space: SPACE,
      status: 'open',
      texts: textsOf(pagesWith(outcome.before, text), replacedAll(text, replacement)),
    }),
});

const hostName: Task = {
  id: 'rename-a-host-everywhere',
  prompt:
    'The relay of Harbor has a new name: relay.harbor.example.com is now relay.eu.harbor.example.com. Change it on every page of the Harbor Manual, in one change request for review.',
  ...replacing('relay.harbor.example.com', 'relay.eu.harbor.example.com'),
  wrong: {
    'changes the connectors only': async (_, world) => {
      const pages = [...(await world.pages(world.largeSpace)).values()];
      const connectors = pages.filter(({ path }) => path.startsWith('connectors/'));
      const edits = connectors.map((page) =>
        editedBy(world, world.largeSpace, page, replacedAll('relay.harbor', 'relay.eu.harbor')),
      );
      await propose(world, world.largeSpace, await Promise.all(edits), 'open');
      return undefined;
    },
  },
};

const option: Task = {
  id: 'rename-an-option',
  prompt:
    'The option --region-hint of the Harbor command line is now called --placement. Change it on all pages of the Harbor Manual that have it, examples and tables included. The words "region hint" in running text stay. One change request for review, please.',
  ...replacing('--region-hint', '--placement'),
  wrong: {
    'changes the words as well': async (_, world) => {
      const pages = [...(await world.pages(world.largeSpace)).values()];
      const commands = pages.filter(({ title }) => /(create|update)$/.test(title));
      const edits = commands.map((page) =>
        editedBy(world, world.largeSpace, page, (text) =>
          text.replaceAll('--region-hint', '--placement').replaceAll('region hint', 'placement'),
        ),
      );
      await propose(world, world.largeSpace, await Promise.all(edits), 'open');
      return undefined;
    },
  },
};

const absent: Task = {
  id: 'prove-that-a-word-is-nowhere',
  prompt:
    'Legal asks whether the old name "Portmaster" still occurs anywhere in the Harbor Manual, in any spelling. Answer with yes or no and with how many pages you looked through. Change nothing.',
  oracle: async ({ call }) => {
    const { matches, pagesRead } = await call('find_in_pages', {
      spaceId: SPACE,
      text: 'portmaster',
      ignoreCase: true,
    });
    return `${matches === 0 ? 'No' : 'Yes'}: I looked through ${pagesRead} pages.`;
  },
  wrong: { 'does not say how far it looked': async () => 'No.' },
  verify: (outcome) => {
    const count = [...outcome.before.keys()].filter((key) =>
      /^Harbor Manual \| page .* text$/.test(key),
    );
    return [
      ...checkAnswer(outcome, [/\bno\b/i, new RegExp(`\\b${count.length}\\b`)]),
      ...unexpected(outcome),
    ];
  },
};

const KEY = '### `registry.window`';

/** Changes a number in the table and in the example of one key. */
function raised(text: string): string {
  const start = text.indexOf(KEY);
  const end = text.indexOf('\n### ', start + 1);
  const part = text.slice(start, end);
  const value = /\| integer \| (\d+) \|/.exec(part)?.[1] ?? '';
  const next = part
    .replace(`| integer | ${value} |`, '| integer | 120 |')
    .replace(`window: ${value}`, 'window: 120');
  return text.slice(0, start) + next + text.slice(end);
}

const number: Task = {
  id: 'change-a-number-on-a-long-page',
  prompt:
    'In the configuration reference of the Harbor Manual, the default of registry.window is now 120. Change it in the table and in the example below it, in a draft change request. The range stays.',
  oracle: async ({ call }) => {
    const page = await call('get_page', {
      spaceId: SPACE,
      pageId: 'Configuration reference',
      section: 'registry.window',
    });
    const value = /\| integer \| (\d+) \|/.exec(page.markdown)?.[1];
    const section = 'registry.window';
    const edit = (old: string, next: string) => ({
      operation: 'replace_text',
      page: 'Configuration reference',
      section,
      old,
      new: next,
    });
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Raise registry.window',
      changes: [
        edit(`| integer | ${value} |`, '| integer | 120 |'),
        edit(`window: ${value}`, 'window: 120'),
      ],
    });
    return undefined;
  },
  wrong: {
    'changes every window': proposing(large, 'configuration/configuration-reference', (text) =>
      text.replaceAll(/window: \d+/g, 'window: 120'),
    ),
    'forgets the example': proposing(large, 'configuration/configuration-reference', (text) => {
      const changed = raised(text);
      return changed.replace(/(registry:\n {2}window: )120/, '$175');
    }),
    'truncates the page': proposing(large, 'configuration/configuration-reference', (text) =>
      raised(text).slice(0, 20_000),
    ),
  },
  verify: (outcome) =>
    checkProposal(outcome, {
      space: SPACE,
      texts: { 'configuration/configuration-reference': raised },
    }),
};

const HINT = '{% hint style="warning" %}\nConnectors need Harbor 6.10 or later.\n{% endhint %}';

const hints: Task = {
  id: 'add-a-hint-to-some-pages',
  prompt: `The connectors Amber, Basalt and Cobalt need Harbor 6.10 or later. Put this warning at the very end of each of their three pages in the Harbor Manual, exactly as it stands here, after an empty line:\n\n${HINT}\n\nOne draft change request for all three; other connectors do not get it.`,
  oracle: async ({ call }) => {
    await call('open_change_request_with_edits', {
      spaceId: SPACE,
      subject: 'Say which version connectors need',
      changes: ['Amber', 'Basalt', 'Cobalt'].map((name) => ({
        operation: 'insert_text',
        page: `${name} connector`,
        new: HINT,
      })),
    });
    return undefined;
  },
  wrong: {
    'warns on one page': proposing(
      large,
      'connectors/amber-connector',
      (text) => `${text.trimEnd()}\n\n${HINT}\n`,
    ),
  },
  verify: (outcome) =>
    checkProposal(outcome, {
      space: SPACE,
      texts: textsOf(
        ['amber', 'basalt', 'cobalt'].map((name) => `connectors/${name}-connector`),
        (text) => `${text.trimEnd()}\n\n${HINT}\n`,
      ),
    }),
};

const LAST_LINE = 'Questions? Ask in the channel of your [region](../guides/plan-capacity.md).';

const withLastLine = (text: string) => `${text.trimEnd()}\n\n${LAST_LINE}\n`;

/** An agent that adds the line to some of the pages at and below Connectors. */
const addingLine =
  (isMeant: (path: string) => boolean): Task['oracle'] =>
  async (_, world) => {
    const pages = [...(await world.pages(world.largeSpace)).values()];
    const targets = pages.filter(({ path }) => path.startsWith('connectors') && isMeant(path));
    const edits = targets.map((page) => editedBy(world, world.largeSpace, page, withLastLine));
    await propose(world, world.largeSpace, await Promise.all(edits), 'open');
    return undefined;
  };

const lastLine: Task = {
  id: 'add-a-line-to-many-pages',
  prompt: `Every page below "Connectors" in the Harbor Manual should end with this line, exactly as it stands here, after an empty line:\n\n${LAST_LINE}\n\nThe page "Connectors" itself does not get it, and everything else stays. One change request for review, please.`,
  oracle: async ({ call }) => {
    await call('replace_in_pages', {
      spaceId: SPACE,
      pages: ['connectors/*'],
      old: '\\z',
      match: 'regex',
      new: LAST_LINE,
      subject: 'Say where to ask about connectors',
      status: 'open',
    });
    return undefined;
  },
  wrong: {
    'adds it to the page above as well': addingLine(() => true),
    'forgets a page': addingLine((path) => path.includes('/') && !path.includes('xenon')),
  },
  verify: (outcome) =>
    checkProposal(outcome, {
      space: SPACE,
      status: 'open',
      texts: textsOf(
        pagesWith(outcome.before, '').filter((path) => path.startsWith('connectors/')),
        withLastLine,
      ),
    }),
};

const options: Task = {
  id: 'list-different-names',
  prompt:
    'Which different command line options, such as --output, does the Harbor Manual mention in all, and on how many pages does each stand? One option a line: its name, a colon, the number. Change nothing.',
  oracle: async ({ call }) => {
    const { texts } = await call('find_in_pages', {
      spaceId: SPACE,
      text: '--[a-z][a-z-]+',
      match: 'regex',
      distinct: true,
    });
    return texts
      .map(
        ({ text, pages, morePages = 0 }: { text: string; pages: string[]; morePages?: number }) =>
          `${text}: ${pages.length + morePages}`,
      )
      .join('\n');
  },
  wrong: { 'knows only the one it was told': async () => '--output: 40' },
  verify: (outcome) => {
    const counts = new Map<string, number>();
    for (const path of pagesWith(outcome.before, '--')) {
      const text = outcome.before.get(`${SPACE} | page ${path} | text`) ?? '';
      for (const [name] of new Map([...text.matchAll(/--[a-z][a-z-]+/g)].map(([one]) => [one, 1])))
        counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const lines = [...counts].map(([name, count]) => new RegExp(`^${name}: ${count}$`, 'm'));
    return [...checkAnswer(outcome, lines), ...unexpected(outcome)];
  },
};

const code: Task = {
  id: 'collect-facts-from-many-pages',
  prompt:
    'Which connectors of Harbor take objects of up to 256 MB? Answer with the titles of their pages in the Harbor Manual, and name no other connector. Change nothing.',
  oracle: async ({ call }) => {
    const { pages } = await call('find_in_pages', { spaceId: SPACE, text: '256 MB' });
    return pages.map(({ title }: { title: string }) => title).join('\n');
  },
  wrong: {
    'guesses from one': async () => 'Amber connector',
    'names all connectors': async (_, world) =>
      [...(await world.pages(world.largeSpace)).values()].map(({ title }) => title).join('\n'),
  },
  verify: (outcome) => {
    const connectors = pagesWith(outcome.before, 'Objects per minute');
    const large = pagesWith(outcome.before, '256 MB');
    const title = (path: string) =>
      new RegExp(escaped(outcome.before.get(`${SPACE} | page ${path} | title`) ?? ''));
    const others = connectors.filter((path) => !large.includes(path));
    return [...checkAnswer(outcome, large.map(title), others.map(title)), ...unexpected(outcome)];
  },
};

const address: Task = {
  id: 'change-an-address-in-text-only',
  prompt:
    'Support of Harbor is reached at help@harbor.example.com now, no longer at support@harbor.example.com. Change it throughout the Harbor Manual and open it for review.',
  oracle: everywhere('support@harbor.example.com', 'help@harbor.example.com'),
  wrong: {
    'changes only one page': proposing(
      large,
      'problems/pilot-loops',
      replacedAll('support@harbor', 'help@harbor'),
      'open',
    ),
  },
  verify: (outcome) =>
    checkProposal(outcome, {
      space: SPACE,
      status: 'open',
      texts: textsOf(
        pagesWith(outcome.before, 'support@harbor.example.com'),
        replacedAll('support@harbor.example.com', 'help@harbor.example.com'),
      ),
    }),
};

export const largeSpaceTasks = tasks(
  ...[hostName, option, absent, number, hints, lastLine, options, code, address],
  ...structureTasks,
);
