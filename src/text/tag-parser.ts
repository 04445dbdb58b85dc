import { entityAt } from '@docs-platform-mcp/markdown';
import { Parser, type ParserOptions } from 'htmlparser2';
import type { Span } from './ranges.ts';

/** Callbacks for the tags of a text, in order. Entities in attributes are decoded. */
export interface TagHandler {
  onopentag(name: string, attributes: Readonly<Record<string, string>>): void;
  /** A self-closing tag. */
  onselfclosing(): void;
  /** The range of the tag, and of the rest after its name. */
  onclosetag(name: string, tag: Span, rest: Span): void;
  ontext(data: string): void;
  oncomment(): void;
  onprocessinginstruction(): void;
  oncdatastart(): void;
}

/** Without the rules of HTML, an unclosed script is read like everything else. */
const OPTIONS: ParserOptions = {
  xmlMode: true,
  lowerCaseTags: true,
  lowerCaseAttributeNames: true,
  // Of the named entities, this mode knows only those of XML.
  decodeEntities: false,
};

/** An entity in an attribute. A numeric one needs no semicolon. */
const ENTITY = /&(?:#(?:x0*([\da-f]{1,6})(?![\da-f])|0*(\d{1,7})(?!\d));?|[a-z][a-z\d]{1,31};)/gi;

/** Reads the tags of a text without pairing them: htmlparser2's own pairing is quadratic in the nesting depth. */
export class TagParser extends Parser {
  readonly #text: string;
  readonly #handler: TagHandler;

  constructor(text: string, handler: TagHandler) {
    const { ontext, oncomment, onprocessinginstruction, oncdatastart } = handler;
    const onopentag: TagHandler['onopentag'] = (name, attributes) =>
      handler.onopentag(name, decodedIn(attributes));
    super({ onopentag, ontext, oncomment, onprocessinginstruction, oncdatastart }, OPTIONS);
    this.#text = text;
    this.#handler = handler;
  }

  /** The parser does not wait for the end of void elements. */
  protected override isVoidElement(): boolean {
    return true;
  }

  override onclosetag(start: number, end: number): void {
    super.onclosetag(start, end);
    // The parser skips the rest after the name.
    const last = this.#text.indexOf('>', end);
    const rest: Span = [end, last === -1 ? end : last];
    const tag: Span = [
      this.#text.lastIndexOf('<', start),
      last === -1 ? this.#text.length : last + 1,
    ];
    this.#handler.onclosetag(this.#text.slice(start, end).toLowerCase(), tag, rest);
  }

  override onselfclosingtag(end: number): void {
    super.onselfclosingtag(end);
    this.#handler.onselfclosing();
  }
}

function decodedIn(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const values = Object.values(attributes);
  if (!values.some((value) => value.includes('&'))) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, withoutEntities(value)]),
  );
}

function withoutEntities(value: string): string {
  return value.replace(ENTITY, (entity: string, hex?: string, decimal?: string) => {
    const code = hex === undefined ? decimal : `x${hex}`;
    return entityAt(code === undefined ? entity : `&#${code};`, 0)?.text ?? entity;
  });
}

/** The open elements, each with its data. */
export class OpenElements<Kept> {
  readonly #open: { name: string; kept: Kept }[] = [];
  readonly #counts = new Map<string, number>();

  get innermost(): Kept | undefined {
    return this.#open.at(-1)?.kept;
  }

  open(name: string, kept: Kept): void {
    this.#open.push({ name, kept });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Closes the innermost element. */
  closeInnermost(): Kept | undefined {
    const last = this.#open.pop();
    if (last) this.#counts.set(last.name, (this.#counts.get(last.name) ?? 0) - 1);
    return last?.kept;
  }

  get innermostName(): string | undefined {
    return this.#open.at(-1)?.name;
  }

  /** The unclosed elements, outermost first. */
  get left(): readonly Kept[] {
    return this.#open.map(({ kept }) => kept);
  }

  /**
   * Closes the innermost element of this name and everything within it. Returns what was closed, innermost first; the
   * last one is the element of this name. Nothing if none is open.
   */
  close(name: string): Kept[] {
    const closed: Kept[] = [];
    if (!this.#counts.get(name)) return closed;
    while (this.innermostName !== name) closed.push(this.closeInnermost() as Kept);
    closed.push(this.closeInnermost() as Kept);
    return closed;
  }
}
