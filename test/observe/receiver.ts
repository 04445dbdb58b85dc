import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Attributes = Record<string, string | number>;

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code: number };
  attributes: Attribute[];
}

interface Histogram {
  name: string;
  unit: string;
  histogram: { dataPoints: { attributes: Attribute[]; count: number; explicitBounds: number[] }[] };
}

/** An OTLP receiver over HTTP that keeps what it receives. */
export interface Receiver {
  url: string;
  /** The requests, by path and media type. */
  posts: { path: string; type: string; body: Buffer }[];
  /** The spans of the JSON requests. */
  spans(): Span[];
  histograms(): Histogram[];
  resources(): Attributes[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const posts: Receiver['posts'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = '', headers } = request;
    posts.push({ path, type: headers['content-type'] ?? '', body: Buffer.concat(chunks) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sent = (path: string) =>
    posts.filter((post) => post.path === path).map(({ body }) => JSON.parse(body.toString()));
  const resourceSpans = () => sent('/v1/traces').flatMap((message) => message.resourceSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    posts,
    spans: () => resourceSpans().flatMap(({ scopeSpans: [scope] }) => scope.spans),
    histograms: () =>
      sent('/v1/metrics')
        .flatMap((message) => message.resourceMetrics)
        .flatMap(({ scopeMetrics: [scope] }) => scope.metrics),
    resources: () => resourceSpans().map(({ resource }) => attributesOf(resource.attributes)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function attributesOf(list: readonly Attribute[]): Attributes {
  return Object.fromEntries(
    list.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
  );
}
