/** One line on a terminal that says how far something is. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

const QUIET: ProgressLine = { show: () => undefined, clear: () => undefined };

/** A line that is written over, on a terminal; where there is none, nothing is written. */
export function progressLine(stream: NodeJS.WriteStream): ProgressLine {
  if (!stream.isTTY || process.env.TERM === 'dumb') return QUIET;
  const clear = () => {
    stream.clearLine(0);
    stream.cursorTo(0);
  };
  return {
    show: (text) => {
      clear();
      stream.write(text.slice(0, Math.max(stream.columns - 1, 20)));
    },
    clear,
  };
}
