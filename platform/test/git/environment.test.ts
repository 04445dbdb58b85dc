import { tmpdir } from 'node:os';
import { win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitEnvironment, withoutFolder } from '../../src/git/environment.ts';
import { parseRemote, remoteConfig } from '../../src/git/remote.ts';

const WINDOWS = {
  PATH: 'C:\\Program Files\\Git\\cmd',
  SystemRoot: 'C:\\Windows',
  TEMP: 'C:\\Temp',
  USERPROFILE: 'C:\\Users\\someone',
  TOKEN: 'secret',
};

describe('the environment of git', () => {
  it('contains the libraries and temporary folder of Windows, and nothing of the user', () => {
    const env = gitEnvironment('https', {}, { platform: 'win32', env: WINDOWS });
    expect(env).toMatchObject({
      PATH: 'C:\\Program Files\\Git\\cmd',
      SystemRoot: 'C:\\Windows',
      TEMP: 'C:\\Temp',
      USERPROFILE: tmpdir(),
    });
    expect(env).not.toHaveProperty('TOKEN');
    expect(env).not.toHaveProperty('ComSpec');
  });

  it('contains only the path to programs elsewhere', () => {
    const env = gitEnvironment(
      'https',
      {},
      { platform: 'linux', env: { ...WINDOWS, PATH: '/bin' } },
    );
    expect(env.PATH).toBe('/bin');
    for (const name of ['SystemRoot', 'TEMP', 'USERPROFILE', 'TOKEN']) {
      expect(env).not.toHaveProperty(name);
    }
  });

  it('prevents programs from asking anybody', () => {
    const env = gitEnvironment('https', {}, { platform: 'win32', env: WINDOWS });
    expect(env).toMatchObject({ GIT_ASKPASS: '', SSH_ASKPASS: '', GIT_TERMINAL_PROMPT: '0' });
  });
});

describe('a text without a temporary folder', () => {
  const folder = win32.join('C:\\Temp', 'git-1');

  it.each([
    ["fatal: 'C:\\Temp\\git-1\\x' is empty", folder, "fatal: 'x' is empty"],
    ["fatal: 'C:/Temp/git-1/x' is empty", folder, "fatal: 'x' is empty"],
    ["fatal: '/var/git-1/x' is empty", '/var/git-1', "fatal: 'x' is empty"],
  ])('%s', (text, within, expected) => {
    expect(withoutFolder(text, within)).toBe(expected);
  });
});

describe('a folder on a drive of Windows', () => {
  it.each([
    ['C:/repos/docs', 'file:///C:/repos/docs'],
    ['c:\\repos\\my docs', 'file:///c:/repos/my%20docs'],
  ])('%s is no host', (given, url) => {
    expect(parseRemote(given)).toEqual({ url, credentials: undefined });
  });

  it('is distinguished from a host with a longer name', () => {
    expect(parseRemote('git@github.com:o/r.git').url).toBe('git@github.com:o/r.git');
    expect(parseRemote('host:o/r.git').url).toBe('host:o/r.git');
  });
});

describe('the connection to a remote', () => {
  const settingsFor = async (url: string) =>
    (await remoteConfig({ url, credentials: undefined }, { mayAsk: () => true })).settings;

  it.each([
    ['https://localhost/docs.git', 'http.curloptResolve', /^localhost:443:(?:127\.0\.0\.1|::1)/],
    ['git@localhost:docs.git', 'core.sshCommand', / -oHostName=(?:127\.0\.0\.1|::1)$/],
    ['ssh://git@localhost:2222/docs.git', 'core.sshCommand', / -oHostName=(?:127\.0\.0\.1|::1)$/],
  ])('uses the address of %s that was checked', async (url, setting, expected) => {
    expect((await settingsFor(url))[setting]).toMatch(expected);
  });

  it('uses the address of a git:// remote that was checked', async () => {
    const [[setting, replaced] = []] = Object.entries(
      await settingsFor('git://localhost:9419/docs.git'),
    );
    expect(setting).toMatch(/^url\.git:\/\/(?:127\.0\.0\.1|\[::1\]):9419\/\.insteadOf$/);
    expect(replaced).toBe('git://localhost:9419/');
  });
});
