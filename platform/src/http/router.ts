import { ApiError, badRequest, notFound } from '../errors.ts';
import type { Route } from './route.ts';

interface RouteNode {
  readonly literals: Map<string, RouteNode>;
  parameter: { name: string; node: RouteNode } | undefined;
  readonly routes: Map<string, Route>;
}

export interface RouteMatch {
  route: Route;
  params: Record<string, string>;
}

/**
 * Compiles routes into a lookup by method and path. Literal segments win over parameters.
 * The lookup throws 404 for an unknown path, 405 with `Allow` for a known path with another method.
 */
export function compileRoutes(
  routes: readonly Route[],
): (method: string, path: string) => RouteMatch {
  const root = newNode();
  for (const route of routes) add(root, route);
  return (method, path) => {
    const params: Record<string, string> = {};
    const node = find(root, path.split('/').slice(1), params);
    if (!node || node.routes.size === 0) throw notFound(`Route ${path}`);
    const route = node.routes.get(method);
    if (!route) {
      const allow = [...node.routes.keys()].join(', ');
      throw new ApiError(405, `${method} is not allowed here; use ${allow}`, { allow });
    }
    return { route, params };
  };
}

function add(root: RouteNode, route: Route): void {
  let node = root;
  for (const segment of route.template.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name) {
      node.parameter ??= { name, node: newNode() };
      node = node.parameter.node;
    } else {
      const next = node.literals.get(segment) ?? newNode();
      node.literals.set(segment, next);
      node = next;
    }
  }
  if (node.routes.has(route.method))
    throw new Error(`Two routes: ${route.method} ${route.template}`);
  node.routes.set(route.method, route);
}

function find(
  node: RouteNode,
  segments: readonly string[],
  params: Record<string, string>,
): RouteNode | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return node;
  const literal = node.literals.get(segment);
  const found = literal && find(literal, rest, params);
  if (found) return found;
  if (!node.parameter || segment === '') return undefined;
  params[node.parameter.name] = decode(segment);
  return find(node.parameter.node, rest, params);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest(`The path segment ${segment} is not valid percent-encoding`);
  }
}

function newNode(): RouteNode {
  return { literals: new Map(), parameter: undefined, routes: new Map() };
}
