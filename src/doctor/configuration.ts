import { ConfigError, maskSecret, shownEnvironment } from '../config/environment.ts';
import { type Config, type ConfigFlags, readConfig } from '../config/server.ts';
import { surfaceOf } from '../tools/index.ts';
import { SelectionError } from '../tools/surface/selection.ts';
import { broken, type Finding, ok, type Subject } from './finding.ts';

const SUBJECT: Subject = { id: 'configuration', title: 'Configuration' };

/** A flag as it was given, in printable form. */
export interface GivenFlag {
  name: string;
  value: string;
}

/** One value of the configuration, and its source. */
interface ConfigurationValue extends GivenFlag {
  from: 'flag' | 'environment' | 'default';
}

/** Reads the configuration, and reports the source of each value. */
export function checkConfiguration(
  env: NodeJS.ProcessEnv,
  flags: ConfigFlags,
  given: readonly GivenFlag[],
): { finding: Finding; config?: Config } {
  try {
    const config = readConfig(env, flags);
    surfaceOf(config.surface);
    const values = valuesOf(config, env, given);
    const lines = values.map(({ name, value, from }) => `${name} = ${value} (${from})`);
    return { config, finding: ok(SUBJECT, lines.join('\n'), { values }) };
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof SelectionError)) throw error;
    return {
      finding: broken(SUBJECT, {
        text: error.message,
        advice:
          'Set it as the message says, where the server is started: in the entry of the host, or in the environment.',
        facts: { values: [...flagValues(given), ...environmentValues(env)] },
      }),
    };
  }
}

function valuesOf(
  { platform, surface }: Config,
  env: NodeJS.ProcessEnv,
  given: readonly GivenFlag[],
): ConfigurationValue[] {
  const known = [...flagValues(given), ...environmentValues(env)];
  const names = new Set(known.map(({ name }) => name));
  const defaults: ConfigurationValue[] = [
    ...(platform.kind === 'service' && !names.has('DOCS_PLATFORM_URL')
      ? [{ name: 'address', value: platform.url, from: 'default' as const }]
      : []),
    ...(platform.kind === 'embedded'
      ? [{ name: 'platform', value: 'embedded', from: 'default' as const }]
      : []),
    ...(names.has('--toolsets') || names.has('DOCS_PLATFORM_TOOLSETS')
      ? []
      : [{ name: 'toolsets', value: surface.toolsets.join(','), from: 'default' as const }]),
  ];
  return [...known, ...defaults];
}

function flagValues(given: readonly GivenFlag[]): ConfigurationValue[] {
  return given.map((flag) => ({ ...flag, from: 'flag' }));
}

/** Variables of this program, and those of Node that affect how the platform is reached. */
function environmentValues(env: NodeJS.ProcessEnv): ConfigurationValue[] {
  const own = shownEnvironment(env).map((variable) => ({
    ...variable,
    from: 'environment' as const,
  }));
  const network = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'].flatMap(
    (name) => {
      const value = env[name] ?? env[name.toLowerCase()];
      if (!value) return [];
      return [
        {
          name,
          value: value.includes('@') ? maskSecret(value) : value,
          from: 'environment' as const,
        },
      ];
    },
  );
  return [...own, ...network];
}
