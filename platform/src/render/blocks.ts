import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { h } from 'hastscript';
import type { Attributes } from './fill.ts';
import type { Holes } from './holes.ts';
import { iconSign } from './symbols.ts';
import { HINTS, PREFIX, readAttributes } from './tags.ts';

/** The context for building blocks. */
export interface Building {
  holes: Holes;
  /** A number that no other block of the text has. */
  next: () => number;
  /** Builds the contents of a block. */
  build: (children: readonly ElementContent[]) => ElementContent[];
}

type Build = (attributes: Attributes, node: Element, building: Building) => ElementContent[];

const TABS: ReadonlySet<string> = new Set([`${PREFIX}tab`, `${PREFIX}code-tabs-item`]);

const BUILDERS: ReadonlyMap<string, Build> = new Map<string, Build>([
  ['hint', hint],
  ['tabs', tabs],
  ['code-tabs', tabs],
  [
    'tab',
    ({ title }, node, { build }) => [h('div.panel', [...label(title), ...build(node.children)])],
  ],
  [
    'code',
    ({ title }, node, { build }) => [h('div.titled', [...label(title), ...build(node.children)])],
  ],
  [
    'code-tabs-item',
    ({ title }, node, { build }) => [h('div.panel', [...label(title), ...build(node.children)])],
  ],
  ['columns', inside('div.columns')],
  ['column', column],
  ['stepper', (_, node, { build }) => [h('ol.stepper', build(node.children).filter(isElement))]],
  ['step', inside('li.step')],
  ['content-ref', reference],
  ['page-ref', reference],
  ['embed', embed],
  ['file', file],
  ['updates', inside('div.updates')],
  ['update', update],
  ['prompt', prompt],
  [
    'expandable',
    ({ title }, node, { build }) => [
      h('details', [h('summary', title || 'More'), ...build(node.children)]),
    ],
  ],
  ['include', include],
  ['if', condition],
  ['else', (_, node, { build }) => build(node.children)],
  ['openapi', operation],
  ['openapi-operation', operation],
  ['openapi-webhook', operation],
  ['openapi-schemas', schemas],
  ['openapi-schema', schemas],
  ['swagger', swagger],
  ['swagger-description', inside('div')],
  ['swagger-parameter', parameter],
  ['swagger-response', response],
  ['api-method', swagger],
  ['api-method-summary', (_, node) => label(textOf(node).trim())],
  ['api-method-description', inside('div')],
  ['api-method-spec', inside('div')],
  ['api-method-request', inside('div')],
  ['api-method-path-parameters', parameters('Path parameters')],
  ['api-method-query-parameters', parameters('Query parameters')],
  ['api-method-headers', parameters('Headers')],
  ['api-method-body-parameters', parameters('Body parameters')],
  ['api-method-form-data-parameters', parameters('Form data parameters')],
  ['api-method-parameter', parameter],
  ['api-method-response', inside('div')],
  ['api-method-response-example', response],
  ['api-method-response-example-description', inside('div')],
  ['other', other],
]);

/** The rendering of a tag and its contents; undefined for elements that represent no tag. */
export function buildBlock(node: Element, building: Building): ElementContent[] | undefined {
  if (!node.tagName.startsWith(PREFIX)) return undefined;
  const build = BUILDERS.get(node.tagName.slice(PREFIX.length));
  return build?.(attributesOf(node), node, building);
}

function attributesOf({ properties }: Element): Attributes {
  return readAttributes(String(properties.dataAttributes ?? '{}'));
}

function label(text: string | undefined): Element[] {
  return text ? [h('p.label', text)] : [];
}

function inside(selector: string): Build {
  return (_, node, { build }) => [h(selector, build(node.children))];
}

function hint({ style = '', icon }: Attributes, node: Element, { build }: Building) {
  const kind = HINTS.has(style) ? style : 'info';
  const sign = icon ? `${iconSign(icon)} ` : '';
  return [
    h('div', { className: ['hint', kind] }, [
      ...label(sign + HINTS.get(kind)),
      ...build(node.children),
    ]),
  ];
}

/** The title of a tab, from which its anchor is derived. */
export function tabTitle(node: Element): string | undefined {
  return TABS.has(node.tagName) ? attributesOf(node).title : undefined;
}

/** Tabs switch without a script: each has a radio button, and its panel is shown while that is checked. */
function tabs(_: Attributes, node: Element, { build, next }: Building): ElementContent[] {
  const number = next();
  const isTab = (child: ElementContent): child is Element =>
    isElement(child) && TABS.has(child.tagName);
  const all = node.children.filter(isTab);
  const parts = all.flatMap((tab, index) => {
    const id = `tab:${number}:${index}`;
    const { title = `Tab ${index + 1}`, icon } = attributesOf(tab);
    return [
      h('input.switch', { type: 'radio', id, name: `tabs:${number}`, checked: index === 0 }),
      h(
        'label',
        { htmlFor: id, id: tab.properties.id },
        icon ? `${iconSign(icon)} ${title}` : title,
      ),
      h('div.panel', build(tab.children)),
    ];
  });
  const rest = build(node.children.filter((child) => !isTab(child)));
  return [
    ...(all.length > 0 ? [h('div.tabs', { role: 'group', ariaLabel: 'Tabs' }, parts)] : []),
    ...rest,
  ];
}

/** Widths are expressed in tenths by a class, because the pages allow no inline styles. */
function column({ width = '' }: Attributes, node: Element, { build }: Building) {
  const tenths = Math.round(Number.parseFloat(width) / 10);
  const className =
    tenths > 0 && tenths < 10 && width.endsWith('%') ? ['column', `w-${tenths}`] : ['column'];
  return [h('div', { className }, build(node.children))];
}

/** A link to a page as a card with its title. */
function reference(
  { url, page = url }: Attributes,
  node: Element,
  { holes, build }: Building,
): ElementContent[] {
  if (page === undefined) return build(node.children);
  const fallback = textOf(node).trim() || page;
  return [h('p.card', h('a', { href: page }, holes.add({ kind: 'title', url: page, fallback })))];
}

/** Nothing is fetched from other servers: embeds become links. */
function embed({ url = '' }: Attributes, node: Element, { build }: Building) {
  return [linkCard(url, build(node.children))];
}

/** A card that links to another server. */
export function linkCard(url: string, caption: readonly ElementContent[]): Element {
  const host = /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).host : undefined;
  return h('div', { className: ['card', 'embed'] }, [
    h('p.label', host ?? 'Embedded content'),
    h('p', host === undefined ? url : h('a', { href: url }, url)),
    ...caption,
  ]);
}

function file({ src = '' }: Attributes, node: Element, { holes, build }: Building) {
  const name = holes.add({ kind: 'title', url: src, fallback: 'File' });
  const size = holes.add({ kind: 'file-size', url: src });
  return [h('div.card', [h('p', [h('a', { href: src }, name), size]), ...build(node.children)])];
}

function update({ date, tags = '' }: Attributes, node: Element, { build }: Building) {
  const day = date?.slice(0, 10);
  const names = tags.split(',').map((tag) => tag.trim());
  return [
    h('div.update', { id: /^[\d-]{1,40}$/.test(date ?? '') ? date : undefined }, [
      ...(day ? [h('p.label', h('time', { dateTime: day }, day))] : []),
      ...names.filter(Boolean).map((name) => h('span.badge', name)),
      ...build(node.children),
    ]),
  ];
}

function prompt({ description, title }: Attributes, node: Element, { build }: Building) {
  return [
    h('div.panel.prompt', [...label(description ?? title ?? 'Prompt'), ...build(node.children)]),
  ];
}

/** Content that depends on the reader is marked as such, and omitted for unknown readers. */
function condition(
  { condition = '' }: Attributes,
  node: Element,
  { holes, build }: Building,
): ElementContent[] {
  const isElse = (child: ElementContent) => isElement(child) && child.tagName === `${PREFIX}else`;
  const children = build(node.children.filter((child) => !isElse(child)));
  const isFlow = children.some(
    (child) => isElement(child) && /^(p|div|ul|ol|table|pre|h\d)$/.test(child.tagName),
  );
  return [
    holes.add({ kind: 'condition' }),
    isFlow
      ? h('div.condition', [h('p.label', `If ${condition}`), ...children])
      : h('span.condition', { title: `If ${condition}` }, children),
    holes.add({ kind: 'condition-end' }),
    ...build(node.children.filter(isElse)),
  ];
}

/** A text that several pages share: `{% include "address" %}`. */
function include({ src = '' }: Attributes, node: Element, { holes, build }: Building) {
  return [holes.add({ kind: 'include', url: src }), ...build(node.children)];
}

function operation(attributes: Attributes, node: Element, { holes, build }: Building) {
  const { method = '', path = attributes.name ?? '' } = attributes;
  const { spec, src } = attributes;
  return [
    h('div.operation', [
      h('p.request', [h('span.badge', method.toUpperCase() || 'API'), ' ', h('code', path)]),
      holes.add({ kind: 'operation', attributes }),
      ...(spec === undefined && src === undefined ? build(node.children) : source(node, build)),
    ]),
  ];
}

/** The address of the specification; its link says where it is, not its name. */
function source(node: Element, build: Building['build']): ElementContent[] {
  const children = build(node.children).filter((child) => textOf(child as Element).trim() !== '');
  return children.length === 0 ? [] : [h('details', [h('summary', 'Specification'), ...children])];
}

function schemas(
  { schemas = '', schema = schemas }: Attributes,
  node: Element,
  { build }: Building,
) {
  const names = schema.split(',').map((name) => h('li', h('code', name.trim())));
  return [h('div.operation', [h('p.label', 'Schemas'), h('ul', names), ...source(node, build)])];
}

/** An operation that the page itself describes, or one of a specification. */
function swagger(attributes: Attributes, node: Element, given: Building) {
  if (attributes.src !== undefined) return operation(attributes, node, given);
  const { method = '', path = '', host = '', baseUrl = host, summary } = attributes;
  return [
    h('div.operation', [
      ...label(summary),
      h('p.request', [h('span.badge', method.toUpperCase()), ' ', h('code', baseUrl + path)]),
      ...given.build(node.children),
    ]),
  ];
}

function parameter(
  { name = '', type, required, in: place }: Attributes,
  node: Element,
  { build }: Building,
) {
  const facts = [place, type, required === 'true' ? 'required' : undefined].filter(Boolean);
  return [
    h('div.parameter', [
      h('p', [h('code', name), ` ${facts.join(', ')}`]),
      ...build(node.children),
    ]),
  ];
}

/** Parameters by kind; empty kinds are omitted. */
function parameters(kind: string): Build {
  return (_, node, { build }) =>
    node.children.some(isElement) ? [h('div', [h('p.label', kind), ...build(node.children)])] : [];
}

function response(
  { httpCode = '', status = httpCode, description = '' }: Attributes,
  node: Element,
  { build }: Building,
) {
  return [h('details', [h('summary', `${status} ${description}`.trim()), ...build(node.children)])];
}

/** A block of an integration, or an unknown one: its name, and its link. */
function other(
  { name = '', ...attributes }: Attributes,
  node: Element,
  { build }: Building,
): ElementContent[] {
  const address = Object.values(attributes).find((value) => /^https?:/.test(value));
  return [
    h('div.panel', [
      h('p.label', `Block: ${name.replace(/^@/, '')}`),
      ...(address ? [h('p', h('a', { href: address }, address))] : []),
    ]),
    ...build(node.children),
  ];
}

function isElement(node: ElementContent): node is Element {
  return node.type === 'element';
}
