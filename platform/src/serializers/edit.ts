import type { Context } from '../auth/context.ts';
import type { ChangeRequest } from '../content/change-requests.ts';
import type { EditResult, PageOutcome } from '../content/edit/edit.ts';
import { location } from './context.ts';
import { fileObject } from './file.ts';

/** The result of a content edit, page by page. */
export function editObject(
  context: Context,
  changeRequest: object,
  { space, id }: ChangeRequest,
  { outcomes, files }: EditResult,
) {
  const base = `/spaces/${space}/change-requests/${id}/content`;
  return {
    changeRequest,
    changes: outcomes.map((outcome) => change(context, base, outcome)),
    ...(files.length > 0 && {
      insertedFiles: files.map(({ file, ref }) => ({
        ...fileObject(context, file),
        ...(ref !== undefined && { ref }),
      })),
    }),
  };
}

function change(context: Context, base: string, { kind, page, ref }: PageOutcome) {
  if (kind === 'deleted') return { object: 'deleted_page' as const, page };
  const urls = { location: location(context, `${base}/page/${page}`) };
  return {
    object: `${kind}_page` as const,
    ...(ref !== undefined && { ref }),
    page: { object: 'page' as const, id: page, urls },
  };
}
