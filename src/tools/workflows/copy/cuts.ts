import { Refusal } from '../../refusal.ts';
import type { PageEdit } from '../open-change-request/changes.ts';
import type { Copy, CopyTarget } from './copy.ts';

/** A part of a page, or a page, that moves to another location. */
export interface MovedPart {
  /** Its former page. */
  page: string;
  /** Its anchors, with those at its new location. The empty one stands for the page itself. */
  anchors: Readonly<Record<string, string>>;
  /** The index of the change that writes it. */
  to: number;
}

/** A part that is removed after it was copied. */
export interface CutPart {
  /** The index of the change, as the caller gave it. */
  from: number;
  removal: PageEdit;
  move: MovedPart;
}

/** @throws {Refusal} for a copy whose original cannot be removed by the same call. */
export function refuseWrongCut(
  { change, index, page, section }: Omit<Copy, 'spaceId' | 'pages' | 'earlier'>,
  spaceId: string,
  target: CopyTarget,
): void {
  const isPage = section === undefined;
  const problem =
    spaceId !== target.spaceId
      ? 'takes away from the same space only; copy, and delete the original there'
      : isPage && change.operation === 'insert_page'
        ? 'takes sections of a page; update_page with into or after moves a whole page'
        : isPage && (page.pages ?? []).length > 0
          ? 'would delete the pages below the original; move them first'
          : undefined;
  if (problem) throw new Refusal(`Nothing was written. changes[${index}].cut ${problem}.`);
}
