import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeSettings,
  type FormatName,
  readSettings,
  UnreadableError,
} from '../../src/setup/documents/index.ts';

const ENTRY = { command: 'node', args: ['/a b/cli.js', '--read-only'], env: { URL: 'https://x' } };

const add = (format: FormatName, text: string, key = 'mcpServers', value: unknown = ENTRY) =>
  changeSettings(format, text, [{ path: [key, 'docs'], value }]);
const remove = (format: FormatName, text: string, key = 'mcpServers') =>
  changeSettings(format, text, [{ path: [key, 'docs'] }]);

describe('JSON with comments', () => {
  const SETTINGS = `{
    // Fonts
    "font": 14, /* points */
    "mcpServers": {
        "other": { "command": "x", "args": [ "a","b" ] } // keep me here
    },
    "last": [1,
      2]
}
`;

  it('adds an entry and leaves every other line unchanged', () => {
    expect(add('json', SETTINGS)).toBe(`{
    // Fonts
    "font": 14, /* points */
    "mcpServers": {
        "other": { "command": "x", "args": [ "a","b" ] }, // keep me here
        "docs": {
            "command": "node",
            "args": [
                "/a b/cli.js",
                "--read-only"
            ],
            "env": {
                "URL": "https://x"
            }
        }
    },
    "last": [1,
      2]
}
`);
  });

  it('removes it again', () => {
    expect(remove('json', add('json', SETTINGS))).toBe(SETTINGS);
  });

  it('adds missing containers of the entry', () => {
    expect(add('json', '{\n\t"a": 1,\n\t// end\n}', 'servers', { url: 'u' })).toBe(
      '{\n\t"a": 1,\n\t"servers": {\n\t\t"docs": {\n\t\t\t"url": "u"\n\t\t}\n\t},\n\t// end\n}',
    );
    expect(add('json', '', 'servers', { url: 'u' })).toBe(
      '{\n  "servers": {\n    "docs": {\n      "url": "u"\n    }\n  }\n}\n',
    );
    expect(add('json', '{"servers":{"a":{}}}', 'servers', { url: 'u' })).toBe(
      '{"servers":{"a":{}, "docs": {"url":"u"}}}',
    );
  });

  it('changes an entry in place', () => {
    const changed = add('json', add('json', SETTINGS), 'mcpServers', { url: 'u' });
    expect(changed).toContain('"docs": {\n            "url": "u"\n        }\n    },');
    expect(changed).toContain('// keep me here');
  });

  it('keeps a byte order mark and Windows line endings', () => {
    const text = '\uFEFF{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}\r\n';
    const added = add('json', text);
    expect(added.startsWith('\uFEFF{')).toBe(true);
    expect(added.replaceAll('\r\n', '')).not.toContain('\n');
    expect(remove('json', added)).toBe(text);
  });

  it('adds to a list, and removes an item from it', () => {
    const text = '{\n  "inputs": [\n    { "id": "a" } // first\n  ]\n}\n';
    const added = changeSettings('json', text, [{ path: ['inputs', 1], value: { id: 'b' } }]);
    expect(added).toContain('{ "id": "a" }, // first\n    {\n      "id": "b"\n    }\n  ]');
    expect(changeSettings('json', added, [{ path: ['inputs', 1] }])).toBe(text);
  });

  it('removes an entry after a comment or a brace', () => {
    const text = '{ // mine\n "mcpServers": {\n "docs": {} } }';
    expect(remove('json', text)).toBe('{ // mine\n }');
    expect(remove('json', '{"servers": {"docs": {}, "b": 1 } }', 'servers')).toBe(
      '{"servers": { "b": 1 } }',
    );
  });

  it('restores any settings after an entry was added and removed', () => {
    const comment = fc.constantFrom('', ' // a, "b": {', ' /* } */');
    const member = fc.tuple(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.jsonValue({ maxDepth: 2 }),
      comment,
    );
    const settings = fc
      .uniqueArray(member, { selector: ([name]) => name, minLength: 1, maxLength: 5 })
      .chain((members) =>
        fc.record({
          members: fc.constant(members),
          isComma: fc.boolean(),
          indent: fc.constantFrom('  ', '\t', '    '),
          eol: fc.constantFrom('\n', '\r\n'),
        }),
      );
    fc.assert(
      fc.property(settings, ({ members, isComma, indent, eol }) => {
        const lines = members.map(([name, value, said], index) => {
          const comma = index < members.length - 1 || isComma ? ',' : '';
          return `${indent}${indent}${JSON.stringify(`_${name}`)}: ${JSON.stringify(value)}${comma}${said}`;
        });
        const text = ['{', `${indent}"mcpServers": {`, ...lines, `${indent}}`, '}', ''].join(eol);
        const added = add('json', text);
        expect(readSettings('json', added)).toEqual({
          mcpServers: { ...(readSettings('json', text).mcpServers as object), docs: ENTRY },
        });
        for (const [, , said] of members) expect(added).toContain(said);
        expect(add('json', added)).toBe(added);
        expect(remove('json', added)).toBe(text);
      }),
    );
  });
});

describe('TOML', () => {
  const CONFIG = `# my settings
model = "x" # keep

[mcp_servers.other] # another
url = "https://a.example/mcp"
http_headers = { "X-A" = "true" }

[tui]
theme = 'dark'
list = [1, 2,
  3] # three
`;

  it('adds a table of its own and leaves every other line unchanged', () => {
    const added = add('toml', CONFIG, 'mcp_servers');
    expect(added).toBe(`${CONFIG}
[mcp_servers.docs]
command = "node"
args = [ "/a b/cli.js", "--read-only" ]
env = { URL = "https://x" }
`);
    expect(add('toml', added, 'mcp_servers')).toBe(added);
  });

  it('removes it again', () => {
    const left = remove('toml', add('toml', CONFIG, 'mcp_servers'), 'mcp_servers');
    expect(left.trimEnd()).toBe(CONFIG.trimEnd());
    expect(remove('toml', add('toml', '', 'mcp_servers'), 'mcp_servers').trim()).toBe('');
  });

  it('changes an entry in place, even an inline one', () => {
    const added = add('toml', CONFIG, 'mcp_servers');
    const changed = add('toml', added, 'mcp_servers', { ...ENTRY, args: ['z'] });
    expect(changed).toBe(added.replace('[ "/a b/cli.js", "--read-only" ]', '[ "z" ]'));
    const inline = 'mcp_servers = { a = { command = "x" } } # all\n';
    const beside = add('toml', inline, 'mcp_servers', { command: 'y' });
    expect(beside).toContain('# all');
    expect(readSettings('toml', beside)).toEqual({
      mcp_servers: { a: { command: 'x' }, docs: { command: 'y' } },
    });
  });
});

describe('YAML', () => {
  const CONFIG = `# goose
GOOSE_PROVIDER: openai   # mine
extensions:
  developer:   # built in
    enabled: true
    args:
    - a
    - "b"

    bundled: true
  # the last one
  memory: {enabled: false, type: builtin}

GOOSE_MODEL: 'x'
`;

  it('adds an entry in the style of the mapping and leaves every other line unchanged', () => {
    const added = add('yaml', CONFIG, 'extensions', { name: 'docs', args: ['-y'], envs: {} });
    expect(added).toBe(
      CONFIG.replace(
        'type: builtin}\n',
        'type: builtin}\n  docs:\n    name: docs\n    args:\n      - -y\n    envs: {}\n',
      ),
    );
    expect(remove('yaml', added, 'extensions')).toBe(CONFIG);
  });

  it('adds missing containers of the entry', () => {
    const entry = { name: 'docs' };
    expect(add('yaml', '', 'extensions', entry)).toBe('extensions:\n  docs:\n    name: docs\n');
    const added = add('yaml', 'a: 1 # one', 'extensions', entry);
    expect(added).toBe('a: 1 # one\nextensions:\n  docs:\n    name: docs\n');
    expect(remove('yaml', added, 'extensions')).toBe('a: 1 # one\n');
    expect(add('yaml', 'extensions: {a: {b: 1}} # flow\n', 'extensions', entry)).toContain(
      '# flow',
    );
  });

  it('changes an entry in place', () => {
    const added = add('yaml', CONFIG, 'extensions', { name: 'docs' });
    const changed = add('yaml', added, 'extensions', { name: 'docs', timeout: 1 });
    expect(changed).toBe(added.replace('name: docs\n', 'name: docs\n    timeout: 1\n'));
  });
});

describe('files that cannot be changed safely', () => {
  it.each<[FormatName, string]>([
    ['json', '{ "a": 1 '],
    ['json', '{ "a": 1, } }'],
    ['json', '[]'],
    ['json', '{ "mcpServers": [] }'],
    ['json', '{ "mcpServers": "x" }'],
    ['toml', 'a = = 1'],
    ['toml', 'mcpServers = 3'],
    ['yaml', 'a: [1'],
    ['yaml', '- a\n- b\n'],
    ['yaml', 'mcpServers: text\n'],
    ['yaml', 'a: 1\n---\nb: 2\n'],
  ])('%s: %j is refused', (format, text) => {
    expect(() => add(format, text)).toThrow(UnreadableError);
  });
});
