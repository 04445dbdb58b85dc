import { z } from 'zod';
import { flag, listOf, numeric, object, texts } from './common.ts';

const pageFields = {
  ...texts('id', 'title', 'type', 'slug', 'path', 'description', 'createdAt', 'updatedAt'),
  /** Child pages repeat these fields at every depth. */
  pages: z.array(z.looseObject({})).optional(),
};

export const Page = z.looseObject({
  ...pageFields,
  ...texts('markdown', 'documentId'),
  document: object,
  hidden: flag,
});
/** Pages of a tree: by nesting, or as the outline that a tool makes of them. */
const tree = {
  pages: z.array(z.looseObject(pageFields)).optional(),
  ...texts('outline'),
  count: numeric,
};
export const Pages = z.looseObject(tree);

export const File = z.looseObject({
  ...texts('id', 'name', 'contentType', 'downloadURL'),
  size: numeric,
  dimensions: object,
});
export const Files = listOf(File);

export const Revision = z.looseObject({
  ...texts('id', 'type', 'createdAt'),
  ...tree,
  parents: z.array(z.string()).optional(),
  files: z.array(File).optional(),
  reusableContents: z.array(z.looseObject(texts('id', 'title'))).optional(),
  git: object,
});

export const FileBacklinks = listOf(
  z.looseObject({ ...texts('kind'), space: object, page: object, file: object }),
);

export const PageLinks = listOf(
  z.looseObject({
    ...texts('status', 'relation'),
    targetReference: object,
    locationReferences: z.array(z.looseObject({})).optional(),
  }),
).extend({ stats: object });

const SearchHit = {
  ...texts('id', 'title', 'path'),
  sections: z.array(z.looseObject(texts('id', 'title', 'path', 'body'))).optional(),
};
export const SpaceHits = listOf(z.looseObject(SearchHit));
export const OrganizationHits = listOf(
  z.looseObject({ ...texts('id', 'title'), pages: z.array(z.looseObject(SearchHit)).optional() }),
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
  pages: z.array(z.looseObject({})).optional(),
});

export const FindContentByUrlResult = z.looseObject({
  collection: object,
  space: object,
  changeRequest: object,
  page: object,
});

export const JSONDocument = z.looseObject({
  data: object,
  nodes: z.array(z.looseObject({})).optional(),
  meta: object,
});

export const ListRevisionPagesResult = z.looseObject({
  pages: z.array(z.looseObject({})).optional(),
});

export const RevisionFile = z.looseObject({
  ...texts('id', 'name', 'contentType', 'downloadURL'),
  size: numeric,
  dimensions: object,
  git: object,
});

export const RevisionPage = z.looseObject(
  texts(
    'id',
    'title',
    'type',
    'kind',
    'description',
    'path',
    'createdAt',
    'updatedAt',
    'linkTitle',
    'emoji',
    'icon',
    'condition',
  ),
);

export const RevisionPageMetaLinks = z.looseObject({
  canonical: object,
  alternates: z.array(z.looseObject({})).optional(),
});

export const RevisionReusableContent = z.looseObject({
  ...texts('id', 'title', 'computedSeed', 'document'),
  git: object,
  computed: object,
});

export const RevisionSemanticChanges = z.looseObject({
  mergedFrom: object,
  changes: z.array(z.looseObject({})).optional(),
  more: numeric,
});
