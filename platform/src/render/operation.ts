import type { Element } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import { parseYaml } from '../workers/yaml.ts';
import { raw } from './holes.ts';
import { renderComment } from './page.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The parts of an operation to show. */
const MAX_PARAMETERS = 100;
const MAX_RESPONSES = 100;
const MAX_FIELDS = 60;

/** Maximum characters of a name or a type. */
const MAX_NAME = 200;

/** Maximum characters of one description, and of all that a page shows of one specification. */
const MAX_TEXT = 100_000;
const MAX_SHOWN = 1_000_000;

/** How many characters may still be shown: a description that is referred to many times counts each time. */
interface Room {
  left: number;
}

/** A requested operation of a specification. */
export interface OperationAsked {
  path: string;
  method: string;
}

/** The requested operations and their specification, as one text. */
export function operationsInput(asked: readonly OperationAsked[], specification: string): string {
  return `${JSON.stringify(asked)}\n${specification}`;
}

/** The description of each operation, as HTML; empty if the specification lacks it. */
export function operationsHtml(input: string): string[] {
  const end = input.indexOf('\n');
  const document = read(input.slice(end + 1));
  const requests = JSON.parse(input.slice(0, end)) as OperationAsked[];
  const room = { left: MAX_SHOWN };
  return requests.map((operation) => operationHtml(document, operation, room));
}

function operationHtml(document: Fields, { path, method }: OperationAsked, room: Room): string {
  const item = fields(fields(document.paths)[path]);
  const operation = fields(item[method.toLowerCase()]);
  if (Object.keys(operation).length === 0) return '';
  const parameters = [...list(item.parameters), ...list(operation.parameters)]
    .map((parameter) => resolved(document, parameter))
    .slice(0, MAX_PARAMETERS);
  return toHtml(
    {
      type: 'root',
      children: [
        ...(operation.summary ? [h('p', h('strong', within(room, text(operation.summary))))] : []),
        ...prose(within(room, text(operation.description))),
        ...table('Parameters', rowsWithin(room, parameters.map(parameterRow))),
        ...table('Body', rowsWithin(room, bodyRows(document, operation))),
        ...table('Responses', rowsWithin(room, responseRows(document, operation))),
      ],
    },
    { allowDangerousHtml: true },
  );
}

/** As much of a text as there is room for. */
function within(room: Room, given: string): string {
  const shown = given.length <= room.left ? given : `${given.slice(0, room.left)}…`;
  room.left = Math.max(0, room.left - shown.length);
  return shown;
}

function rowsWithin(room: Room, rows: readonly string[][]): string[][] {
  const shown: string[][] = [];
  for (const row of rows) {
    if (room.left === 0) break;
    shown.push(row.map((cell) => within(room, cell)));
  }
  return shown;
}

function read(specification: string): Fields {
  try {
    return fields(JSON.parse(specification));
  } catch {
    // A specification is JSON or YAML.
  }
  try {
    return fields(parseYaml(specification));
  } catch {
    // The page shows the block's own title itself.
    return {};
  }
}

function parameterRow(parameter: Fields): string[] {
  const { name, in: place, required, description } = parameter;
  const type = typeOf(fields(parameter.schema ?? parameter));
  return [
    text(name, MAX_NAME),
    `${type} in ${text(place, MAX_NAME)}${required === true ? ', required' : ''}`,
    text(description),
  ];
}

/** The fields of the request body, in its first possible form. */
function bodyRows(document: Fields, operation: Fields): string[][] {
  const body = resolved(document, operation.requestBody);
  const [content] = Object.values(fields(body.content));
  return fieldRows(document, fields(content).schema);
}

function fieldRows(document: Fields, given: unknown): string[][] {
  const schema = resolved(document, given);
  const required = list(schema.required);
  return Object.entries(fields(schema.properties))
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => {
      const field = resolved(document, value);
      const needed = required.includes(name) ? ', required' : '';
      return [text(name, MAX_NAME), typeOf(field) + needed, text(field.description)];
    });
}

function responseRows(document: Fields, operation: Fields): string[][] {
  const responses = Object.entries(fields(operation.responses)).slice(0, MAX_RESPONSES);
  return responses.map(([status, value]) => {
    const response = resolved(document, value);
    const [content] = Object.values(fields(response.content));
    const names = fieldRows(document, fields(content).schema).map(([name]) => name);
    return [text(status, MAX_NAME), names.join(', '), text(response.description)];
  });
}

function table(title: string, rows: readonly (readonly string[])[]): Element[] {
  if (rows.length === 0) return [];
  const body = rows.map(([name = '', type = '', description = '']) =>
    h('tr', [h('td', h('code', name)), h('td', type), h('td', [cell(description)])]),
  );
  return [
    h('p.label', title),
    h('div.scroll', { tabIndex: 0, role: 'group', ariaLabel: title }, h('table', h('tbody', body))),
  ];
}

/** A description is markdown. */
function prose(description: string) {
  const pieces = description ? renderComment(description) : [];
  return pieces.filter((piece) => typeof piece === 'string').map(raw);
}

/** The same in a cell, where a single paragraph needs no element. */
function cell(description: string) {
  const html = renderComment(description)
    .filter((piece) => typeof piece === 'string')
    .join('');
  const isOne = html.startsWith('<p>') && html.indexOf('</p>') === html.length - '</p>'.length;
  return raw(isOne ? html.slice('<p>'.length, -'</p>'.length) : html);
}

function typeOf(schema: Fields): string {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  const types = Array.isArray(schema.type) ? schema.type.slice(0, MAX_FIELDS) : [schema.type];
  const listed = types.map((type) => text(type, MAX_NAME)).join(' or ');
  return text(name ?? (listed || 'any'), MAX_NAME);
}

/** The target of a reference within the document; follows a reference to a reference once more, and no further. */
function resolved(document: Fields, given: unknown, depth = 0): Fields {
  const value = fields(given);
  if (typeof value.$ref !== 'string' || !value.$ref.startsWith('#/') || depth > 4) return value;
  const parts = value.$ref.slice(2).split('/');
  const target = parts.reduce<unknown>(
    (at, part) => fields(at)[part.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
  return resolved(document, target, depth + 1);
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown, most = MAX_TEXT): string {
  const all = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return all.length <= most ? all : `${all.slice(0, most)}…`;
}
