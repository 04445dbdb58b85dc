import { type Command, InvalidArgumentError } from 'commander';
import { MAX_CONCURRENCY, parseWholeNumber } from '../config/environment.ts';

export const dataOption = ['--data <folder>', 'keep the embedded platform in this folder'] as const;

export const profileOption = [
  '--profile <service>',
  'service that the embedded platform emulates: contract, current',
] as const;

/** The options of every command that talks to a platform: what it may reach. */
export function withPlatformOptions(command: Command): Command {
  return command
    .option(...dataOption)
    .option(...profileOption)
    .option('--allow-insecure-platform', 'allow an http:// address of the platform beyond loopback')
    .option('--organization <id>', 'pin the organization: supply it everywhere, refuse any other')
    .option('--space <id>', 'pin the space')
    .option('--site <id>', 'pin the site')
    .option('--allow-spaces <ids>', 'refuse all spaces but these', parseList)
    .option('--read-only', 'offer nothing that writes');
}

/** The options that serving and calling share: how results are returned. */
export function withSafetyOptions(command: Command): Command {
  return withPlatformOptions(command)
    .option('--dry-run', 'show what writes would send instead of sending it')
    .option('--max-result-tokens <n>', 'truncate results to this many tokens', parseTokens);
}

export function parseList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function parseTokens(text: string): number {
  const tokens = Number(text);
  if (!/^\d+$/.test(text) || tokens < 200) {
    throw new InvalidArgumentError('A result takes at least 200 tokens.');
  }
  return tokens;
}

/** Seconds between two polls of a subscribed resource. */
export function parsePollInterval(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds < 0.1 || seconds > 3600) {
    throw new InvalidArgumentError('A polling interval is a number of seconds from 0.1 to 3600.');
  }
  return seconds;
}

/** Concurrent requests to the platform. */
export function parseConcurrency(text: string): number {
  const requests = parseWholeNumber(text, MAX_CONCURRENCY);
  if (requests !== undefined) return requests;
  throw new InvalidArgumentError(`It is a number of requests from 1 to ${MAX_CONCURRENCY}.`);
}

/** The subject of a change request. */
export function parseSubject(text: string): string {
  if (text.trim() === '' || text.length > 100) {
    throw new InvalidArgumentError('A subject has 1 to 100 characters.');
  }
  return text;
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(text);
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  }
  return port;
}
