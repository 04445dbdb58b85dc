import type { Context } from '../../auth/caller.ts';
import type { View } from '../../content/model.ts';
import { files, pages } from '../../content/tables.ts';
import { pathOf } from '../../content/tree.ts';
import { fileObject } from '../../views/file.ts';
import { pageAppUrl } from '../../views/page.ts';
import type { LinkTargets } from '../markdown/to-html.ts';
import type { Crumb } from '../parts/document.ts';

/** What every page of the application is headed by. */
export const BRAND: Crumb = { title: 'Docs platform', href: '/app' };

export const organizationHref = (organization: string) => `/app/o/${organization}`;
export const spaceHref = (space: string) => `/app/s/${space}`;
export const requestHref = (space: string, number: number) =>
  `${spaceHref(space)}/change-requests/${number}`;

/** Where links in texts of a space lead within the application. */
export function appTargets(context: Context, view: View): LinkTargets {
  const { db } = context;
  return {
    page: (id) => {
      const page = pages.find(db, view, id);
      return page && pageAppUrl(context, view, pathOf(db, view, page));
    },
    file: (id) => {
      const file = files.find(db, view, id);
      return file && fileObject(context, file).downloadURL;
    },
  };
}
