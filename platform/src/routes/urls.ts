import { z } from 'zod';
import { openCollection, openSpace } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import { changeRequestState, findChangeRequest } from '../content/change-requests.ts';
import type { ContentState } from '../content/model.ts';
import { primaryHead, stateAt } from '../content/revisions.ts';
import { pageByAddress } from '../content/tree.ts';
import { notFound } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import { isLoopback } from '../runtime/loopback.ts';
import { pageOfApiAddress } from '../serializers/api-address.ts';
import { changeRequestObject } from '../serializers/change-request.ts';
import { collectionObject } from '../serializers/collection.ts';
import { pageObject } from '../serializers/page.ts';
import { spaceObject } from '../serializers/space.ts';

/** Path segments after a space in addresses other than those of its pages. */
const BESIDE_PAGES: ReadonlySet<string | undefined> = new Set([
  undefined,
  'change-requests',
  'comments',
  'revisions',
]);

export const urlRoutes: readonly Route[] = [
  route('GET /v1/urls/content', {
    profile: 'current',
    query: z.object({ url: z.url() }),
    handle: (call) => {
      const [app, kind, id = '', ...rest] = segmentsOf(call.query.url, call.origin);
      if (app === 'app' && kind === 'c' && rest.length === 0) {
        return { collection: collectionObject(call, openCollection(call, id)) };
      }
      if (app === 'app' && kind === 's') return inSpace(call, id, rest);
      throw notFound('Content');
    },
  }),
];

function inSpace(context: Context, id: string, rest: readonly string[]): object {
  const { db } = context;
  const space = openSpace(context, id);
  const [first, number, ...behind] = rest;
  const found = { space: spaceObject(context, space) };
  if (first === 'change-requests' && number !== undefined) {
    const request = findChangeRequest(db, id, number);
    return {
      ...found,
      changeRequest: changeRequestObject(context, request),
      ...pageIn(context, changeRequestState(request), behind),
    };
  }
  if (BESIDE_PAGES.has(first)) return found;
  return { ...found, ...pageIn(context, stateAt(primaryHead(db, id)), rest) };
}

function pageIn(context: Context, state: ContentState, segments: readonly string[]) {
  if (segments.length === 0) return {};
  const page = pageByAddress(context.db, state, segments);
  if (!page || page.type === 'link') throw notFound('Page');
  return { page: pageObject(context, state, page, undefined) };
}

/** The parts of an address of the app; none for any other address. */
function segmentsOf(address: string, origin: string): string[] {
  const url = new URL(address);
  if (serverOf(url) !== serverOf(new URL(origin))) return [];
  const path = pageOfApiAddress(url.pathname) ?? url.pathname;
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** Loopback has several names. */
function serverOf({ hostname, port }: URL): string {
  return `${isLoopback(hostname) ? 'loopback' : hostname}:${port}`;
}
