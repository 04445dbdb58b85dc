import { type Task, tasks } from '../task.ts';
import { checkAnswer, unexpected } from '../verify.ts';
import { ORGANIZATION } from '../world.ts';

const SITE = 'Northwind Docs';

const team: Task = {
  id: 'make-a-team',
  prompt: 'Make a team "Support" in Northwind with Joris and Wren as its members.',
  oracle: async ({ call }) => {
    await call('create_team', {
      organizationId: ORGANIZATION,
      title: 'Support',
      members: ['joris.achterberg@example.com', 'wren.halloran@example.com'],
    });
    return undefined;
  },
  wrong: {
    'leaves it empty': async (_, world) => {
      await world.api('PUT', `/orgs/${ORGANIZATION}/teams`, { title: 'Support' });
      return undefined;
    },
  },
  verify: (outcome) => [
    ...(outcome.after.get('team Support') === 'Joris Achterberg, Wren Halloran'
      ? []
      : [`the members are ${outcome.after.get('team Support')}`]),
    ...unexpected(outcome, /^team Support$/),
  ],
};

const shareLink: Task = {
  id: 'give-a-way-in',
  prompt:
    'Our auditors need to read the site "Northwind Docs". Make a share link called "Auditors" for it, tell me its address, and leave the other links as they are.',
  oracle: async ({ call }) => {
    const link = await call('create_share_link', {
      organizationId: ORGANIZATION,
      siteId: SITE,
      name: 'Auditors',
    });
    return link.urls?.published ?? JSON.stringify(link);
  },
  wrong: {
    'returns the existing link': async (_, world) => {
      const [site] = (await world.api('GET', `/orgs/${ORGANIZATION}/sites`)).items;
      const { items } = await world.api(
        'GET',
        `/orgs/${ORGANIZATION}/sites/${site.id}/share-links`,
      );
      return items[0].urls.published;
    },
    'makes the site public': async (_, world) => {
      const [site] = (await world.api('GET', `/orgs/${ORGANIZATION}/sites`)).items;
      await world.api('PATCH', `/orgs/${ORGANIZATION}/sites/${site.id}`, { visibility: 'public' });
      return 'It is public now.';
    },
  },
  verify: async (outcome) => {
    const [site] = (await outcome.world.api('GET', `/orgs/${ORGANIZATION}/sites`)).items;
    const path = `/orgs/${ORGANIZATION}/sites/${site.id}/share-links`;
    const { items } = await outcome.world.api('GET', path);
    const made = items.find(({ name }: { name: string }) => name === 'Auditors');
    return [
      ...(made
        ? checkAnswer(outcome, [new RegExp(made.urls.published.replaceAll('.', '\\.'))])
        : ['there is no such link']),
      ...unexpected(outcome, /^site Northwind Docs \| share link Auditors$/),
    ];
  },
};

const section: Task = {
  id: 'rename-a-section',
  prompt:
    'On the site "Northwind Docs" the section "Operations" should be called "Run it". Its address stays.',
  oracle: async ({ call }) => {
    await call('update_site_section', {
      organizationId: ORGANIZATION,
      siteId: SITE,
      siteSectionId: 'Operations',
      title: 'Run it',
    });
    return undefined;
  },
  wrong: {
    'changes its address as well': async (_, world) => {
      const [site] = (await world.api('GET', `/orgs/${ORGANIZATION}/sites`)).items;
      const path = `/orgs/${ORGANIZATION}/sites/${site.id}/sections`;
      const { items } = await world.api('GET', path);
      const { id } = items.find(({ title }: { title: string }) => title === 'Operations');
      await world.api('PATCH', `${path}/${id}`, { title: 'Run it', path: 'run-it' });
      return undefined;
    },
  },
  verify: (outcome) => [
    ...(outcome.after.get('site Northwind Docs | section Run it') === 'operations'
      ? []
      : ['the section is not as asked for']),
    ...unexpected(outcome, /^site Northwind Docs \| section (Run it|Operations)$/),
  ],
};

const overview: Task = {
  id: 'say-where-we-are',
  prompt:
    'Which spaces do we have in Northwind, and which of them are on a site? Answer with their names. Change nothing.',
  oracle: async ({ call }) => JSON.stringify(await call('get_context', {})),
  wrong: {
    'forgets spaces outside of collections': async () =>
      'Developer Guide (on a site), Operations Handbook (on a site), Internal Roadmap',
  },
  verify: (outcome) => [
    ...checkAnswer(outcome, [
      /Developer Guide/,
      /Operations Handbook/,
      /Internal Roadmap/,
      /Harbor Manual/,
    ]),
    ...unexpected(outcome),
  ],
};

const quota: Task = {
  id: 'answer-from-the-docs',
  prompt:
    'A customer on the business plan asks how many messages they may publish in a second, and whether a load test needs notice. Answer from our documentation, with the page it is on. Change nothing.',
  oracle: async ({ call }) => {
    const found = await call('find_in_pages', {
      spaceId: 'Developer Guide',
      text: 'Business plan',
      ignoreCase: true,
    });
    const page = await call('get_page', { spaceId: 'Developer Guide', pageId: found.pages[0].id });
    return `${found.pages[0].title}: ${page.markdown}`;
  },
  wrong: {
    'trusts an outdated comment': async () =>
      '1,000 a second, says Limits and quotas. A load test needs no notice.',
  },
  verify: (outcome) => [
    ...checkAnswer(outcome, [/2,000/, /week/i, /Limits/], [/^1,000/]),
    ...unexpected(outcome),
  ],
};

export const organizationTasks = tasks(team, shareLink, section, overview, quota);
