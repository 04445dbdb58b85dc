import { CSS_WAYS } from './css.ts';
import { HTML_WAYS } from './html.ts';
import { MARKDOWN_WAYS } from './markdown.ts';
import { SEEN_WAYS } from './seen.ts';

/** The position of an instruction in a text. */
export const PLACE = '§';

/** Ways to hide an instruction from the readers of a page, by the feature that hides it. */
export const WAYS: Readonly<Record<string, readonly string[]>> = {
  ...MARKDOWN_WAYS,
  ...HTML_WAYS,
  ...CSS_WAYS,
  ...SEEN_WAYS,
};
