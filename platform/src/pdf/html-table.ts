import { Parser } from 'htmlparser2';
import type { Content, ContentText } from 'pdfmake/interfaces.js';
import { type PdfContext, styledRun } from './inlines.ts';
import { GRID } from './style.ts';

interface Cell {
  runs: ContentText[];
  isHead: boolean;
  isHidden: boolean;
}

/** Elements that begin on a line of their own. */
const LINES: ReadonlySet<string> = new Set('br div li p'.split(' '));

/** A table that is written in HTML, without the columns that readers do not see; undefined for other HTML. */
export function htmlTable(html: string, around: PdfContext): Content | undefined {
  if (!/^\s*<table[\s>]/i.test(html)) return undefined;
  const rows = rowsOf(html, around);
  const hidden = new Set(rows[0]?.flatMap(({ isHidden }, at) => (isHidden ? at : [])));
  const shown = rows
    .map((row) => row.filter((_, at) => !hidden.has(at)))
    .filter((row) => row.some(({ runs }) => runs.some(({ text }) => String(text).trim() !== '')));
  const columns = Math.max(0, ...shown.map((row) => row.length));
  if (columns === 0) return undefined;
  const body = shown.map((row) =>
    Array.from({ length: columns }, (_, at): Content => {
      const { runs = [], isHead = false } = row[at] ?? {};
      return { text: runs, ...(isHead && { style: 'head' }) };
    }),
  );
  const widths = Array.from({ length: columns }, () => '*');
  const headerRows = shown[0]?.every(({ isHead }) => isHead) ? 1 : 0;
  return { table: { headerRows, widths, body }, layout: GRID, style: 'boxed' };
}

function rowsOf(html: string, { targetOf }: PdfContext): Cell[][] {
  const rows: Cell[][] = [];
  const links: (string | undefined)[] = [];
  let open: Cell | undefined;
  const add = (text: string) => {
    const target = links.at(-1) === undefined ? undefined : targetOf(links.at(-1) ?? '');
    open?.runs.push(styledRun(text, target ? { ...target, style: 'link' } : {}));
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'tr') rows.push([]);
      else if (name === 'td' || name === 'th') {
        const isHidden = attributes['data-hidden'] !== undefined;
        open = { runs: [], isHead: name === 'th', isHidden };
        rows.at(-1)?.push(open);
      } else if (name === 'a') links.push(attributes.href);
      else if (name === 'img') add(attributes.alt ? `[${attributes.alt}]` : '');
      else if (LINES.has(name) && open?.runs.length) add('\n');
    },
    ontext: (text) => add(text.replaceAll(/\s+/g, ' ')),
    onclosetag: (name) => {
      if (name === 'a') links.pop();
      else if (name === 'td' || name === 'th') open = undefined;
    },
  });
  parser.end(html);
  return rows;
}
