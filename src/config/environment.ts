/** The configuration cannot be used; the message says what to set. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A problem with the value of a variable. */
class Problem {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const MAX_TIMEOUT_MS = 600_000;
/** Highest useful number of concurrent requests to the platform. */
export const MAX_CONCURRENCY = 1_000;
const MIN_KEY_CHARACTERS = 32;

/**
 * Parses each variable without a schema library: this runs at startup, and loading one would take longer than
 * everything else.
 */
const VARIABLES = {
  DOCS_PLATFORM_URL: parseAddress,
  DOCS_PLATFORM_ALLOW_INSECURE: parseYesOrNo,
  DOCS_PLATFORM_TOKEN: parseToken,
  DOCS_PLATFORM_ADMIN_TOKEN: parseToken,
  DOCS_PLATFORM_TIMEOUT_MS: parseMilliseconds,
  DOCS_PLATFORM_MAX_UPSTREAM_CONCURRENCY: parseConcurrency,
  DOCS_PLATFORM_DATA: parseText,
  DOCS_PLATFORM_TOOLSETS: parseText,
  DOCS_PLATFORM_READ_ONLY: parseYesOrNo,
  DOCS_PLATFORM_REDIS_URL: parseText,
  DOCS_PLATFORM_STATE_KEY: parseKey,
  DOCS_PLATFORM_ACCESS_TOKEN: parseToken,
  DOCS_PLATFORM_EXCHANGE_SECRET: parseText,
};

/** A placeholder that a host passes on unfilled: `${user_config.token}`, `${env:NAME}`, `$NAME`. */
const UNFILLED = /^\$(?:\{[^{}]*\}|\w+)$/;

/** Variables with secret values. */
const SECRETS = new Set<string>([
  'DOCS_PLATFORM_TOKEN',
  'DOCS_PLATFORM_ADMIN_TOKEN',
  'DOCS_PLATFORM_STATE_KEY',
  'DOCS_PLATFORM_ACCESS_TOKEN',
  'DOCS_PLATFORM_EXCHANGE_SECRET',
  // It may carry a password.
  'DOCS_PLATFORM_REDIS_URL',
]);

type Variable = keyof typeof VARIABLES;

/** A variable of this program in printable form. */
export interface ShownVariable {
  name: string;
  value: string;
}

/** The variables of this program that are set, with secrets masked. */
export function shownEnvironment(env: NodeJS.ProcessEnv): ShownVariable[] {
  return Object.keys(VARIABLES).flatMap((name) => {
    const value = env[name]?.trim();
    if (!value || UNFILLED.test(value)) return [];
    // Credentials do not belong in an address, but some people put them there.
    const isSecret = SECRETS.has(name) || /^\w+:\/\/[^/]*@/.test(value);
    return [{ name, value: isSecret ? maskSecret(value) : value }];
  });
}

/** Enough of a secret to recognise it, if it is long enough to remain secret. */
export function maskSecret(secret: string): string {
  return secret.length >= 20 ? `${secret.slice(0, 4)}…${secret.slice(-2)}` : '…';
}

/** The variables that are set. An empty variable, or one that a host did not fill in, counts as absent. */
export type Environment = {
  [Name in Variable]: Exclude<ReturnType<(typeof VARIABLES)[Name]>, Problem> | undefined;
};

/**
 * Reads and validates the variables of this program.
 * @throws {ConfigError} naming every unusable variable, without repeating its value.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const problems: string[] = [];
  const values = Object.entries(VARIABLES).map(([name, read]) => {
    const text = env[name]?.trim();
    const value = text && !UNFILLED.test(text) ? read(text) : undefined;
    if (value instanceof Problem) problems.push(`${name} ${value.text}`);
    return [name, value];
  });
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  return Object.fromEntries(values) as Environment;
}

function parseText(text: string): string {
  return text;
}

function parseAddress(text: string): string | Problem {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    return new Problem('must be an http(s) address');
  }
  return /^\w+:\/\/[^/]*@/.test(text) ? new Problem('must not carry credentials') : text;
}

function parseYesOrNo(text: string): boolean | Problem {
  if (/^(1|true)$/i.test(text)) return true;
  return /^(0|false)$/i.test(text) ? false : new Problem('must be true or false');
}

function parseToken(text: string): string | Problem {
  return /^[\x21-\x7e]+$/.test(text) ? text : new Problem('must be a token without spaces');
}

function parseMilliseconds(text: string): number | Problem {
  return (
    parseWholeNumber(text, MAX_TIMEOUT_MS) ??
    new Problem(`must be a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`)
  );
}

function parseConcurrency(text: string): number | Problem {
  return (
    parseWholeNumber(text, MAX_CONCURRENCY) ??
    new Problem(`must be a number of requests from 1 to ${MAX_CONCURRENCY}`)
  );
}

/** A whole number of at least 1, or undefined. */
export function parseWholeNumber(text: string, max: number): number | undefined {
  const number = Number(text);
  return /^\d+$/.test(text) && number >= 1 && number <= max ? number : undefined;
}

function parseKey(text: string): string | Problem {
  return text.length >= MIN_KEY_CHARACTERS
    ? text
    : new Problem(`must have ${MIN_KEY_CHARACTERS} characters or more`);
}
