import type { CandidateSource } from './candidates.ts';
import {
  byId,
  byPath,
  changeRequests,
  comments,
  files,
  mergeDays,
  pages,
  revisions,
} from './space-content.ts';
import { organizations, spaces } from './spaces.ts';
import { operations, schemas, specifications, versions } from './specifications.ts';

/** Common requests to start from. */
const INSTRUCTIONS = [
  'Add an example to ',
  'Correct the sentence about ',
  'Document the new option ',
  'Explain how to ',
  'Make shorter: ',
  'Rename everywhere: ',
  'Update for version ',
];

/** A style guide may be in another space than the page that is checked against it. */
const guidePages: CandidateSource = ({ guideSpaceId }, reader, scope) =>
  pages(byId)({ spaceId: guideSpaceId }, reader, scope);

/**
 * The source of each argument's values, by argument name. If the platform accepts what people use to refer to an object (a
 * number, a path, a slug, a name), that is the value. Otherwise it is the id, found by title or date.
 */
export const SOURCES: Readonly<Record<string, CandidateSource>> = {
  organizationId: organizations,
  spaceId: spaces,
  guideSpaceId: spaces,
  pageId: pages(byId),
  pagePath: pages(byPath),
  guidePageId: guidePages,
  changeRequestId: changeRequests,
  revisionId: revisions,
  fileId: files,
  commentId: comments,
  specSlug: specifications,
  versionId: versions,
  operation: operations,
  schema: schemas,
  since: mergeDays,
  instruction: async () => ({ items: INSTRUCTIONS.map((value) => ({ value })), isComplete: true }),
};
