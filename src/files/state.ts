import { z } from 'zod';
import { attributes } from './attributes.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const pageRecord = z.strictObject({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  parent: z.string().nullable(),
  slug: z.string(),
  attributes,
  /** The target of a page of type `link`. */
  href: z.string().optional(),
  /** Version of the text on the platform: equal for equal texts. */
  documentId: z.string().optional(),
  updatedAt: z.string().optional(),
  /** Its file; undefined for pages without one. */
  path: z.string().optional(),
  /** The path before its file moved, which links and the table of contents may still name. */
  was: z.string().optional(),
  /** Hash of its text as the platform stores it, with links by id. */
  text: hash.optional(),
  /** Hash of its file in the common base. */
  file: hash.optional(),
  /** Whether its file contains the title as a heading; undefined without a file. */
  titled: z.boolean().optional(),
  /** The title in the file and in the table of contents; either may be outdated. */
  said: z.strictObject({ file: z.string().optional(), listed: z.string().optional() }).optional(),
  /** False while the table of contents does not list it yet. */
  listed: z.boolean().optional(),
  /** Its file contains conflict markers. */
  conflict: z.literal(true).optional(),
});

/** A page in the common base of both sides. */
export type PageRecord = z.output<typeof pageRecord>;

/** What a page has besides its place and its text. */
export type PageFacts = Pick<PageRecord, 'title' | 'slug' | 'attributes'>;

const fileRecord = z.strictObject({
  id: z.string(),
  name: z.string(),
  size: z.number().optional(),
  /** Undefined if it was not downloaded. */
  path: z.string().optional(),
  hash: hash.optional(),
  /** It was replaced by another file and is no longer downloaded. */
  left: z.literal(true).optional(),
});

/** A file of the space, and its location. */
export type FileRecord = z.output<typeof fileRecord>;

const side = z.strictObject({
  revision: z.string(),
  /** Parents first, siblings in order. */
  pages: z.array(pageRecord),
  files: z.array(fileRecord),
  /**
   * Former file paths of deleted pages: links to them can still be resolved. A page that is only taken out of the table
   * of contents leaves its file, with this hash; any other file at the path is a new page.
   */
  gone: z.array(z.strictObject({ id: z.string(), path: z.string(), file: hash.optional() })),
});

/** The common base: the state in which both sides were last the same. */
export type CommonBase = z.output<typeof side>;

const changeRequest = z.strictObject({
  id: z.string(),
  number: z.number(),
  url: z.string().optional(),
});

export type OpenRequest = z.output<typeof changeRequest>;

/** Operations in progress, which may have completed before the program ended. */
const flight = z.strictObject({
  /** A change request that is being created: its subject, and the highest number before it. */
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
      /** The file that it replaces. */
      replaces: z.string().optional(),
    }),
  ),
});

export const stateForm = z.strictObject({
  version: z.literal(1),
  space: z.strictObject({ id: z.string(), title: z.string() }),
  /** The primary content. */
  base: side,
  /** The change request for pushed changes; undefined if there is none. */
  sent: side.extend({ request: changeRequest }).optional(),
  flight: flight.optional(),
});

export type Flight = z.output<typeof flight>;

/** The state of a folder that holds a space. */
export type FolderState = z.output<typeof stateForm>;

const NO_FLIGHT: Flight = { pages: [], files: [] };

/** A state with an operation in progress. */
export function withFlight(state: FolderState, flight: Partial<Flight>): FolderState {
  return { ...state, flight: { ...NO_FLIGHT, ...flight } };
}

/** The base for local files: the change request while there is one, else primary content. */
export function sideOf({ base, sent }: FolderState): CommonBase {
  return sent ?? base;
}
