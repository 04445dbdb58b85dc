/** The configuration cannot be used; the message says what to set. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What is wrong with the text of a variable. */
class Problem {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const MAX_TIMEOUT_MS = 600_000;
/** More requests to the platform at a time make no sense. */
export const MAX_CONCURRENCY = 1_000;
const MIN_KEY_CHARACTERS = 32;

/**
 * How the text of each variable is read. Without a library of schemas, as this is done before anything is answered and
 * loading one takes longer than all the rest of that.
 */
const VARIABLES = {
  DOCS_PLATFORM_URL: address,
  DOCS_PLATFORM_ALLOW_INSECURE: yesOrNo,
  DOCS_PLATFORM_TOKEN: token,
  DOCS_PLATFORM_ADMIN_TOKEN: token,
  DOCS_PLATFORM_TIMEOUT_MS: milliseconds,
  DOCS_PLATFORM_MAX_UPSTREAM_CONCURRENCY: concurrency,
  DOCS_PLATFORM_DATA: anyText,
  DOCS_PLATFORM_TOOLSETS: anyText,
  DOCS_PLATFORM_READ_ONLY: yesOrNo,
  DOCS_PLATFORM_REDIS_URL: anyText,
  DOCS_PLATFORM_STATE_KEY: key,
  DOCS_PLATFORM_ACCESS_TOKEN: token,
  DOCS_PLATFORM_EXCHANGE_SECRET: anyText,
};

/** What a host passes on where it has no value to fill in: `${user_config.token}`, `${env:NAME}`, `$NAME`. */
const UNFILLED = /^\$(?:\{[^{}]*\}|\w+)$/;

/** Variables whose values are nobody else's business. */
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

/** A variable of this program as a person may see it. */
export interface ShownVariable {
  name: string;
  value: string;
}

/** The variables of this program that are set, with secrets masked. */
export function shownEnvironment(env: NodeJS.ProcessEnv): ShownVariable[] {
  return Object.keys(VARIABLES).flatMap((name) => {
    const value = env[name]?.trim();
    if (!value || UNFILLED.test(value)) return [];
    // Credentials do not belong into an address, and are there all the same at times.
    const isSecret = SECRETS.has(name) || /^\w+:\/\/[^/]*@/.test(value);
    return [{ name, value: isSecret ? masked(value) : value }];
  });
}

/** Enough of a secret to tell it from another, of those that are long enough to remain one. */
export function masked(secret: string): string {
  return secret.length >= 20 ? `${secret.slice(0, 4)}…${secret.slice(-2)}` : '…';
}

/** What the environment sets; a variable that is empty, or that a host did not fill in, is one that is absent. */
export type Environment = {
  [Name in Variable]: Exclude<ReturnType<(typeof VARIABLES)[Name]>, Problem> | undefined;
};

/**
 * Reads and validates the variables of this program.
 * @throws {ConfigError} naming all that cannot be used, without repeating their values.
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

function anyText(text: string): string {
  return text;
}

function address(text: string): string | Problem {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    return new Problem('must be an http(s) address');
  }
  return /^\w+:\/\/[^/]*@/.test(text) ? new Problem('must not carry credentials') : text;
}

function yesOrNo(text: string): boolean | Problem {
  if (/^(1|true)$/i.test(text)) return true;
  return /^(0|false)$/i.test(text) ? false : new Problem('must be true or false');
}

function token(text: string): string | Problem {
  return /^[\x21-\x7e]+$/.test(text) ? text : new Problem('must be a token without spaces');
}

function milliseconds(text: string): number | Problem {
  return (
    wholeNumber(text, MAX_TIMEOUT_MS) ??
    new Problem(`must be a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`)
  );
}

function concurrency(text: string): number | Problem {
  return (
    wholeNumber(text, MAX_CONCURRENCY) ??
    new Problem(`must be a number of requests from 1 to ${MAX_CONCURRENCY}`)
  );
}

/** A whole number from 1 on, or undefined. */
export function wholeNumber(text: string, max: number): number | undefined {
  const number = Number(text);
  return /^\d+$/.test(text) && number >= 1 && number <= max ? number : undefined;
}

function key(text: string): string | Problem {
  return text.length >= MIN_KEY_CHARACTERS
    ? text
    : new Problem(`must have ${MIN_KEY_CHARACTERS} characters or more`);
}
