import { HOSTS } from '../../src/setup/hosts.ts';
import { INPUT_ID, TOKEN_VARIABLE, withToken } from '../../src/setup/server-entry.ts';
import { FACTS, SETTINGS, STARTED } from './facts.ts';

/** A link with which a host adds the server. */
export interface InstallLink {
  host: string;
  url: string;
}

const secret = SETTINGS.find(({ isSecret }) => isSecret);
if (!secret) throw new Error('No setting is a secret');

/** The host's entry, with a reference to the token in the host's own syntax. */
function formOf(id: string): Record<string, unknown> {
  const host = HOSTS.find((candidate) => candidate.id === id);
  if (!host) throw new Error(`Unknown host: ${id}`);
  const { input, reference } = host.tokens;
  const token = input ? `\${input:${INPUT_ID}}` : reference?.(TOKEN_VARIABLE);
  return host.form({
    name: FACTS.entry,
    reach: withToken(STARTED, token),
    token: { kind: input ? 'input' : reference ? 'variable' : 'none' },
  });
}

function link(base: string, parameters: readonly (readonly [string, string])[]): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${query.join('&')}`;
}

const name = ['name', FACTS.entry] as const;
const json = (value: unknown) => JSON.stringify(value);
const base64 = (value: unknown) => Buffer.from(json(value)).toString('base64');

const inputs = [
  { type: 'promptString', id: INPUT_ID, description: secret.description, password: true },
];

const goose = formOf('goose') as { cmd: string; args: string[]; description: string };

export const INSTALL_LINKS: readonly InstallLink[] = [
  {
    host: 'VS Code',
    url: link('https://insiders.vscode.dev/redirect/mcp/install', [
      name,
      ['inputs', json(inputs)],
      ['config', json(formOf('vscode'))],
    ]),
  },
  {
    host: 'Cursor',
    url: link('https://cursor.com/en/install-mcp', [name, ['config', base64(formOf('cursor'))]]),
  },
  {
    host: 'LM Studio',
    url: link('https://lmstudio.ai/install-mcp', [name, ['config', base64(formOf('lm-studio'))]]),
  },
  {
    host: 'Kiro',
    url: link('https://kiro.dev/launch/mcp/add', [name, ['config', json(formOf('kiro'))]]),
  },
  {
    host: 'Goose',
    url: link('https://block.github.io/goose/extension', [
      ['cmd', goose.cmd],
      ...goose.args.map((argument) => ['arg', argument] as const),
      ['id', FACTS.entry],
      ['name', FACTS.title],
      ['description', FACTS.short],
      ['env', `${secret.variable}=${secret.title}`],
    ]),
  },
];

/** A badge for each link, as a line of markdown. */
export function badges(): string {
  return INSTALL_LINKS.map(({ host, url }) => {
    const label = encodeURIComponent(host.replaceAll(' ', '_'));
    return `[![Install in ${host}](https://img.shields.io/badge/${label}-install-0b57d0)](${url})`;
  }).join('\n');
}
