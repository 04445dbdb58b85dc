import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { h } from 'hastscript';
import { mentionLinks } from './mentions.ts';

/** A column of a table, as declared by its header. */
type TableColumn = Element['properties'];

/** Columns that configure cards and are not shown. */
const SETTINGS = ['dataHidden', 'dataCardTarget', 'dataCardCover', 'dataCardCoverDark'];

/** Maximum number of stars in a rating. */
const MAX_STARS = 10;

/** A table for display: hidden columns are omitted, and values are shown by the type of their column. */
export function table(node: Element): Element {
  const columns = columnsOf(node);
  if (columns.some((column) => column.dataHidden !== undefined || column.dataType)) {
    for (const row of rowsOf(node)) {
      row.children = cellsOf(row).flatMap((cell, index) => {
        const column = columns[index] ?? {};
        if (column.dataHidden !== undefined) return [];
        if (cell.tagName === 'td') {
          if (column.dataType === 'content-ref') mentionLinks(cell);
          cell.children = shownValue(cell, column);
        }
        return [cell];
      });
    }
  }
  return node;
}

/** A table of cards as a list: each row is a card with its picture, texts and target. */
export function cards(node: Element): Element {
  const columns = columnsOf(node);
  const rows = rowsOf(node).filter((row) => cellsOf(row).some(({ tagName }) => tagName === 'td'));
  return h(
    'ul.cards',
    rows.map((row) => card(cellsOf(row), columns)),
  );
}

function card(cells: readonly Element[], columns: readonly TableColumn[]): Element {
  const find = (name: string) => cells[columns.findIndex((column) => column[name] !== undefined)];
  for (const [index, cell] of cells.entries()) {
    if (columns[index]?.dataType === 'content-ref') mentionLinks(cell);
  }
  const target = find('dataCardTarget');
  const address = target && first(target, 'a')?.properties.href;
  const covers = [find('dataCardCover'), find('dataCardCoverDark')].map(pictureIn);
  const shown = cells.flatMap((cell, index) => {
    const column = columns[index] ?? {};
    const isSetting = SETTINGS.some((name) => column[name] !== undefined);
    if (isSetting || isEmpty(cell)) return [];
    return [h('div', shownValue(cell, column))];
  });
  // Many cards begin with an icon, which does not name the target of a link.
  const named = Math.max(shown.findIndex(hasWords), 0);
  const title = shown[named];
  const head =
    title && address && !first(title, 'a')
      ? [h('a', { href: address }, title.children)]
      : (title?.children ?? []);
  return h('li.card', [
    ...picture(covers),
    ...shown.slice(0, named),
    ...(title ? [h('div.card-title', head)] : []),
    ...shown.slice(named + 1),
    ...(!title && address ? [h('a', { href: address }, target?.children ?? [])] : []),
  ]);
}

/** The address of a picture that a cell links or shows. */
function pictureIn(cell: Element | undefined): string | undefined {
  if (!cell) return undefined;
  const address = first(cell, 'a')?.properties.href ?? first(cell, 'img')?.properties.src;
  return typeof address === 'string' ? address : undefined;
}

function picture([light, dark]: (string | undefined)[]): Element[] {
  const address = light ?? dark;
  if (address === undefined) return [];
  const image = h('img.cover', { src: address, alt: '' });
  if (dark === undefined || dark === address) return [image];
  return [
    h('picture', [h('source', { srcSet: dark, media: '(prefers-color-scheme: dark)' }), image]),
  ];
}

function shownValue(cell: Element, { dataType, dataMax }: TableColumn): ElementContent[] {
  const text = textOf(cell).trim();
  if (dataType === 'checkbox') {
    const checked = text === 'true';
    return [
      h('input', { type: 'checkbox', checked, disabled: true, ariaLabel: checked ? 'Yes' : 'No' }),
    ];
  }
  if (dataType === 'rating' && /^\d+$/.test(text)) {
    const most = Math.min(Number(dataMax ?? 5) || 5, MAX_STARS);
    const stars = Math.min(Number(text), most);
    return [
      h(
        'span',
        { role: 'img', ariaLabel: `${stars} of ${most}` },
        '★'.repeat(stars) + '☆'.repeat(most - stars),
      ),
    ];
  }
  return cell.children;
}

function columnsOf(node: Element): TableColumn[] {
  const head = rowsOf(node)[0];
  return head
    ? cellsOf(head).map(({ tagName, properties }) => (tagName === 'th' ? properties : {}))
    : [];
}

/** Rows of the table itself, not of tables in its cells. */
function rowsOf(node: Element): Element[] {
  return elements(node).flatMap((child) => {
    if (child.tagName === 'tr') return [child];
    return /^t(head|body|foot)$/.test(child.tagName) ? elements(child).filter(isRow) : [];
  });
}

function isRow({ tagName }: Element): boolean {
  return tagName === 'tr';
}

function cellsOf(row: Element): Element[] {
  return elements(row).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
}

function elements({ children }: Element): Element[] {
  return children.filter((child) => child.type === 'element');
}

function isEmpty(cell: Element): boolean {
  return textOf(cell).trim() === '' && !first(cell, 'img') && !first(cell, 'span');
}

/** Whether an element has text besides icons. */
function hasWords(node: Element): boolean {
  return node.children.some((child) =>
    child.type === 'element'
      ? child.tagName !== 'i' && child.properties.ariaHidden !== 'true' && hasWords(child)
      : child.type === 'text' && child.value.trim() !== '',
  );
}

/** The first element of this name inside of another. */
export function first(node: Element, name: string): Element | undefined {
  for (const child of elements(node)) {
    const found = child.tagName === name ? child : first(child, name);
    if (found) return found;
  }
  return undefined;
}
