import type { Block, Definition, Scan } from './blocks.ts';
import { codeIn } from './code.ts';
import type { Enclosure } from './enclosures.ts';
import { Fragments } from './fragments.ts';
import { Anchors, type Heading, headingsOf } from './headings.ts';
import { lineFinder, type PlainLine, plainLines } from './lines.ts';
import type { Range } from './range.ts';
import { type Redirect, redirectReferences } from './redirect.ts';
import { type References, referencesIn } from './references.ts';
import { nextTurn, scan, scanInTurns } from './scan.ts';
import { type Section, sectionsIn } from './sections.ts';

/** Headings that are read before others get their turn. */
const HEADINGS_A_TURN = 1_000;

/** Longer titles of expandables lead nowhere. */
const MAX_SUMMARY = 1_000;

/** A text of the documentation platform, read once. What is asked of it is found when it is first asked. */
export class Markdown {
  readonly text: string;
  readonly #scan: Scan;
  #headings: Heading[] | undefined;
  #sections: Section[] | undefined;
  #references: References | undefined;
  #lines: PlainLine[] | undefined;
  #lineAt: ReturnType<typeof lineFinder> | undefined;
  #anchors: ReadonlySet<string> | undefined;
  #code: Range[] | undefined;

  private constructor(scanned: Scan) {
    this.text = scanned.text;
    this.#scan = scanned;
  }

  static read(text: string): Markdown {
    return new Markdown(scan(text));
  }

  /** The same, with pauses in which other work gets its turn: for texts of any length. */
  static async readInTurns(text: string): Promise<Markdown> {
    const scanned = await scanInTurns(text);
    const headings: Heading[] = [];
    for (const heading of headingsOf(scanned)) {
      headings.push(heading);
      if (headings.length % HEADINGS_A_TURN === 0) await nextTurn();
    }
    const markdown = new Markdown(scanned);
    markdown.#headings = headings;
    return markdown;
  }

  /** Its blocks that have none within them, in order. */
  get blocks(): readonly Block[] {
    return this.#scan.blocks;
  }

  /** Its blocks of liquid that have an end, such as hints, tabs and steps, by where they start. */
  get liquid(): readonly Enclosure[] {
    return this.#scan.liquid;
  }

  /** Its elements of HTML that may have blocks within them and have an end. */
  get html(): readonly Enclosure[] {
    return this.#scan.html;
  }

  get headings(): readonly Heading[] {
    this.#headings ??= [...headingsOf(this.#scan)];
    return this.#headings;
  }

  get sections(): readonly Section[] {
    this.#sections ??= sectionsIn(this.#scan, this.headings);
    return this.#sections;
  }

  /** Links, images, attributes and tags that lead elsewhere, by where their targets stand. */
  get references(): References {
    this.#references ??= referencesIn(this.#scan);
    return this.#references;
  }

  /** Its words line by line. */
  get lines(): readonly PlainLine[] {
    this.#lines ??= plainLines(this.#scan, this.headings);
    return this.#lines;
  }

  /** Number of the line, counted from 1, that an offset is on. */
  lineOf(offset: number): number {
    this.#lineAt ??= lineFinder(this.text);
    return this.#lineAt(offset).number;
  }

  /** Where code stands, in blocks and in running text, marks included. */
  get code(): readonly Range[] {
    this.#code ??= codeIn(this.#scan);
    return this.#code;
  }

  /** The targets that references have by name, each with the line that it stands on. */
  get definitions(): readonly Definition[] {
    return this.#scan.definitions;
  }

  /** The fragments that lead somewhere in it: to headings, ids of HTML, tabs, expandables and footnotes. */
  get anchors(): ReadonlySet<string> {
    this.#anchors ??= this.#findAnchors();
    return this.#anchors;
  }

  /** The same in every form in which the service has written them in links. */
  get fragments(): Fragments {
    return new Fragments(this.anchors, this.headings);
  }

  /** The text with its references redirected, each in its place. */
  redirected(redirect: Redirect): string {
    return redirectReferences(this.text, this.references, redirect);
  }

  #findAnchors(): Set<string> {
    const anchors = new Set([...this.headings.map(({ anchor }) => anchor), ...this.references.ids]);
    const made = new Anchors();
    for (const { name, attributes } of this.#scan.liquid) {
      for (const attribute of attributes) {
        if (name === 'tab' && attribute.name === 'title') anchors.add(made.make(attribute.value));
        if (name === 'update' && attribute.name === 'date') anchors.add(attribute.value);
      }
    }
    for (const { name, inner } of this.#scan.html) {
      if (name !== 'details') continue;
      const start = this.text.slice(inner.start, inner.start + MAX_SUMMARY);
      const [summary] = /<summary>[\s\S]*?<\/summary>/i.exec(start) ?? [];
      if (summary) anchors.add(made.make(summary.replaceAll(/<[^<>]*>/g, ' ').trim()));
    }
    for (const [, name] of this.text.matchAll(/\[\^([^\]\s]{1,100})\]/g)) {
      anchors.add(`user-content-fn-${name}`);
      anchors.add(`fn-${name}`);
    }
    return anchors;
  }
}
