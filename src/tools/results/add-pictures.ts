import type { Arguments } from '../../operations/index.ts';
import type { Picture } from '../../pictures/index.ts';
import type { CallContext, Tool } from '../tool.ts';
import type { Facts } from '../views/view.ts';
import type { PictureSource } from './picture-arguments.ts';
import { successResult, type ToolResult } from './result.ts';

/** Tokens reserved for the descriptions of the pictures of a page. */
const CAPTION_TOKENS = 400;

/** The pictures that a call shows; undefined: none. */
export function picturesWanted(
  { pictureSource }: Tool,
  args: Arguments,
): PictureSource | undefined {
  return (args.images ?? pictureSource === 'file') ? pictureSource : undefined;
}

/** The facts of a file with its content, and its picture if it is one. */
export async function addFileContent(
  facts: Facts,
  context: CallContext,
): Promise<{ facts: Facts; pictures: readonly Picture[] }> {
  const { fileContent } = await import('./read-pictures.ts');
  return fileContent(facts, context);
}

/** The result of a page, with its pictures. `cut` makes the result within this many tokens. */
export async function addPictures(
  { operation }: Tool,
  args: Arguments,
  context: CallContext & { maxResultTokens: number },
  makeResult: (maxTokens: number) => Promise<ToolResult>,
): Promise<ToolResult> {
  const { maxResultTokens: tokens } = context;
  const page = await makeResult(Math.max(tokens - CAPTION_TOKENS, tokens / 2));
  if (!operation || !page.structured) return page;
  const { picturesOfPage } = await import('./read-pictures.ts');
  const { facts, pictures } = await picturesOfPage(operation, args, page.structured, context);
  return {
    ...page,
    ...successResult({ ...page.structured, ...facts }),
    ...(pictures.length > 0 && { pictures }),
  };
}
