import { changeSettings } from '../src/setup/documents/index.ts';
import type { Host, PathTemplate } from '../src/setup/host.ts';
import { HOSTS } from '../src/setup/hosts.ts';
import { hostEntryOf } from '../src/setup/plan.ts';
import { whyRefused } from '../src/setup/refusal.ts';
import { type ServerEntry, startedServer } from '../src/setup/server-entry.ts';
import { NAME } from '../src/version.ts';
import { pageWith } from './marked.ts';

const SYSTEMS = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' } as const;
/** Location of the settings folder on each system. */
const CONFIG = {
  linux: '~/.config',
  darwin: '~/Library/Application Support',
  win32: '%APPDATA%',
} as const;

/** docs/install.md, with a table of the hosts and the entry in each. */
export function installPage(): string {
  const rows = HOSTS.map((host) => {
    const project = host.project ? `\`${host.project}\`` : '';
    return `| [${host.name}](${host.documentation}) | \`${host.id}\` | ${userFiles(host)} | ${project} | ${tokens(host)} |`;
  });
  const table = ['| Host | Name | User | Project | Token |', '|---|---|---|---|---|', ...rows];
  return pageWith(
    'docs/install.md',
    'hosts',
    [table.join('\n'), ...HOSTS.map(section)].join('\n\n'),
  );
}

function section(host: Host): string {
  const entry = entryFor(host);
  const text = changeSettings(host.format, '', [
    { path: [host.key, entry.name], value: hostEntryOf(host, entry) },
  ]);
  return [
    `### ${host.name}`,
    `\`${NAME} setup --host ${host.id}\` enters this:`,
    `\`\`\`${host.format}\n${text.trimEnd()}\n\`\`\``,
    host.next,
  ].join('\n\n');
}

/** The entry of the npx server, with the token from a source that puts no secret into the host's file. */
function entryFor(host: Host): ServerEntry {
  const program = { launch: 'npx', packageName: NAME, node: '', cli: '', windows: false } as const;
  const entry = { name: 'docs-platform', reach: startedServer(program, {}) };
  const variable = { ...entry, token: { kind: 'variable' } as const };
  if (!whyRefused(host, 'user', variable)) return variable;
  return { ...entry, token: { kind: 'stored', token: 'your-token' } };
}

function userFiles({ user }: Host): string {
  if (typeof user === 'string' && !user.includes('{config}')) return `\`${shown(user, 'linux')}\``;
  const systems = Object.entries(SYSTEMS) as [keyof typeof SYSTEMS, string][];
  return systems.map(([system, name]) => `${name}: \`${shown(user, system)}\``).join('<br>');
}

/** A path for display, without the variables that can relocate it. */
function shown(place: PathTemplate, system: keyof typeof SYSTEMS): string {
  const template = typeof place === 'string' ? place : place[system];
  const path = template.replace('{config}', CONFIG[system]).replace(/^\{[^}]*\|([^|}]*)\}/, '$1');
  return system === 'win32' ? path.replaceAll('/', '\\') : path;
}

function tokens({ tokens: { reference, named, inherited, input } }: Host): string {
  const links = [
    ...(reference || named || inherited ? ['`variable`'] : []),
    ...(input ? ['`input`'] : []),
    '`stored`',
  ];
  return links.join(', ');
}
