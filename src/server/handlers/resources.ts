import type { Server } from '@modelcontextprotocol/server';
import { operations, type Received } from '../../operations/index.ts';
import {
  isExcludedKind,
  listResources,
  readingTool,
  readResource,
  resourceAddressOf,
} from '../../resources/index.ts';
import { RESOURCE_KINDS, RESOURCE_URIS, type ResourceKind } from '../../uris/index.ts';
import type { Era } from '../approval.ts';
import { listedApps, readApp } from '../apps.ts';
import { accessOf, type CallerOf, type Dependencies } from '../dependencies.ts';
import { resourceError } from './resource-error.ts';
import { readSkill } from './skills.ts';

interface ResourceContext {
  callerOf: CallerOf;
  era: Era;
}

/** In `_meta` of a list: what could not be listed, and why. */
const SKIPPED = 'docs-platform-mcp/skipped';

/** A skill depends only on this program and its options. */
const SKILLS_FRESH_MS = 300_000;

const TEMPLATES = Object.entries(RESOURCE_KINDS).map(
  ([kind, { priority, mimeType, ...about }]) => ({
    uriTemplate: RESOURCE_URIS[kind as ResourceKind],
    name: kind as ResourceKind,
    title: about.title,
    description: about.description,
    ...(mimeType && { mimeType }),
    annotations: { priority },
  }),
);

/** Lists resources and their templates, and reads them. */
export function handleResources(
  server: Server,
  dependencies: Dependencies,
  { callerOf, era }: ResourceContext,
): void {
  const limits = { access: accessOf(dependencies), cache: dependencies.reads };
  // Revisions before 2026 do not know these fields.
  const hints = (ttlMs: number) =>
    era === 'modern' ? { ttlMs, cacheScope: 'private' as const } : {};

  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: TEMPLATES.filter(({ name }) => !isExcludedKind(name, limits.access)),
  }));

  server.setRequestHandler('resources/list', async ({ params }, context) => {
    let received: Received | undefined;
    try {
      const caller = await callerOf(context);
      received = caller.received;
      const { skipped, ttlMs, ...list } = await listResources(params?.cursor, caller, limits);
      const meta = skipped.length > 0 && { _meta: { [SKIPPED]: skipped } };
      const apps =
        params?.cursor === undefined ? listedApps(server, context, dependencies.surface) : [];
      return {
        ...list,
        resources: [...apps, ...list.resources],
        ...meta,
        ...hints(ttlMs),
      };
    } catch (error) {
      throw resourceError(error, {
        tool: operations.listOrganizations.tool,
        received,
      });
    }
  });

  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const skill = uri.startsWith('skill:') ? await readSkill(dependencies.surface, uri) : undefined;
    if (skill) return { contents: [skill], ...hints(SKILLS_FRESH_MS) };
    let tool = '';
    let received: Received | undefined;
    const app = await readApp(uri, () => callerOf(context), dependencies.surface);
    if (app) return { contents: [app], ...hints(0) };
    try {
      const address = resourceAddressOf(uri);
      tool = readingTool(address);
      const caller = await callerOf(context);
      received = caller.received;
      const { contents, ttlMs } = await readResource(uri, address, caller, limits);
      return { contents: [contents], ...hints(ttlMs) };
    } catch (error) {
      throw resourceError(error, { tool, uri, received });
    }
  });
}
