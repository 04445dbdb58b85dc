/** One terminal line that shows progress. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

const QUIET: ProgressLine = { show: () => undefined, clear: () => undefined };

/** A line that is rewritten in place on a terminal. Without a terminal it writes nothing. */
export function progressLine(stream: NodeJS.WriteStream): ProgressLine {
  if (!stream.isTTY || process.env.TERM === 'dumb') return QUIET;
  const clear = () => {
    stream.clearLine(0);
    stream.cursorTo(0);
  };
  return {
    show: (text) => {
      clear();
      // Titles of pages may hold what a terminal would obey.
      const plain = text.replaceAll(/\p{C}/gu, '');
      stream.write(plain.slice(0, Math.max(stream.columns - 1, 20)));
    },
    clear,
  };
}
