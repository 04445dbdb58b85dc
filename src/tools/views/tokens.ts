/** Counts the tokens of a text as models of the o200k family do. */
export type CountTokens = (text: string) => number;

/** Counts only up to a limit. */
export interface TokenCounter {
  fits(text: string, most: number): boolean;
}

/** Characters that are counted at a time. A chunk ends before a space, where a token also ends. */
const CHUNK = 4_096;

/** The tokenizer is quadratic in the length of a run without a break, so longer runs are counted in pieces. */
const LONGEST_RUN = { ascii: 128, other: 32 };

const RUN = /[!-~]+|\P{ASCII}+|[^!-~\P{ASCII}]+/gu;

/** The names of special tokens are words like others in a text; the package refuses them otherwise. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

let loaded: Promise<CountTokens> | undefined;

/** The tokenizer. Its table is large, so it is loaded only when an answer may not fit. */
export async function loadTokenizer(): Promise<TokenCounter> {
  loaded ??= import('gpt-tokenizer/encoding/o200k_base').then(
    ({ countTokens }) =>
      (text: string) =>
        countTokens(text, AS_TEXT),
  );
  return tokenCounter(await loaded);
}

/** Counts in chunks and caches each, because texts with the same beginning share most of the work. */
export function tokenCounter(count: CountTokens): TokenCounter {
  const known = new Map<string, number>();
  const countChunk = (chunk: string): number => {
    const counted =
      known.get(chunk) ?? piecesOf(chunk).reduce((sum, piece) => sum + count(piece), 0);
    known.set(chunk, counted);
    return counted;
  };
  return {
    fits(text, most) {
      let tokens = 0;
      for (let at = 0; at < text.length && tokens <= most; ) {
        const end = endOfChunk(text, at);
        tokens += countChunk(text.slice(at, end));
        at = end;
      }
      return tokens <= most;
    },
  };
}

function endOfChunk(text: string, start: number): number {
  const end = start + CHUNK;
  if (end >= text.length) return text.length;
  const space = text.slice(start + CHUNK / 2, end).lastIndexOf(' ');
  return space === -1 ? end : start + CHUNK / 2 + space;
}

/** Returns the chunk unchanged if it has no long runs. */
function piecesOf(chunk: string): string[] {
  if (!hasLongRun(chunk)) return [chunk];
  const runs = [...chunk.matchAll(RUN)].map(([run]) => run);
  const most = (run: string) => (/^\P{ASCII}/u.test(run) ? LONGEST_RUN.other : LONGEST_RUN.ascii);
  const pieces: string[] = [];
  let words = '';
  for (const run of runs) {
    if (run.length <= most(run)) {
      words += run;
      continue;
    }
    pieces.push(words);
    words = '';
    for (let at = 0; at < run.length; at += most(run)) pieces.push(run.slice(at, at + most(run)));
  }
  return [...pieces, words].filter((piece) => piece !== '');
}

/** Most chunks have none, and an array of their runs takes almost as long as their tokens. */
function hasLongRun(chunk: string): boolean {
  let most = 0;
  let length = 0;
  let isBlank = false;
  for (let at = 0; at < chunk.length; at += 1) {
    const unit = chunk.charCodeAt(at);
    const mostOfUnit = unit > 0x7f ? LONGEST_RUN.other : LONGEST_RUN.ascii;
    const isBlankUnit = unit <= 0x20 || unit === 0x7f;
    const isSame = mostOfUnit === most && isBlankUnit === isBlank;
    length = isSame ? length + 1 : 1;
    most = mostOfUnit;
    isBlank = isBlankUnit;
    if (length > most) return true;
  }
  return false;
}
