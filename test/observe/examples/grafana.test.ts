import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, startUpstream, type Upstream } from '../../support/upstream.ts';
import { callBy } from '../calls.ts';
import { serveMonitored } from '../monitored.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { refId: string; expr: string; legendFormat: string }[];
}

const FILE = new URL('../../../examples/grafana/dashboard.json', import.meta.url);
const { panels, templating } = JSON.parse(readFileSync(FILE, 'utf8')) as {
  panels: Panel[];
  templating: { list: { name: string; definition?: string }[] };
};
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

/** Labels that Prometheus adds. */
const ADDED = ['instance', 'le'];

/** The query as Grafana sends it to Prometheus. */
function filledIn(expr: string): string {
  return expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');
}

/** The names in a query, parsed with Prometheus's own grammar. */
function namesIn(expr: string) {
  const text = filledIn(expr);
  const found = { errors: 0, metrics: new Set<string>(), labels: new Set<string>() };
  parser.parse(text).iterate({
    enter: ({ type, from, to, node }) => {
      const word = text.slice(from, to);
      if (type.isError) found.errors += 1;
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') {
        found.metrics.add(word);
      }
      if (type.name === 'LabelName') found.labels.add(word);
    },
  });
  return found;
}

describe('the dashboard', () => {
  let upstream: Upstream;
  /** The labels of each metric that a server exports after calls of all kinds. */
  const served = new Map<string, Set<string>>();

  beforeAll(async () => {
    upstream = await startUpstream();
    let asked = 0;
    upstream.answer((received, response) => {
      asked += 1;
      json(asked === 1 ? 503 : 200, { items: [] })(received, response);
    });
    const server = await serveMonitored([], { DOCS_PLATFORM_URL: upstream.url });
    await server.send(callBy('one', 'list_organizations'));
    await server.send({ headers: {} });
    const { body } = await server.status('/metrics');
    await server.stop();
    for (const line of body.split('\n').filter((text) => text && !text.startsWith('#'))) {
      const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
      const known = served.get(name) ?? new Set<string>();
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
      served.set(name, known);
    }
  });

  afterAll(() => upstream.close());

  test('has queries, and panels that do not overlap', () => {
    expect(queries.length).toBeGreaterThan(15);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...cells.map((cell) => Number.parseInt(cell, 10)))).toBe(23);
  });

  test.each(queries)('$title: $expr', ({ expr, legendFormat }) => {
    const { errors, metrics, labels } = namesIn(expr);
    expect(errors).toBe(0);
    expect(metrics.size).toBeGreaterThan(0);
    const known = [...metrics].flatMap((metric) => {
      const own = served.get(metric);
      expect(own, `${metric} is served`).toBeDefined();
      return [...(own ?? [])];
    });
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
    for (const label of [...labels, ...shown]) expect([...known, ...ADDED]).toContain(label);
  });

  test('would detect a wrong query', () => {
    expect(namesIn('sum by (tool) (rate(x_total[5m])').errors).toBeGreaterThan(0);
    expect([...namesIn('rate(x_total{a="b"}[5m])').metrics]).toEqual(['x_total']);
  });

  test('finds its instances by an exported metric', () => {
    const { definition = '' } = templating.list.find(({ name }) => name === 'instance') ?? {};
    const [, metric = ''] = /^label_values\((\w+), instance\)$/.exec(definition) ?? [];
    expect(served.has(metric)).toBe(true);
  });
});
