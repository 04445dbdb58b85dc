import { Markdown } from '@docs-platform-mcp/markdown';
import { type PageText, readTexts } from '../../../content/find/index.ts';
import type { ContentLocation } from '../../../content/index.ts';
import { isScoped, operations, UNSCOPED } from '../../../operations/index.ts';
import { ifReadable } from '../../if-readable.ts';
import type { Steps } from '../workflow.ts';
import { NO_SPECIFICATION } from './addresses.ts';
import type { AuditedLink } from './audit.ts';
import { newLinks } from './broken-by.ts';

/** Maximum number of specifications of an organization; of more, none counts as missing. */
const MAX_SPECIFICATIONS = 1_000;

/** Without it, a text need not be parsed. */
const SIGN = 'spec=';

const SHOWS_OPERATION = /^openapi/;

/** The blocks of the API that name a specification which the organization of the space lacks. */
export async function unknownSpecifications(
  { spaceId }: ContentLocation,
  texts: readonly PageText[],
  steps: Steps,
): Promise<AuditedLink[]> {
  const blocks: AuditedLink[] = [];
  for (const text of texts) blocks.push(...(await blocksOf(text)));
  if (blocks.length === 0 || isScoped(steps.caller.scope ?? UNSCOPED)) return [];
  const known = await ifReadable(() => slugsFor(spaceId, steps));
  return known ? blocks.filter(({ target }) => !known.has(target)) : [];
}

/** Those that primary content lacks. */
export async function newlyUnknown(
  { spaceId }: ContentLocation,
  blocks: readonly AuditedLink[],
  steps: Steps,
): Promise<AuditedLink[]> {
  if (blocks.length === 0) return [];
  const pages = new Set(blocks.map(({ page }) => page));
  const { texts } = await readTexts({ spaceId }, () => pages, steps.caller);
  return newLinks(blocks, await unknownSpecifications({ spaceId }, texts, steps));
}

async function slugsFor(spaceId: string, steps: Steps): Promise<ReadonlySet<string> | undefined> {
  const { organization } = await steps.send(operations.getSpace, { spaceId });
  if (organization === undefined) return undefined;
  const where = { organizationId: organization };
  const specs = await steps.list(operations.listOpenapiSpecs, where, MAX_SPECIFICATIONS);
  return specs.length < MAX_SPECIFICATIONS ? new Set(specs.map(({ slug }) => slug)) : undefined;
}

async function blocksOf({ page, markdown = '' }: PageText): Promise<AuditedLink[]> {
  if (!markdown.includes(SIGN)) return [];
  const read = await Markdown.readInTurns(markdown);
  // The platform writes such a link into a block whose specification was deleted; it is reported as a link.
  const linked = new Set(read.references.references.map(({ url }) => url));
  return read.tags.flatMap(({ name, attributes, start }) => {
    const spec = attributes.find((one) => one.name === 'spec')?.value ?? '';
    if (!SHOWS_OPERATION.test(name) || spec === '' || spec.includes('{{')) return [];
    if (linked.has(`/broken/openapi/${spec}`)) return [];
    const { id, title, path } = page;
    return {
      page: id,
      title,
      path,
      status: 'broken',
      problem: NO_SPECIFICATION,
      target: spec,
      line: read.lineOf(start),
    };
  });
}
