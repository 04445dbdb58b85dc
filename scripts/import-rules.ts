/** The import rules of a package's source. */
export interface Rules {
  /** Path of the source from the root of the repository. */
  source: string;
  /**
   * What each folder may import besides itself. Files directly in the source folder may import any of the folders.
   */
  folders: Readonly<Record<string, readonly string[]>>;
  /** Files that every folder may import, by name. */
  everywhere: readonly string[];
  /** Packages that only some folders may import, by the beginning of their name. */
  homes: Readonly<Record<string, readonly string[]>>;
  /** Files outside the source that may be imported, relative to the source. */
  outside: readonly string[];
}

const MARKDOWN = '@docs-platform-mcp/markdown';
const PLATFORM = '@docs-platform-mcp/platform';

const server: Rules = {
  source: 'src',
  folders: {
    json: ['turns.ts'],
    text: ['json', 'thread-pool.ts', 'turns.ts'],
    client: ['json', 'text', 'fair-queue.ts', 'growing-bytes.ts', 'loopback.ts', 'turns.ts'],
    pictures: ['thread-pool.ts'],
    operations: ['client', 'json', 'text'],
    content: ['client', 'json', 'operations', 'text', 'thread-pool.ts', 'turns.ts'],
    uris: ['text'],
    tools: [
      ...['client', 'operations', 'content', 'json', 'text', 'uris', 'pictures'],
      ...['short-jobs.ts', 'thread-pool.ts', 'turns.ts'],
    ],
    resources: [
      ...['client', 'json', 'operations', 'content', 'text', 'uris'],
      ...['thread-pool.ts', 'turns.ts'],
    ],
    prompts: ['uris'],
    skills: ['prompts', 'uris'],
    completion: ['client', 'operations', 'content', 'uris', 'resources', 'turns.ts'],
    files: ['client', 'operations', 'content', 'text', 'tools'],
    server: [
      ...[
        'client',
        'json',
        'operations',
        'content',
        'text',
        'uris',
        'tools',
        'resources',
        'prompts',
        'skills',
        'completion',
      ],
      'fair-queue.ts',
      'growing-bytes.ts',
      'loopback.ts',
      'turns.ts',
      'version.ts',
    ],
    setup: ['config', 'version.ts'],
    doctor: ['client', 'operations', 'tools', 'server', 'config', 'setup', 'version.ts'],
    config: ['client', 'operations', 'tools', 'server', 'loopback.ts'],
    commands: [
      ...['client', 'operations', 'text', 'tools', 'files', 'resources', 'server', 'config'],
      ...['setup', 'doctor', 'connect.ts', 'loopback.ts', 'once.ts', 'version.ts'],
    ],
    library: [
      ...['operations', 'tools', 'server', 'config', 'commands'],
      ...['connect.ts', 'once.ts', 'version.ts'],
    ],
  },
  everywhere: [],
  outside: ['../package.json'],
  homes: {
    '@modelcontextprotocol/': ['server', 'doctor'],
    undici: ['client'],
    libsql: [],
    [PLATFORM]: [
      'connect.ts',
      'commands',
      'config',
      'doctor',
      'growing-bytes.ts',
      'json',
      'loopback.ts',
      'thread-pool.ts',
      'turns.ts',
    ],
  },
};

const markdown: Rules = {
  source: 'markdown/src',
  folders: { repository: [] },
  everywhere: [],
  outside: [],
  homes: { '@docs-platform-mcp/': [] },
};

const app: Rules = {
  source: 'app/src',
  folders: { markdown: ['dom.ts'], components: ['markdown', 'dom.ts', 'hunks.ts', 'review.ts'] },
  everywhere: [],
  outside: [],
  homes: { '@docs-platform-mcp/': [] },
};

const platform: Rules = {
  source: 'platform/src',
  folders: {
    runtime: ['errors.ts'],
    store: ['runtime', 'errors.ts'],
    markdown: ['store', 'workers', 'errors.ts'],
    render: ['markdown', 'workers'],
    workers: ['runtime', 'store', 'errors.ts'],
    auth: ['store', 'errors.ts'],
    http: ['auth', 'runtime', 'store', 'workers', 'errors.ts'],
    content: ['markdown', 'runtime', 'store', 'workers', 'counted.ts', 'errors.ts'],
    discussion: ['content', 'store', 'errors.ts'],
    search: ['markdown', 'store', 'workers'],
    ask: ['auth', 'content', 'markdown', 'search', 'store'],
    organization: ['auth', 'http', 'store', 'counted.ts', 'errors.ts'],
    spaces: ['content', 'git', 'markdown', 'organization', 'store', 'workers', 'errors.ts'],
    openapi: ['content', 'runtime', 'store', 'workers', 'errors.ts'],
    pdf: ['markdown', 'render', 'store', 'workers'],
    review: ['auth', 'content', 'discussion', 'store', 'counted.ts', 'errors.ts'],
    sites: ['auth', 'content', 'search', 'store', 'counted.ts', 'errors.ts'],
    // A wiki is imported from its repository, and a repository is read like an upload.
    git: ['content', 'import', 'markdown', 'runtime', 'store', 'workers', 'errors.ts'],
    import: ['content', 'git', 'markdown', 'runtime', 'store', 'workers', 'errors.ts'],
    serializers: [
      ...['auth', 'content', 'discussion', 'git', 'http', 'markdown', 'organization', 'review'],
      ...['runtime', 'search', 'sites', 'store', 'workers'],
    ],
    routes: [
      ...['ask', 'auth', 'content', 'discussion', 'git', 'http', 'import', 'markdown', 'openapi'],
      ...[
        'organization',
        'pdf',
        'review',
        'search',
        'runtime',
        'sites',
        'spaces',
        'store',
        'serializers',
        'workers',
      ],
      'counted.ts',
      'errors.ts',
    ],
    web: [
      ...[
        'auth',
        'content',
        'discussion',
        'git',
        'http',
        'markdown',
        'openapi',
        'organization',
        'search',
      ],
      ...['render', 'runtime', 'sites', 'store', 'serializers', 'workers', 'errors.ts'],
    ],
    seed: [
      ...['auth', 'content', 'discussion', 'markdown', 'organization', 'sites', 'store'],
      ...['database.ts', 'errors.ts'],
    ],
    transfer: ['content', 'store', 'database.ts', 'errors.ts'],
  },
  // The tables and rows of a domain: other domains' statements join them.
  everywhere: ['schema.ts'],
  outside: [],
  homes: {
    libsql: ['store'],
    [MARKDOWN]: [
      ...[
        'markdown',
        'content',
        'search',
        'ask',
        'git',
        'import',
        'pdf',
        'render',
        'serializers',
        'web',
      ],
      'tasks.ts',
    ],
    '@docs-platform-mcp/': [],
  },
};

export const PACKAGES: readonly Rules[] = [server, markdown, platform, app];
