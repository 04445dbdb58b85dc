import { styleText } from 'node:util';
import { NAME } from '../version.ts';

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function log(line: string): void {
  process.stderr.write(`${NAME}: ${line}\n`);
}

export function warn(problem: Error): void {
  log(problem.message);
}

/** Printed when the embedded platform is in use. */
export const EMBEDDED =
  'No DOCS_PLATFORM_URL and no DOCS_PLATFORM_TOKEN: using the embedded platform with demonstration content.';

/** One terminal line that shows progress. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

const QUIET: ProgressLine = { show: () => undefined, clear: () => undefined };

/** Some terminals do not report their width. */
const USUAL_WIDTH = 80;

/** A line that is overwritten, on a terminal; elsewhere nothing is written. */
export function progressLine(stream: NodeJS.WriteStream): ProgressLine {
  if (!stream.isTTY || process.env.TERM === 'dumb') return QUIET;
  const clear = () => {
    stream.clearLine(0);
    stream.cursorTo(0);
  };
  return {
    show: (text) => {
      clear();
      // Page titles may contain terminal control sequences.
      const plain = text.replaceAll(/\p{C}/gu, '');
      stream.write(plain.slice(0, (stream.columns || USUAL_WIDTH) - 1));
    },
    clear,
  };
}

/** The styles that are used. */
export type TextStyle = Parameters<typeof styleText>[0];
/** Styles a text, or returns it unchanged if colours are off. */
export type Paint = (style: TextStyle, text: string) => string;

/** Colours for a terminal that supports them. Honours NO_COLOR, FORCE_COLOR and the terminal's own settings. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const isColoured = stream.isTTY && stream.getColorDepth() > 1;
  return isColoured ? (style, text) => styleText(style, text) : (_, text) => text;
}
