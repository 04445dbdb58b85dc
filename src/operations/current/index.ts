import type { Operation } from '../define.ts';
import { changeRequestPages } from './change-request-pages.ts';
import { changeRequests } from './change-requests.ts';
import { context } from './context.ts';
import { customizations } from './customization.ts';
import { findings } from './findings.ts';
import { glossary } from './glossary.ts';
import { imports } from './imports.ts';
import { insights } from './insights.ts';
import { members } from './members.ts';
import { openapi } from './openapi.ts';
import { organizations } from './organizations.ts';
import { pages } from './pages.ts';
import { permissions } from './permissions.ts';
import { publishing } from './publishing.ts';
import { questions } from './questions.ts';
import { redirects } from './redirects.ts';
import { reviews } from './reviews.ts';
import { revisions } from './revisions.ts';
import { siteSearch } from './site-search.ts';
import { siteStructure } from './site-structure.ts';
import { spaces } from './spaces.ts';
import { styleguides } from './styleguides.ts';
import { teams } from './teams.ts';

/** What today's service has beyond the contract, in the order of a change: write, review, look, publish, administer. */
export const currentOperations: readonly Operation[] = [
  ...changeRequests,
  ...reviews,
  ...changeRequestPages,
  ...pages,
  ...revisions,
  ...spaces,
  ...imports,
  ...findings,
  ...questions,
  ...siteSearch,
  ...siteStructure,
  ...redirects,
  ...publishing,
  ...insights,
  ...styleguides,
  ...customizations,
  ...context,
  ...members,
  ...teams,
  ...permissions,
  ...organizations,
  ...openapi,
  ...glossary,
];
