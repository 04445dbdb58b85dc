import type { CustomTableLayout, Style } from 'pdfmake/interfaces.js';

/** Sizes and distances are in points. */
export const PAGE_MARGIN = 56;
export const TEXT_WIDTH = 595 - 2 * PAGE_MARGIN;
export const MAX_IMAGE_HEIGHT = 600;
const GRAY = '#8a8f98';

export const BASE: Style = { font: 'Sans', fontSize: 10, lineHeight: 1.25, color: '#1f2328' };

const below = (bottom: number): [number, number, number, number] => [0, 0, 0, bottom];

const heading = (fontSize: number): Style => ({
  fontSize,
  bold: true,
  margin: [0, fontSize * 0.6, 0, fontSize * 0.35],
});

export const STYLES: Record<string, Style> = {
  title: { fontSize: 22, bold: true, margin: below(8) },
  description: { color: GRAY, margin: below(12) },
  h1: heading(18),
  h2: heading(16),
  h3: heading(13.5),
  h4: heading(12),
  h5: heading(11),
  h6: heading(10),
  paragraph: { margin: below(7) },
  list: { margin: below(7) },
  boxed: { margin: below(9) },
  code: { font: 'Mono', fontSize: 8.5, lineHeight: 1.2 },
  inlineCode: { font: 'Mono', fontSize: 9, background: '#eef0f3' },
  link: { color: '#0b57d0', decoration: 'underline' },
  head: { bold: true },
  running: { fontSize: 8, color: GRAY, margin: [PAGE_MARGIN, 20, PAGE_MARGIN, 0] },
};

/** A box for code. */
export const CODE_BOX: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  fillColor: () => '#f4f5f7',
  paddingLeft: () => 8,
  paddingRight: () => 8,
  paddingTop: () => 6,
  paddingBottom: () => 6,
};

/** A bar at the left of a quotation. */
export const QUOTE_BOX: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: (column) => (column === 0 ? 2 : 0),
  vLineColor: () => GRAY,
  paddingLeft: () => 10,
};

export const GRID: CustomTableLayout = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => GRAY,
  vLineColor: () => GRAY,
};
