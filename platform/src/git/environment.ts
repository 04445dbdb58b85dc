import { tmpdir } from 'node:os';

/** Variables that programs on Windows need to find system libraries and the folder for temporary files. */
const OF_WINDOWS = ['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP'];

/** The program with which Git connects over SSH. */
export const SSH = 'ssh -oBatchMode=yes -oStrictHostKeyChecking=accept-new';

/** The environment of Git: the search path, no user settings, and no prompts. */
export function gitEnvironment(
  protocols: string,
  settings: Record<string, string>,
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process,
): NodeJS.ProcessEnv {
  const entries = Object.entries({
    'http.followRedirects': 'false',
    'core.sshCommand': SSH,
    ...settings,
  });
  return {
    PATH: env.PATH,
    ...(platform === 'win32' && windows(env)),
    HOME: tmpdir(),
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    // Git accepts this name on every system.
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    // No program may prompt, because none exists on every system.
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(
      entries.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

function windows(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const present = OF_WINDOWS.filter((name) => env[name] !== undefined);
  return {
    ...Object.fromEntries(present.map((name) => [name, env[name]])),
    USERPROFILE: tmpdir(),
  };
}

/** A text that names the files of a folder by relative path. Git writes `/` on Windows too. */
export function withoutFolder(text: string, folder: string): string {
  const forms = new Set([folder, folder.replaceAll('\\', '/'), folder.replaceAll('/', '\\')]);
  let rest = text;
  for (const form of forms) rest = rest.replaceAll(`${form}/`, '').replaceAll(`${form}\\`, '');
  return rest;
}
