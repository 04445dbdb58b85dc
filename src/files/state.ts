import { z } from 'zod';

/** What a page has besides title, place and text. */
const attributes = z.strictObject({
  description: z.string().optional(),
  icon: z.string().optional(),
  emoji: z.string().optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  condition: z.string().optional(),
});

export type Attributes = z.output<typeof attributes>;

export const ATTRIBUTES = Object.keys(attributes.shape) as (keyof Attributes)[];

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const pageRecord = z.strictObject({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  parent: z.string().nullable(),
  slug: z.string(),
  attributes,
  /** Where a page of type `link` leads. */
  href: z.string().optional(),
  /** Names the text on the platform: equal for equal texts. */
  documentId: z.string().optional(),
  updatedAt: z.string().optional(),
  /** Its file; undefined for pages that have none. */
  path: z.string().optional(),
  /** Hash of its text as the platform has it, links by id. */
  text: hash.optional(),
  /** Hash of its file when both sides were last the same. */
  file: hash.optional(),
  /** Whether its file says its title as a heading; undefined without a file. */
  titled: z.boolean().optional(),
  /** The title as the file says it, and as the table of contents does: either may be behind. */
  said: z.strictObject({ file: z.string().optional(), listed: z.string().optional() }).optional(),
  /** False while the table of contents does not list it yet. */
  listed: z.boolean().optional(),
  /** Its file holds both sides until the marks are taken out. */
  conflict: z.literal(true).optional(),
});

/** A page as it was when both sides were last the same. */
export type PageRecord = z.output<typeof pageRecord>;

const fileRecord = z.strictObject({
  id: z.string(),
  name: z.string(),
  size: z.number().optional(),
  /** Undefined for one that was not fetched. */
  path: z.string().optional(),
  hash: hash.optional(),
  /** Another file took its place: it is not fetched any more. */
  left: z.literal(true).optional(),
});

/** A file of the space, and where it lies. */
export type FileRecord = z.output<typeof fileRecord>;

const side = z.strictObject({
  revision: z.string(),
  /** Parents first, siblings in their order. */
  pages: z.array(pageRecord),
  files: z.array(fileRecord),
  /** Where the files of pages were that there are no more: links to them still say which they were. */
  gone: z.array(z.strictObject({ id: z.string(), path: z.string() })),
});

/** What both sides were when they were last the same. */
export type Side = z.output<typeof side>;

const changeRequest = z.strictObject({
  id: z.string(),
  number: z.number(),
  url: z.string().optional(),
});

export type OpenRequest = z.output<typeof changeRequest>;

/** What is under way, and was perhaps done before the program ended. */
const flight = z.strictObject({
  /** A change request that is being made: its subject, and the highest number before it. */
  request: z.strictObject({ subject: z.string(), after: z.number() }).optional(),
  /** Pages that are being inserted. */
  pages: z.array(
    z.strictObject({
      path: z.string(),
      parent: z.string().nullable(),
      title: z.string(),
      slug: z.string(),
    }),
  ),
  /** Files that are being inserted. */
  files: z.array(
    z.strictObject({
      path: z.string(),
      name: z.string(),
      size: z.number(),
      hash,
      /** The file whose place it takes. */
      replaces: z.string().optional(),
    }),
  ),
});

export const stateForm = z.strictObject({
  version: z.literal(1),
  space: z.strictObject({ id: z.string(), title: z.string() }),
  /** The primary content. */
  base: side,
  /** The change request that takes what is pushed; undefined while there is none. */
  sent: side.extend({ request: changeRequest }).optional(),
  flight: flight.optional(),
});

export type Flight = z.output<typeof flight>;

/** What is known of a folder that holds a space. */
export type State = z.output<typeof stateForm>;

const NO_FLIGHT: Flight = { pages: [], files: [] };

/** A state in which something is under way. */
export function withFlight(state: State, flight: Partial<Flight>): State {
  return { ...state, flight: { ...NO_FLIGHT, ...flight } };
}

/** What local files are compared with: the change request while there is one, else the primary content. */
export function sideOf({ base, sent }: State): Side {
  return sent ?? base;
}
