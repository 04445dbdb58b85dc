import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitsUri,
  parseResourceUri,
  RESOURCE_URIS,
  type ResourceKind,
  resourceUri,
  variablesOf,
} from '../../src/uris/index.ts';

const kinds = Object.keys(RESOURCE_URIS) as ResourceKind[];

const anyValue = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.constantFrom(
    'a/b/c',
    'GET /pets/{id}',
    '%2e%2e',
    '..%2f..',
    'ÅÅ',
    'naïve/ünï',
    '日本',
    '👩‍🚒',
    "a'(b)*!",
  ),
);
const goodValue = (variable: string) => anyValue.filter((value) => fitsUri(value, variable));

const addresses = fc.constantFrom(...kinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    variables: fc.record(
      Object.fromEntries(variablesOf(kind).map((name) => [name, goodValue(name)])),
    ) as fc.Arbitrary<Record<string, string>>,
  }),
);

describe('resource URIs', () => {
  it.each([
    ['page', { spaceId: 's1', pageId: 'p@2' }, 'docs://spaces/s1/pages/p%402'],
    ['page-by-path', { spaceId: 's1', pagePath: 'a/b' }, 'docs://spaces/s1/paths/a%2Fb'],
    [
      'openapi-operation',
      { organizationId: 'o1', specSlug: 'pets', versionId: 'v1', operation: 'GET /pets/{id}' },
      'docs://orgs/o1/openapi/pets/versions/v1/operations/GET%20%2Fpets%2F%7Bid%7D',
    ],
  ] as const)('of a %s are written and parsed', (kind, variables, uri) => {
    expect(resourceUri(kind, variables as never)).toBe(uri);
    expect(parseResourceUri(uri)).toEqual({ kind, variables });
  });

  it('distinguish the latest version from one with an id', () => {
    const versions = 'docs://orgs/o1/openapi/pets/versions';
    expect(parseResourceUri(`${versions}/latest`)?.kind).toBe('openapi-latest');
    expect(parseResourceUri(`${versions}/v1`)?.kind).toBe('openapi-version');
  });

  it('restore every value, whatever it contains', () => {
    fc.assert(
      fc.property(addresses, ({ kind, variables }) => {
        expect(parseResourceUri(resourceUri(kind, variables as never))).toEqual({
          kind,
          variables,
        });
      }),
    );
  });

  it('have as many segments as their template, and stay unchanged when a host parses them', () => {
    fc.assert(
      fc.property(addresses, ({ kind, variables }) => {
        const uri = resourceUri(kind, variables as never);
        expect(uri.split('/')).toHaveLength(RESOURCE_URIS[kind].split('/').length);
        expect(uri).toMatch(/^[\x21-\x7e]+$/);
        expect(new URL(uri).href).toBe(uri);
      }),
    );
  });

  it.each([
    '',
    ' ',
    '.',
    '..',
    'a/b',
    'a/../b',
    '%2e',
    'p 1',
    'p\u200b1',
    'p\u0000',
    'p\u202e1',
    'p\u{e0041}',
    '\ud800',
  ])('are neither written nor parsed with the value %j', (pageId) => {
    expect(() => resourceUri('page', { spaceId: 's1', pageId })).toThrow('pageId');
    const raw = pageId === '\ud800' ? '%ED%A0%80' : encodeURIComponent(pageId);
    expect(parseResourceUri(`docs://spaces/s1/pages/${raw}`)).toBeUndefined();
  });

  it.each([
    'docs://spaces/s1/pages/',
    'docs://spaces/s1/pages/p/extra',
    'docs://spaces//pages/p',
    'docs://spaces/s1/pages/p?x=1',
    'docs://spaces/s1/pages/p#top',
    'docs://spaces/s1/pages/%E0%A4%A',
    'docs://spaces/s1/pages/%2e%2E',
    'docs://spaces/s1/pages/../../orgs',
    'docs://spaces/s1/paths/a/b',
    'https://spaces/s1/pages/p',
    'xdocs://spaces/s1/pages/p',
    'docs://spaces/{spaceId}/pages/p\n',
    '',
  ])('do not include %j', (uri) => {
    expect(parseResourceUri(uri)).toBeUndefined();
  });

  it('refuse anything else, without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseResourceUri(`docs://spaces/${text}`)?.variables.spaceId).not.toBe('');
      }),
    );
  });
});
