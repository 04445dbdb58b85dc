// Typical uses of a server, each with the platform's answer.

export interface Workload {
  name: string;
  tool: string;
  arguments: Record<string, string>;
  /** The path requested from the platform. */
  path: string;
  answer: unknown;
  /** Whether the platform sends the same bytes each time. If not, each answer differs from the one before. */
  isUnchanged?: true;
}

const ORGANIZATION = 'organization0001';
const SPACE = 'space0000000000001';

const collection = (index: number) => ({
  object: 'collection',
  id: `collection${String(index).padStart(10, '0')}`,
  title: `Handbook of team ${index}`,
  description:
    'What new colleagues read first: how the services hang together, who is on call, and where the plans for the next quarter are kept. Everybody may suggest changes.',
  organization: ORGANIZATION,
  defaultLevel: 'inherit',
  createdAt: '2026-01-04T09:12:55.000Z',
  updatedAt: '2026-05-21T16:40:02.000Z',
  urls: {
    app: `https://app.example.com/o/organization0001/c/collection${index}`,
    location: `https://api.example.com/v1/collections/collection${index}`,
  },
});

/** Objects of another kind than requested: the result of measurements that use one answer for everything. */
const spaces = Array.from({ length: 18 }, (_, index) => ({
  object: 'space',
  id: `sp_${index}a8f3c`,
  title: `Documentation space ${index}`,
  visibility: 'public',
  createdAt: '2026-01-02T03:04:05.678Z',
  urls: { app: `https://app.example.com/s/sp_${index}a8f3c`, published: null },
  pages: index * 7,
  nested: { a: [1, 2, 3], ok: true },
}));

const section = (index: number) =>
  `## Step ${index}: keep messages\n\nA topic keeps its messages for **seven days**. See [retention](retention-${index}.md) before you change it.\n\n- how long they are kept\n- how much room they take\n\n\`\`\`sh\nqueue topics update orders --retention ${index}d\n\`\`\`\n\n`;

const markdown = Array.from({ length: 30 }, (_, index) => section(index))
  .join('')
  .slice(0, 8_000);

const hit = (index: number) => ({
  id: `page${index}`,
  title: `Retention of topic ${index}`,
  path: `guides/retention-${index}`,
  ancestors: [],
  sections: [
    {
      id: `section${index}`,
      title: 'How long messages are kept',
      path: `guides/retention-${index}#kept`,
      body: 'A topic keeps its messages for seven days. After that they are deleted, oldest first.',
    },
  ],
});

export const LIST: Workload = {
  name: 'a list',
  tool: 'list_collections',
  arguments: { organizationId: ORGANIZATION },
  path: `/v1/orgs/${ORGANIZATION}/collections`,
  answer: { items: Array.from({ length: 10 }, (_, index) => collection(index)), count: 10 },
};

export const WORKLOADS: readonly Workload[] = [
  {
    name: 'one object',
    tool: 'get_collection',
    arguments: { collectionId: 'collection0000000001' },
    path: '/v1/collections/collection0000000001',
    answer: collection(1),
  },
  LIST,
  {
    name: 'a repeated list',
    tool: 'get_collection',
    arguments: { collectionId: 'abc' },
    path: '/v1/collections/abc',
    answer: { object: 'list', count: spaces.length, next: { page: 'abc' }, items: spaces },
    isUnchanged: true,
  },
  {
    name: 'a page of 8 KB',
    tool: 'get_page',
    arguments: { spaceId: SPACE, pageId: 'page1', format: 'markdown' },
    path: `/v1/spaces/${SPACE}/content/page/page1`,
    answer: { id: 'page1', title: 'Retention', path: 'retention', type: 'document', markdown },
  },
  {
    name: 'a search',
    tool: 'search_space',
    arguments: { spaceId: SPACE, query: 'retention' },
    path: `/v1/spaces/${SPACE}/search`,
    answer: { items: Array.from({ length: 10 }, (_, index) => hit(index)), count: 10 },
  },
  {
    name: 'a small write',
    tool: 'create_collection',
    arguments: { organizationId: 'organization0002', title: 'Handbook' },
    path: '/v1/orgs/organization0002/collections',
    answer: collection(2),
  },
];

/** @throws {Error} naming the existing ones. */
export function workloadCalled(name: string): Workload {
  const found = WORKLOADS.find((workload) => workload.name === name);
  if (found) return found;
  throw new Error(
    `Unknown workload. The workloads are: ${WORKLOADS.map((each) => each.name).join(', ')}`,
  );
}
