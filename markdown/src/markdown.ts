import type { Block, Definition, Scan } from './blocks.ts';
import type { Enclosure } from './enclosures.ts';
import { Fragments } from './fragments.ts';
import { Anchors, type Heading, headingsOf } from './headings.ts';
import { lineFinder, type PlainLine, plainLines } from './lines.ts';
import { type Fault, faultsIn } from './nesting.ts';
import type { Range } from './range.ts';
import { RecentTexts } from './recent.ts';
import { type References, referencesIn } from './references.ts';
import { type NewTarget, retargetReferences } from './retarget.ts';
import { lineRoles, type RoleOfLine } from './roles.ts';
import { Scanner } from './scanner.ts';
import { type Section, sectionsIn } from './sections.ts';
import type { Tag } from './tags.ts';
import { WordReader } from './words.ts';

/** The ranges of code in a text, in order. */
export function codeIn(scan: Scan): Range[] {
  const reader = new WordReader(scan);
  const code: Range[] = [];
  for (const { type, start, end, content } of scan.blocks) {
    if (type === 'code') code.push({ start, end });
    const isText = type === 'paragraph' || type === 'heading' || type === 'table';
    if (!isText || !scan.text.slice(content.start, content.end).includes('`')) continue;
    for (const range of reader.inline(content).code) code.push(range);
  }
  return code;
}

/** The liquid tags of a text, in blocks and inline, in order. */
function tagsIn(scan: Scan): Tag[] {
  const reader = new WordReader(scan);
  return scan.blocks.flatMap(({ type, content, tag }) => {
    if (tag) return [tag];
    const isText = type === 'paragraph' || type === 'heading' || type === 'table';
    return isText ? reader.inline(content).liquid : [];
  });
}

/** Headings that are processed before other work gets a turn. */
const HEADINGS_A_TURN = 1_000;

/** Characters scanned before other work gets a turn: some milliseconds. */
const TURN = 10_000;

/** Longer titles of expandables have no fragment. */
const MAX_SUMMARY = 1_000;

/** Tools and checks read the same text one after another, each of them anew. */
const recent = new RecentTexts<Markdown>();

/** A parsed text of the documentation platform. Every property is computed on first access. */
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
  #tags: Tag[] | undefined;
  #faults: Fault[] | undefined;

  private constructor(scanned: Scan) {
    this.text = scanned.text;
    this.#scan = scanned;
  }

  static read(text: string): Markdown {
    const known = recent.get(text);
    if (known) return known;
    const markdown = new Markdown(scan(text));
    recent.set(text, markdown);
    return markdown;
  }

  /** The same, with pauses in which other work gets a turn: for texts of any length. */
  static async readInTurns(text: string): Promise<Markdown> {
    const known = recent.get(text);
    if (known) return known;
    const scanned = await scanInTurns(text);
    const headings: Heading[] = [];
    await nextTurn();
    for (const heading of headingsOf(scanned)) {
      headings.push(heading);
      if (headings.length % HEADINGS_A_TURN === 0) await nextTurn();
    }
    const markdown = new Markdown(scanned);
    markdown.#headings = headings;
    recent.set(text, markdown);
    return markdown;
  }

  /** Its leaf blocks, in order. */
  get blocks(): readonly Block[] {
    return this.#scan.blocks;
  }

  /** Its closed liquid blocks, such as hints, tabs and steps, ordered by their start. */
  get liquid(): readonly Enclosure[] {
    return this.#scan.liquid;
  }

  /** Its liquid tags, in blocks and inline, in order. */
  get tags(): readonly Tag[] {
    this.#tags ??= tagsIn(this.#scan);
    return this.#tags;
  }

  /** The texts in which marks of liquid tags are text. */
  get literals(): readonly Range[] {
    return this.#scan.literals;
  }

  /** Its closed HTML elements that may contain blocks of markdown. */
  get html(): readonly Enclosure[] {
    return this.#scan.html;
  }

  /** What is wrong with the nesting of its blocks, in order. */
  get faults(): readonly Fault[] {
    this.#faults ??= faultsIn(this.#scan);
    return this.#faults;
  }

  get headings(): readonly Heading[] {
    this.#headings ??= [...headingsOf(this.#scan)];
    return this.#headings;
  }

  get sections(): readonly Section[] {
    this.#sections ??= sectionsIn(this.#scan, this.headings);
    return this.#sections;
  }

  /** Links, images, attributes and tags with a target elsewhere, ordered by the position of the target. */
  get references(): References {
    this.#references ??= referencesIn(this.#scan);
    return this.#references;
  }

  /** Its visible text, line by line. */
  get lines(): readonly PlainLine[] {
    this.#lines ??= plainLines(this.#scan, this.headings);
    return this.#lines;
  }

  /** The role of each line of its visible text. */
  lineRoles(): RoleOfLine[] {
    return lineRoles(this.#scan, this.lines);
  }

  /** The line number, counted from 1, at an offset. */
  lineOf(offset: number): number {
    this.#lineAt ??= lineFinder(this.text);
    return this.#lineAt(offset).number;
  }

  /** The ranges of code, in blocks and inline, including delimiters. */
  get code(): readonly Range[] {
    this.#code ??= codeIn(this.#scan);
    return this.#code;
  }

  /** The ranges of fenced and indented code, including delimiters. */
  get codeBlocks(): readonly Range[] {
    return this.#scan.blocks.filter(({ type }) => type === 'code');
  }

  /** The reference definitions by name, each with its line. */
  get definitions(): readonly Definition[] {
    return this.#scan.definitions;
  }

  /** Its valid fragments: of headings, HTML ids, tabs, expandables and footnotes. */
  get anchors(): ReadonlySet<string> {
    this.#anchors ??= this.#findAnchors();
    return this.#anchors;
  }

  /** The titles of which the service makes fragments: those of headings without an id, and of expandables. */
  get titles(): readonly string[] {
    const headings = this.headings.filter(({ given }) => !given);
    return [...headings.map(({ text }) => text), ...this.#expandables()];
  }

  /** The same in every form that the service has ever used in links. */
  get fragments(): Fragments {
    return new Fragments(
      this.anchors,
      this.titles.map((text) => ({ text })),
    );
  }

  /** The text with its references retargeted in place. */
  retargeted(newTarget: NewTarget): string {
    return retargetReferences(this.text, this.references, newTarget);
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
    for (const title of this.#expandables()) anchors.add(made.make(title));
    for (const [, name] of this.text.matchAll(/\[\^([^\]\s]{1,100})\]/g)) {
      anchors.add(`user-content-fn-${name}`);
      anchors.add(`fn-${name}`);
    }
    return anchors;
  }

  /** The titles of expandables. */
  #expandables(): string[] {
    return this.#scan.html.flatMap(({ name, inner }) => {
      if (name !== 'details') return [];
      const start = this.text.slice(inner.start, inner.start + MAX_SUMMARY);
      const [summary] = /<summary>[\s\S]*?<\/summary>/i.exec(start) ?? [];
      return summary ? [summary.replaceAll(/<[^<>]*>/g, ' ').trim()] : [];
    });
  }
}

/** Scans the blocks of a text, in linear time for any text. */
function scan(text: string): Scan {
  const scanner = new Scanner(text);
  scanner.advance();
  return scanner.finish();
}

/** The same as `scan`, with pauses in which other work gets a turn. */
async function scanInTurns(text: string): Promise<Scan> {
  const scanner = new Scanner(text);
  while (scanner.advance(TURN)) await nextTurn();
  return scanner.finish();
}

/** Yields to other work. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
