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
