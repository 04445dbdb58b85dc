import type { Context } from '../../auth/context.ts';
import type { ContentState } from '../../content/model.ts';
import type { RenderContext } from '../../render/fill.ts';
import { pageAppUrl } from '../../serializers/page.ts';
import type { SpaceRow } from '../../spaces/schema.ts';
import type { Crumb } from '../parts/document.ts';
import { renderContextOf } from '../parts/render-context.ts';

/** The heading of every page of the application. */
export const BRAND: Crumb = { title: 'Docs platform', href: '/app' };

export const organizationHref = (organization: string) => `/app/o/${organization}`;
export const spaceHref = (space: string) => `/app/s/${space}`;
export const requestHref = (space: string, number: number) =>
  `${spaceHref(space)}/change-requests/${number}`;

/** Resolves links in texts of a space within the application. */
export function appRenderContext(
  context: Context,
  { organization }: Pick<SpaceRow, 'organization'>,
  state: ContentState,
  page?: string,
): RenderContext {
  return renderContextOf({
    db: context.db,
    organization,
    state,
    page,
    hrefOf: (path) => pageAppUrl(context, state, path),
    showsConditions: true,
  });
}
