import type { Arguments } from '../../operations/index.ts';
import type { Picture } from '../../pictures/index.ts';
import type { CallContext, Tool } from '../tool.ts';
import type { Facts } from '../views/view.ts';
import type { Pictured } from './picture-arguments.ts';
import { successResult, type ToolResult } from './result.ts';

/** Tokens reserved for the descriptions of the pictures of a page. */
const TOKENS_ABOUT_PICTURES = 400;

/** The pictures that a call shows; undefined: none. */
export function picturesWanted({ pictured }: Tool, args: Arguments): Pictured | undefined {
  return (args.images ?? pictured === 'file') ? pictured : undefined;
}

/** The facts of a file with its content, and its picture if it is one. */
export async function withContent(
  facts: Facts,
  context: CallContext,
): Promise<{ facts: Facts; pictures: readonly Picture[] }> {
  const { fileContent } = await import('./read-pictures.ts');
  return fileContent(facts, context);
}

/** The result of a page, with its pictures. `cut` makes the result within this many tokens. */
export async function withPictures(
  { operation }: Tool,
  args: Arguments,
  context: CallContext & { maxResultTokens: number },
  cut: (maxTokens: number) => Promise<ToolResult>,
): Promise<ToolResult> {
  const { maxResultTokens: tokens } = context;
  const page = await cut(Math.max(tokens - TOKENS_ABOUT_PICTURES, tokens / 2));
  if (!operation || !page.structured) return page;
  const { picturesOfPage } = await import('./read-pictures.ts');
  const { facts, pictures } = await picturesOfPage(operation, args, page.structured, context);
  return {
    ...page,
    ...successResult({ ...page.structured, ...facts }),
    ...(pictures.length > 0 && { pictures }),
  };
}
