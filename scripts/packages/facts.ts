import manifest from '../../package.json' with { type: 'json' };
import { startedServer } from '../../src/setup/server-entry.ts';

/** Facts that all packages state about this program, in addition to package.json. */
export const FACTS = {
  ...manifest,
  /** The name of its entry in hosts. */
  entry: 'docs-platform',
  title: 'Documentation platform',
  /** At most a hundred characters, for the registry. */
  short:
    'Search, read, edit, review and merge documentation in GitBook, with a person in the loop.',
  home: manifest.homepage.replace(/#.*$/, ''),
};

/** A setting that a person can configure before the program starts. */
export interface Setting {
  key: string;
  /** The environment variable; empty means unset. */
  variable: string;
  title: string;
  description: string;
  type: 'string' | 'boolean';
  isSecret?: true;
}

export const SETTINGS: readonly Setting[] = [
  {
    key: 'token',
    variable: 'DOCS_PLATFORM_TOKEN',
    title: 'Access token',
    description:
      'Access token of the documentation platform. Without one, the server starts with demonstration content.',
    type: 'string',
    isSecret: true,
  },
  {
    key: 'url',
    variable: 'DOCS_PLATFORM_URL',
    title: 'Address of the platform',
    description: 'Address of the API, if it is not https://api.gitbook.com.',
    type: 'string',
  },
  {
    key: 'toolsets',
    variable: 'DOCS_PLATFORM_TOOLSETS',
    title: 'Toolsets',
    description: 'Names of toolsets, separated by commas, or all; the default toolset if empty.',
    type: 'string',
  },
  {
    key: 'read_only',
    variable: 'DOCS_PLATFORM_READ_ONLY',
    title: 'Read only',
    description: 'Offers nothing that writes.',
    type: 'boolean',
  },
];

/** The command with which hosts start the published program. */
export const STARTED = startedServer(
  { launch: 'npx', cli: '', node: '', packageName: FACTS.name, windows: false },
  {},
);

/** A value for each variable. */
export function variables(read: (setting: Setting) => string): Record<string, string> {
  return Object.fromEntries(SETTINGS.map((setting) => [setting.variable, read(setting)]));
}
