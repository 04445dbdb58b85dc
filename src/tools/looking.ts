import type { Arguments } from '../operations/index.ts';
import type { Picture } from '../pictures/index.ts';
import type { CallContext, Tool } from './tool.ts';
import type { Shown } from './views/budget.ts';
import type { Facts } from './views/view.ts';

/** Tokens reserved for the descriptions of the pictures of a page. */
const TOKENS_ABOUT_PICTURES = 400;

interface LookResult {
  shown: Shown;
  pictures: readonly Picture[];
}

/** The facts truncated to their budget, with the pictures if the tool has any and the caller wants them. */
export async function withPictures(
  { pictured, operation }: Tool,
  facts: Facts,
  args: Arguments,
  context: CallContext & { maxResultTokens: number },
  cut: (facts: Facts, maxTokens: number) => Promise<Shown>,
): Promise<LookResult> {
  const { maxResultTokens: tokens } = context;
  const isWanted = args.images ?? pictured === 'file';
  if (!pictured || !operation || !isWanted) {
    return { shown: await cut(facts, tokens), pictures: [] };
  }
  const { fileContent, picturesOfPage } = await import('./pictures.ts');
  if (pictured === 'file') {
    const content = await fileContent(facts, context);
    return { shown: await cut(content.facts, tokens), pictures: content.pictures };
  }
  const room = Math.max(tokens - TOKENS_ABOUT_PICTURES, tokens / 2);
  const { facts: page } = await cut(facts, room);
  const seen = await picturesOfPage(operation, args, page, context);
  return { shown: { facts: { ...page, ...seen.facts } }, pictures: seen.pictures };
}
