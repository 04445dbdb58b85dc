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
  return requests.map((operation) => operationHtml(document, operation));
}

function operationHtml(document: Fields, { path, method }: OperationAsked): string {
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
        ...(operation.summary ? [h('p', h('strong', text(operation.summary)))] : []),
        ...prose(operation.description),
        ...table('Parameters', parameters.map(parameterRow)),
        ...table('Body', bodyRows(document, operation)),
        ...table('Responses', responseRows(document, operation)),
      ],
    },
    { allowDangerousHtml: true },
  );
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
    text(name),
    `${type} in ${text(place)}${required === true ? ', required' : ''}`,
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
      return [name, typeOf(field) + needed, text(field.description)];
    });
}

function responseRows(document: Fields, operation: Fields): string[][] {
  const responses = Object.entries(fields(operation.responses)).slice(0, MAX_RESPONSES);
  return responses.map(([status, value]) => {
    const response = resolved(document, value);
    const [content] = Object.values(fields(response.content));
    const names = fieldRows(document, fields(content).schema).map(([name]) => name);
    return [status, names.join(', '), text(response.description)];
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
function prose(description: unknown) {
  const pieces = description ? renderComment(text(description)) : [];
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
  return (
    name ?? (Array.isArray(schema.type) ? schema.type.join(' or ') : text(schema.type) || 'any')
  );
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

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
