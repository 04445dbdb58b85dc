import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { type Node, parse } from 'acorn';
import { type Plugin, transform } from 'esbuild';

/** A function that is running, or whose promise is pending. */
interface Frame {
  /** Relative to the root of the source. */
  file: string;
  /** Whether one of its arguments contains the traced value. */
  carries: boolean;
  above: Frame | undefined;
}

/** A file that received the value back from another one. */
interface Return {
  from: string;
  to: string | undefined;
}

/** Traces a value through the functions of instrumented files. */
export class Trail {
  readonly #value: string;
  readonly #frames = new AsyncLocalStorage<Frame>();
  readonly #returns: Return[] = [];
  readonly #seen = new Set<string>();

  constructor(value: string) {
    this.#value = value;
  }

  /** Runs a function of a file, and records whether the value goes in and comes out. */
  readonly enter = (file: string, args: unknown[], work: () => unknown): unknown => {
    const above = this.#frames.getStore();
    const frame = { file, carries: this.#holds(args), above };
    if (!frame.carries) return this.#frames.run(frame, work);
    this.#seen.add(file);
    const result = this.#frames.run(frame, work);
    const note = (value: unknown) => {
      if (this.#holds(value)) this.#returns.push({ from: file, to: above?.file });
    };
    if (result instanceof Promise) result.then(note, () => undefined);
    else note(result);
    return result;
  };

  /**
   * The files through which the value reached the running function, from the first file on: those that passed it on,
   * and those that returned it to one of them. In the order in which they received it.
   */
  from(first: string): string[] {
    const walk = new Set<string>();
    for (let frame = this.#frames.getStore(); frame; frame = frame.above) {
      if (!frame.carries) continue;
      walk.add(frame.file);
      if (frame.file === first) break;
    }
    for (let size = 0; size < walk.size; ) {
      size = walk.size;
      for (const { from, to } of this.#returns)
        if (to !== undefined && walk.has(to)) walk.add(from);
    }
    return [...this.#seen].filter((file) => walk.has(file));
  }

  #holds(value: unknown, depth = 5): boolean {
    if (typeof value === 'string') return value.includes(this.#value);
    if (typeof value !== 'object' || value === null || depth === 0) return false;
    const prototype = Object.getPrototypeOf(value);
    const isPlain = Array.isArray(value) || prototype === Object.prototype || prototype === null;
    return isPlain && Object.values(value).some((member) => this.#holds(member, depth - 1));
  }
}

/** Wraps every function of the files below a folder in `globalThis[name]`, which is `Trail.enter`. */
export function instrumented(folder: string, name: string): Plugin {
  return {
    name: 'instrumented',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const file = relative(folder, path);
        if (file.startsWith('..')) return undefined;
        const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts' });
        return { contents: withCalls(code, file, name), loader: 'js' };
      }),
  };
}

interface Insertion {
  at: number;
  text: string;
}

interface FunctionNode extends Node {
  params: Node[];
  body: Node;
  async: boolean;
  generator: boolean;
}

function withCalls(code: string, file: string, name: string): string {
  const insertions: Insertion[] = [];
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    const { params, body, async, generator } = node as FunctionNode;
    const ids = params.flatMap(boundIn);
    if (generator || ids.length === 0) return;
    const isBlock = body.type === 'BlockStatement';
    const call = `globalThis.${name}(${JSON.stringify(file)}, [${ids.join(', ')}], ${async ? 'async ' : ''}() => `;
    insertions.push(
      { at: isBlock ? body.start + 1 : body.start, text: isBlock ? `return ${call}{` : `${call}(` },
      { at: isBlock ? body.end - 1 : body.end, text: isBlock ? '});' : '))' },
    );
  });
  let result = code;
  // From the end, so that offsets stay valid; the inner of two functions at one offset comes first.
  for (const { at, text } of insertions.sort((a, b) => b.at - a.at)) {
    result = result.slice(0, at) + text + result.slice(at);
  }
  return result;
}

/** Visits every function except constructors and accessors. */
function visit(node: unknown, found: (node: Node) => void, isOrdinary = true): void {
  if (Array.isArray(node)) for (const one of node) visit(one, found);
  if (typeof node !== 'object' || node === null || !('type' in node)) return;
  const { type, kind } = node as Node & { kind?: string };
  if (/Function/.test(type) && isOrdinary) found(node as Node);
  const isMethod = type === 'MethodDefinition' || type === 'Property';
  for (const [key, child] of Object.entries(node)) {
    const isAccessor = isMethod && key === 'value' && kind !== 'method' && kind !== 'init';
    visit(child, found, !isAccessor);
  }
}

/** The names that a parameter binds. */
function boundIn(pattern: unknown): string[] {
  const { type, name, left, argument, elements, properties, value } = (pattern ?? {}) as Record<
    string,
    unknown
  >;
  if (type === 'Identifier') return [name as string];
  if (type === 'AssignmentPattern') return boundIn(left);
  if (type === 'RestElement') return boundIn(argument);
  if (type === 'ArrayPattern') return (elements as unknown[]).flatMap(boundIn);
  if (type === 'ObjectPattern') return (properties as unknown[]).flatMap(boundIn);
  return type === 'Property' ? boundIn(value) : [];
}
