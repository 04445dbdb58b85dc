import { fillPieces, type RenderContext } from '../../src/render/fill.ts';
import { renderComment, renderPage } from '../../src/render/page.ts';

/** The targets of links on a page. */
export const around: RenderContext = {
  page: (id) =>
    id === 'gone'
      ? undefined
      : {
          href: `/app/s/space/${id}`,
          title: `Page <${id}>`,
          heading: (anchor) => (anchor === 'gone' ? undefined : `Part <${anchor}>`),
        },
  file: (id) =>
    id === 'gone' ? undefined : { href: `/files/${id}/name.png`, name: 'name.png', size: 2_400 },
  value: (of, name) => (name === 'version' ? `<b>${of}</b> & "1.2"` : undefined),
  include: (id) => (id === 'shared' ? renderPage('Shared *words*') : undefined),
  operations: (asked) => asked.map(({ spec, path }) => `<p>${spec} ${path}</p>`),
  showsConditions: true,
};

/** A page as HTML on one line. */
export const html = (markdown: string, place = around) =>
  fillPieces(renderPage(markdown), place).replaceAll('\n', '');

/** A comment as HTML on one line. */
export const comment = (markdown: string) =>
  fillPieces(renderComment(markdown), around).replaceAll('\n', '');
