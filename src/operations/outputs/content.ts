import { z } from 'zod';
import { always, flag, listOf, numeric, object, objects, objectWith, texts } from './common.ts';

const ownFields = texts(
  ...(['id', 'title', 'type', 'slug', 'path', 'description', 'createdAt', 'updatedAt'] as const),
);

/** A page of a tree. Child pages have the same fields at every depth. */
export interface PageNode extends Partial<Record<keyof typeof ownFields, string>> {
  id: string;
  title: string;
  documentId?: string;
  hidden?: boolean;
  pages?: PageNode[];
}

const pageFields = {
  ...ownFields,
  pages: objects as unknown as TreeSchema,
};

/** A page tree; the published schema shows only the fields of the top level. */
type TreeSchema = z.ZodOptional<z.ZodArray<z.ZodType<PageNode>>>;

/** Pages of a tree: nested, or as a tool's outline. */
const tree = {
  pages: z
    .array(always(z.looseObject(pageFields), 'id', 'title', 'type'))
    .optional() as unknown as TreeSchema,
  ...texts('outline'),
  count: numeric,
};

export const Page = always(
  z.looseObject({
    ...pageFields,
    ...texts('markdown', 'documentId'),
    document: object,
    hidden: flag,
  }),
  'id',
  'title',
  'type',
);
export const Pages = always(z.looseObject(tree), 'pages');

export const File = always(
  z.looseObject({
    ...texts('id', 'name', 'contentType', 'downloadURL'),
    size: numeric,
    dimensions: object,
  }),
  'id',
  'name',
  'contentType',
  'downloadURL',
  'size',
);
export const Files = listOf(File);

/** The change request behind a revision, reduced to what code reads. */
export interface MergedFrom {
  id: string;
  number: number;
  subject?: string;
  createdBy?: { id?: string; displayName?: string };
  mergedBy?: { id?: string; displayName?: string };
  createdAt?: string;
  mergedAt?: string;
  updatedAt?: string;
}

export const Revision = always(
  z.looseObject({
    ...texts('id', 'type', 'createdAt'),
    ...tree,
    parents: z.array(z.string()).optional(),
    mergedFrom: objectWith<MergedFrom>(),
    files: z.array(File).optional(),
    reusableContents: z.array(z.looseObject(texts('id', 'title'))).optional(),
    git: object,
  }),
  'id',
  'pages',
  'files',
  'reusableContents',
);

export const FileBacklinks = listOf(
  z.looseObject({ ...texts('kind'), space: object, page: object, file: object }),
);

export const PageLinks = listOf(
  always(
    z.looseObject({
      ...texts('status', 'relation'),
      targetReference: objectWith<{ kind: string; url?: string }>(),
      locationReferences: objects,
    }),
    'status',
    'relation',
    'locationReferences',
  ),
).extend({ stats: object });

const SearchHit = {
  ...texts('id', 'title', 'path'),
  sections: z.array(z.looseObject(texts('id', 'title', 'path', 'body'))).optional(),
};
export const SpaceHits = listOf(z.looseObject(SearchHit));
export const OrganizationHits = listOf(
  always(
    z.looseObject({ ...texts('id', 'title'), pages: z.array(z.looseObject(SearchHit)).optional() }),
    'id',
    'title',
  ),
);

export const ImportResult = z.looseObject({
  ...texts('revision'),
  importedResources: numeric,
  totalResources: numeric,
});

export const GitInfo = z.looseObject(
  texts('repoName', 'installationProvider', 'integration', 'url', 'updatedAt'),
);

export const ContentImportRun = z.looseObject({
  ...texts(
    'id',
    'status',
    'createdAt',
    'updatedAt',
    'startedAt',
    'completedAt',
    'reason',
    'site',
    'createdBy',
  ),
  source: object,
  target: object,
  pages: objects,
});

export const FindContentByUrlResult = z.looseObject({
  collection: object,
  space: object,
  changeRequest: object,
  page: object,
});

export const JSONDocument = z.looseObject({
  data: object,
  nodes: objects,
  meta: object,
});

const revisionPages = z.array(z.looseObject({})).optional() as unknown as TreeSchema;

export const ListRevisionPagesResult = always(z.looseObject({ pages: revisionPages }), 'pages');

const TREES: ReadonlySet<unknown> = new Set([tree.pages, revisionPages]);

/** Whether a field of an answer is the tree of pages of a space. Other answers name pages, too. */
export function isPageTree(field: unknown): boolean {
  return TREES.has(field);
}

export const RevisionFile = z.looseObject({
  ...texts('id', 'name', 'contentType', 'downloadURL'),
  size: numeric,
  dimensions: object,
  git: object,
});

/** A page of a revision is like any other; its published schema names other fields. */
export const RevisionPage = always(
  z.looseObject(
    texts(
      'id',
      'title',
      'type',
      'kind',
      'description',
      'path',
      'markdown',
      'createdAt',
      'updatedAt',
      'linkTitle',
      'emoji',
      'icon',
      'condition',
    ),
  ),
  'id',
  'title',
  'type',
) as unknown as typeof Page;

export const RevisionPageMetaLinks = z.looseObject({
  canonical: object,
  alternates: objects,
});

export const RevisionReusableContent = z.looseObject({
  ...texts('id', 'title', 'computedSeed', 'document'),
  git: object,
  computed: object,
});

export const RevisionSemanticChanges = z.looseObject({
  mergedFrom: object,
  changes: objects,
  more: numeric,
});
