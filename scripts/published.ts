import { readFileSync } from 'node:fs';
import type { ApiVersion } from '../src/operations/index.ts';
import { ROOT } from './marked.ts';

export type Json = { [key: string]: Json } & { $ref?: string };

/** One operation of a published OpenAPI description. */
export interface PublishedOperation {
  /** `METHOD /path`, without the `/v1` of the server. */
  route: string;
  id: string;
  tags: readonly string[];
  /** Internal: only the platform's own programs may call it. */
  audience: 'internal' | 'public';
  /** The operation in the description. */
  definition: Json;
  /** Definitions for all methods of the path, such as parameters. */
  item: Json;
}

/** The description of the current service. */
export const CURRENT: ApiVersion = '0.202.0';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The file of an installed version of the description. */
export const installed = (version: string) =>
  `${ROOT}node_modules/gitbook-api-${version}/spec/openapi.json`;

/** A description, from its file; `revive` as for `JSON.parse`. */
export function readDescription(
  file: string,
  revive?: (name: string, value: unknown) => unknown,
): Json {
  return JSON.parse(readFileSync(file, 'utf8'), revive) as Json;
}

/** Every operation of a description, in order. */
export function publishedOperations({ paths = {} }: Json): PublishedOperation[] {
  return Object.entries<Json>(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const definition = item[method] as Json;
      const { operationId, tags, security } = definition as unknown as DescribedPath;
      return {
        route: `${method.toUpperCase()} ${path}`,
        id: operationId,
        tags: tags ?? [],
        audience: isInternal(security ?? []) ? 'internal' : 'public',
        definition,
        item,
      };
    }),
  );
}

interface DescribedPath {
  operationId: string;
  tags?: string[];
  security?: Record<string, string[]>[];
}

/** Authentication of the platform's own programs. */
const INTERNAL = new Set(['user-internal', 'user-staff']);

function isInternal(security: readonly Record<string, string[]>[]): boolean {
  const schemes = security.flatMap((alternative) => Object.keys(alternative));
  return schemes.length > 0 && schemes.every((scheme) => INTERNAL.has(scheme));
}

/** A key that identifies an operation, independent of its parameters' names and the base path of the API. */
export function normalized(route: string): string {
  return route.replace(' /v1/', ' /').replaceAll(/\{[^}]*\}/g, '{}');
}

/** The target of a reference in a description, or the node itself. */
export function resolve(node: Json, document: Json): Json {
  if (!node.$ref) return node;
  const segments = node.$ref.slice(2).split('/');
  return segments.reduce((at, segment) => at[segment] as Json, document);
}
