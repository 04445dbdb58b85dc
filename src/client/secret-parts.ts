/** So many characters of a secret in a row are a secret as well. */
const LENGTH = 12;

const MARK = '[token]';

/** A word in which a secret may be encoded. */
const WORD = /[^\s"<>]{12,}/g;

/** A character in percent encoding, or as an entity or escape. */
const ENCODED =
  /%([\da-f]{2})|&#x0{0,4}([\da-f]{2});|\\u00([\da-f]{2})|\\x([\da-f]{2})|&#0{0,4}(\d{2,3});/gi;

/** Rows of characters of base64, in both of its alphabets, and of hexadecimal numbers. */
const BASE64 = /[\w+/-]{16,}/g;
const HEX = /[\da-f]{24,}/gi;

/** Finds a secret in texts that others wrote: a part of it, in any case, plain or encoded. */
export class SecretParts {
  readonly #secret: string;
  #parts: ReadonlySet<string> | undefined;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The text with a mark in place of each part of the secret. */
  removedFrom(text: string): string {
    if (this.#secret.length < LENGTH || text.length < LENGTH) return text;
    return this.#withoutPlain(text).replace(WORD, (word) =>
      decodingsOf(word).some((decoded) => this.#find(decoded.toLowerCase(), 0) !== -1)
        ? MARK
        : word,
    );
  }

  #withoutPlain(text: string): string {
    const lower = text.toLowerCase();
    // A letter whose other case is longer moves everything after it.
    if (lower.length !== text.length) return this.#find(lower, 0) === -1 ? text : MARK;
    let shown = '';
    let done = 0;
    for (let at = this.#find(lower, 0); at !== -1; at = this.#find(lower, done)) {
      shown += text.slice(done, at) + MARK;
      done = at + LENGTH;
      while (this.#isPart(lower, done - LENGTH + 1)) done += 1;
    }
    return shown + text.slice(done);
  }

  /** The offset of the first part of the secret; -1 if there is none. */
  #find(lower: string, from: number): number {
    for (let at = from; at + LENGTH <= lower.length; at += 1) {
      if (this.#isPart(lower, at)) return at;
    }
    return -1;
  }

  #isPart(lower: string, at: number): boolean {
    this.#parts ??= partsOf(this.#secret.toLowerCase());
    return this.#parts.has(lower.slice(at, at + LENGTH));
  }
}

function partsOf(secret: string): ReadonlySet<string> {
  return new Set(
    Array.from({ length: secret.length - LENGTH + 1 }, (_, at) => secret.slice(at, at + LENGTH)),
  );
}

/** What a word may stand for, encoded up to twice. */
function decodingsOf(word: string): string[] {
  const once = unescaped(word);
  const twice = unescaped(once);
  const numbers = (kind: RegExp, encoding: 'base64' | 'hex', places: readonly number[]) =>
    (twice.match(kind) ?? []).flatMap((piece) =>
      // The secret may begin at any place of a group.
      places.map((place) => Buffer.from(piece.slice(place), encoding).toString('latin1')),
    );
  return [once, twice, ...numbers(BASE64, 'base64', [0, 1, 2, 3]), ...numbers(HEX, 'hex', [0, 1])];
}

function unescaped(text: string): string {
  return text.replace(ENCODED, (_, ...groups: (string | undefined)[]) => {
    const decimal = groups[4];
    const hex = groups.slice(0, 4).find((digits) => digits !== undefined);
    return String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
