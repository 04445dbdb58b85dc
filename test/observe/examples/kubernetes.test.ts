import { readdirSync, readFileSync } from 'node:fs';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { run } from '../../support/program.ts';
import { json, startUpstream, type Upstream } from '../../support/upstream.ts';
import { callBy } from '../calls.ts';
import { serveMonitored } from '../monitored.ts';

const FOLDER = new URL('../../../examples/kubernetes/', import.meta.url);

type Manifest = Record<string, unknown> & { kind: string };

/** The schema that Kubernetes publishes for each kind. */
const MODELS = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
};

function manifest(file: string): Manifest {
  const document = parseDocument(readFileSync(new URL(file, FOLDER), 'utf8'), { strict: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS() as Manifest;
}

function validate(given: Manifest): void {
  const Model = MODELS[given.kind as keyof typeof MODELS];
  new Model(given as never).validate();
}

const files = (manifest('kustomization.yaml').resources as string[]).sort();

/** The parts of the Deployment that must agree with the other manifests and the program. */
function container() {
  const { spec } = manifest('deployment.yaml') as unknown as IDeployment;
  const pod = spec?.template.spec;
  const [only] = pod?.containers ?? [];
  if (!pod || !only) throw new Error('the Deployment has no container');
  const args = new Map(
    (only.args ?? []).map((arg): [string, string | undefined] => {
      const [flag = '', value] = arg.split('=');
      return [flag, value];
    }),
  );
  const ports = new Map((only.ports ?? []).map(({ name, containerPort }) => [name, containerPort]));
  return { spec, pod, only, args, ports };
}

describe('the manifests', () => {
  test('are the only ones in the folder', () => {
    const there = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
    expect(files).toEqual(there.filter((name) => name !== 'kustomization.yaml').sort());
  });

  test.each(files)('%s is valid for the schema of Kubernetes', (file) => {
    validate(manifest(file));
  });

  test('would not be valid with mistakes', () => {
    const wrong = manifest('deployment.yaml');
    expect(() => validate({ ...wrong, spec: { replicas: 'two' } })).toThrow(/replicas|selector/);
  });

  test('refer to the same pods, ports and objects', () => {
    const { spec, ports } = container();
    const labels = spec?.template.metadata?.labels;
    expect(labels).toEqual({ 'app.kubernetes.io/name': 'docs-platform-mcp' });
    expect(spec?.selector.matchLabels).toEqual(labels);
    expect(manifest('service.yaml')).toMatchObject({ spec: { selector: labels } });
    for (const file of ['pod-disruption-budget.yaml', 'network-policy.yaml']) {
      expect(JSON.stringify(manifest(file).spec)).toContain(
        JSON.stringify({ matchLabels: labels }),
      );
    }
    const named = ['service.yaml', 'network-policy.yaml'].flatMap((file) => [
      ...JSON.stringify(manifest(file)).matchAll(/"(?:targetPort|port)":"(\w+)"/g),
    ]);
    expect(named.map(([, port]) => port).every((port) => ports.has(port))).toBe(true);
    const { name } = manifest('service.yaml').metadata as { name: string };
    expect(JSON.stringify(manifest('ingress.yaml'))).toContain(`"service":{"name":"${name}"`);
  });
});

describe('the container', () => {
  let upstream: Upstream;

  beforeAll(async () => {
    upstream = await startUpstream();
  });

  afterAll(() => upstream.close());

  test('is started with existing options and variables', async () => {
    const { only, args, ports } = container();
    const { stdout: help } = await run(['serve', '--help']);
    const { stdout: mainHelp } = await run(['--help']);
    for (const flag of [...args.keys()].filter((arg) => arg.startsWith('--'))) {
      expect(help).toMatch(new RegExp(`^ +${flag}\\b`, 'm'));
    }
    const own = (only.env ?? []).map(({ name }) => name).filter((name) => /^DOCS_/.test(name));
    expect(own.filter((name) => !mainHelp.includes(name))).toEqual([]);
    expect(Number(args.get('--port'))).toBe(ports.get('mcp'));
    expect(Number(args.get('--metrics-port'))).toBe(ports.get('metrics'));
  });

  test('answers its probes and its callers, started as in the manifest', async () => {
    const { only, spec } = container();
    upstream.answer(json(200, { items: [] }));
    const given = only.args?.slice(2).map((arg) => arg.replace(/(port)=\d+/, '$1=0')) ?? [];
    const server = await serveMonitored(given, { DOCS_PLATFORM_URL: upstream.url });
    for (const probe of [only.startupProbe, only.livenessProbe, only.readinessProbe]) {
      expect(probe?.httpGet?.port).toBe('metrics');
      expect((await server.status(probe?.httpGet?.path ?? '')).status).toBe(200);
    }
    const annotations = spec?.template.metadata?.annotations ?? {};
    expect(annotations['prometheus.io/port']).toBe(String(container().ports.get('metrics')));
    expect((await server.status(annotations['prometheus.io/path'] ?? '')).body).toContain(
      'docs_platform_mcp_calls_in_flight 0',
    );
    const { headers = {}, body } = callBy('one', 'list_organizations');
    const host = 'docs-mcp.example.com';
    const answered = await server.send({ headers: { ...headers, host }, body: String(body) });
    expect(answered.status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  test('has enough time to finish requests in flight', () => {
    const { pod, only } = container();
    const before = only.lifecycle?.preStop?.sleep?.seconds ?? 0;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(before + 25 + 10);
  });
});
