import type { ElementContent } from 'hast';
import type { VarScope } from '../markdown/values.ts';

/** A placeholder to fill once it is known for whom and where the text is shown. */
export type Hole =
  /** The start of a link to a page or file. */
  | { kind: 'link'; url: string; rest: string }
  /** The title of the page or the name of the file that is linked. */
  | { kind: 'title'; url: string; fallback: string }
  /** The escaped address in an attribute. */
  | { kind: 'image'; before: string; url: string; after: string; alt: string }
  | { kind: 'source'; url: string; rest: string }
  | { kind: 'file-size'; url: string }
  /** The value of a variable; `written` is the HTML of its expression. */
  | { kind: 'value'; of: VarScope; name: string; written: string }
  | { kind: 'include'; url: string }
  | { kind: 'operation'; attributes: Readonly<Record<string, string>> }
  /** Everything up to its end depends on the reader. */
  | { kind: 'condition' }
  | { kind: 'condition-end' }
  /** Stays empty: the rest of the text was not rendered, because time was up. */
  | { kind: 'unfinished' };

/** HTML, or a hole to fill in. */
export type HtmlPiece = string | Hole;

/** Whether a piece marks a text that was not rendered to its end. */
export function isUnfinished(piece: HtmlPiece): boolean {
  return typeof piece !== 'string' && piece.kind === 'unfinished';
}

/** Never part of a text: parsers replace it. */
const MARK = '\0';

/** The holes of one text, and their placeholders in its tree. */
export class Holes {
  readonly #all: Hole[] = [];

  /** A placeholder node for a hole. */
  add(hole: Hole): ElementContent {
    this.#all.push(hole);
    return raw(`${MARK}${this.#all.length - 1}${MARK}`);
  }

  /** The HTML of the tree, cut at its holes. */
  cut(html: string): HtmlPiece[] {
    return html.split(MARK).flatMap((part, index): HtmlPiece[] => {
      if (index % 2 === 0) return part === '' ? [] : [part];
      const hole = this.#all[Number(part)];
      return hole ? [hole] : [];
    });
  }
}

/** Trusted HTML; never from an author. */
export function raw(value: string): ElementContent {
  return { type: 'raw', value };
}
