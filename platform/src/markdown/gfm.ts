import { gfm } from 'micromark-extension-gfm';

type Extension = ReturnType<typeof gfm>;
type Constructs = NonNullable<NonNullable<Extension['text']>[string]>;
type Construct = Exclude<Constructs, readonly unknown[]>;
type Tokenizer = Construct['tokenize'];
type State = ReturnType<Tokenizer>;
type Code = Parameters<State>[0];

const HASH = 35;
const AMPERSAND = 38;
const ASTERISK = 42;
const BACKSLASH = 92;
/** The highest code of micromark for a line ending. */
const LINE_ENDING = -3;

const PREFIX = /^[htw]$/i;
const MIN_PREFIX = 3;
const PUNCTUATION = /^[!-/:-@[-`{-~]$/;

/** How far the text of a tokenizer has been examined, so that no character is examined twice. */
const known = new WeakMap<object, { plainTo: number; marked: number }>();

/**
 * GitHub's extensions. An address within text that contains escapes, character references or marks of strong text, as
 * the service writes addresses that are no links, is read like any other text; a transform of the tree links it.
 */
export function gfmSyntax(): Extension {
  const syntax = gfm();
  const text = Object.entries(syntax.text ?? {}).map(([code, constructs]) => {
    const all = [constructs ?? []].flat() as Construct[];
    return [code, all.map((one) => (isAddress(one) ? withoutMarks(one) : one))];
  });
  return { ...syntax, text: Object.fromEntries(text) };
}

function isAddress({ name }: Construct): boolean {
  return name === 'protocolAutolink' || name === 'wwwAutolink';
}

function withoutMarks(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const address = construct.tokenize.call(this, effects, ok, nok);
      return effects.check({ tokenize: plainAddress, partial: true }, address, nok);
    },
  };
}

/** Matches an address without such marks. */
const plainAddress: Tokenizer = function plainAddress(effects, ok, nok) {
  const { offset: start } = this.now();
  const seen = known.get(this) ?? { plainTo: -1, marked: -1 };
  known.set(this, seen);
  let read = 0;
  let before: Code = null;
  return inside;

  function inside(this: unknown, code: Code): State | undefined {
    const at = start + read;
    // A backslash at the end of a line is a line break, and not part of the address.
    if (before === BACKSLASH && code !== null && code <= LINE_ENDING) return nok(code);
    if (code === null || code <= 32 || at < seen.plainTo) {
      seen.plainTo = Math.max(seen.plainTo, at);
      if (read > 0) effects.exit('data');
      return ok(code);
    }
    const sign = String.fromCharCode(code);
    if (read < MIN_PREFIX && !PREFIX.test(sign)) return nok(code);
    const isMark =
      (before === BACKSLASH && PUNCTUATION.test(sign)) ||
      (before === AMPERSAND && code === HASH) ||
      (before === ASTERISK && code === ASTERISK);
    if (isMark || at < seen.marked) {
      seen.marked = Math.max(seen.marked, at);
      return nok(code);
    }
    if (read === 0) effects.enter('data');
    before = code;
    read += 1;
    effects.consume(code);
    return inside;
  }
};
