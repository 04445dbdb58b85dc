import { createTwoFilesPatch } from 'diff';
import { INPUT_ID, TOKEN_VARIABLE } from './server-entry.ts';

/** Names of settings with secret values. */
const SECRET_NAMES = ['token', 'secret', 'password', 'apikey', 'api_key', 'authorization'];
/** A reference to a secret, which is not itself secret. */
const OWN_NAMES = [TOKEN_VARIABLE, INPUT_ID];
const MASK = '…';

/**
 * The difference of two texts as `diff -u` prints it, with secrets masked: the given ones, and anything that looks
 * like one in the settings of other servers.
 */
export function maskedDiff(
  file: string,
  before: string,
  after: string,
  secrets: readonly string[],
): string {
  const patch = createTwoFilesPatch(file, file, before, after, undefined, undefined, {
    context: 2,
  });
  const lines = patch.split('\n').filter((line) => !line.startsWith('====='));
  return lines
    .map((line) => masked(line, secrets))
    .join('\n')
    .trimEnd();
}

function masked(line: string, secrets: readonly string[]): string {
  const open = secrets.reduce((text, secret) => text.replaceAll(secret, MASK), line);
  return OWN_NAMES.some((name) => open.includes(name)) ? open : withoutValue(open);
}

/** A line without its value, if the name of the setting marks it as secret. */
function withoutValue(line: string): string {
  const lower = line.toLowerCase();
  if (!SECRET_NAMES.some((name) => lower.includes(name))) return line;
  const at = line.search(/[:=]/);
  return at === -1 ? line : `${line.slice(0, at + 1)} ${MASK}`;
}
