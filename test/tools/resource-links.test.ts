import { describe, expect, it } from 'vitest';
import { resourceLinks } from '../../src/tools/results/resource-links.ts';

const uris = (args: Record<string, unknown>, answer: Record<string, unknown>) =>
  resourceLinks(args, answer).map(({ uri }) => uri);

describe('resourceLinks', () => {
  it('link the page that was read, with its metadata', () => {
    const answer = {
      id: 'p1',
      title: 'Retries',
      path: 'retries',
      updatedAt: '2026-01-02T03:04:05Z',
    };
    expect(resourceLinks({ spaceId: 's1', pageId: 'p1' }, answer)).toEqual([
      {
        uri: 'docs://spaces/s1/pages/p1',
        name: 'Retries',
        mimeType: 'text/markdown',
        annotations: { priority: 0.8, lastModified: '2026-01-02T03:04:05Z' },
      },
    ]);
  });

  it('link a page in the place where it was read: a change request or a revision', () => {
    const page = { id: 'p1', title: 'Retries', path: 'retries' };
    expect(uris({ spaceId: 's1', changeRequestId: 'c1', pageId: 'p1' }, page)).toEqual([
      'docs://spaces/s1/change-requests/c1/pages/p1',
      'docs://spaces/s1/change-requests/c1',
    ]);
    expect(uris({ spaceId: 's1', revisionId: 'r1', pageId: 'p1' }, page)).toEqual([
      'docs://spaces/s1/revisions/r1/pages/p1',
    ]);
  });

  it('link a change request by its id, even if it was requested by its number', () => {
    const answer = { object: 'change-request', id: 'c1', number: 7, subject: 'Mend' };
    expect(resourceLinks({ spaceId: 's1', changeRequestId: '7' }, answer)).toMatchObject([
      { uri: 'docs://spaces/s1/change-requests/c1', name: 'Mend' },
    ]);
  });

  it('link the change request that a tool opened', () => {
    const answer = {
      changeRequestId: 'c1',
      number: 7,
      pages: [{ id: 'p1', title: 'A', path: 'a' }],
    };
    expect(uris({ spaceId: 's1', subject: 'Mend' }, answer)).toEqual([
      'docs://spaces/s1/change-requests/c1',
      'docs://spaces/s1/pages',
      'docs://spaces/s1/change-requests/c1/pages/p1',
    ]);
  });

  it('link search hits in their spaces', () => {
    const sections = [{ id: 'x1', title: 'Limits', path: 'a/retries#limits' }];
    const pages = [{ id: 'p1', title: 'Retries', path: 'a/retries', sections }];
    expect(
      uris({ organizationId: 'o1' }, { items: [{ id: 's9', title: 'Guide', pages }] }),
    ).toEqual(['docs://spaces/s9/pages/p1']);
  });

  it('link the sources of an answer, files, threads, spaces and specifications', () => {
    const source = { type: 'page', page: 'p1', space: 's2', revision: 'r1' };
    expect(uris({ organizationId: 'o1' }, { answer: { sources: [source] } })).toEqual([
      'docs://spaces/s2/pages/p1',
    ]);
    const file = {
      id: 'f1',
      name: 'a.png',
      downloadURL: 'https://x',
      contentType: 'image/png',
      size: 9,
    };
    expect(resourceLinks({ spaceId: 's1' }, { items: [file] })).toEqual([
      {
        uri: 'docs://spaces/s1/files/f1',
        name: 'a.png',
        mimeType: 'image/png',
        size: 9,
        annotations: { priority: 0.3 },
      },
    ]);
    expect(uris({ spaceId: 's1' }, { items: [{ object: 'comment', id: 'm1' }] })).toEqual([
      'docs://spaces/s1/comments/m1',
    ]);
    expect(uris({ collectionId: 'k1' }, { items: [{ object: 'space', id: 's1' }] })).toEqual([
      'docs://spaces/s1/pages',
    ]);
    const specs = [
      { object: 'openapi-spec', slug: 'pets', lastVersion: 'v1' },
      { object: 'openapi-spec', slug: 'pending' },
    ];
    expect(uris({ organizationId: 'o1' }, { items: specs })).toEqual([
      'docs://orgs/o1/openapi/pets/versions/latest',
    ]);
    const version = { object: 'openapi-spec-version', id: 'v1' };
    expect(uris({ organizationId: 'o1', specSlug: 'pets', versionId: 'v1' }, version)).toEqual([
      'docs://orgs/o1/openapi/pets/versions/v1',
    ]);
  });

  it('contain at most ten, without duplicates', () => {
    const items = Array.from({ length: 30 }, (_, n) => ({
      id: `p${Math.floor(n / 2)}`,
      title: `Page ${n}`,
      path: `p${n}`,
    }));
    const found = uris({ spaceId: 's1' }, { items });
    expect(found).toHaveLength(10);
    expect(new Set(found).size).toBe(10);
  });

  it('do not mistake other things with a title and a path for pages', () => {
    const section = { object: 'site-section', id: 'x1', title: 'Guides', path: 'guides' };
    expect(uris({ spaceId: 's1' }, { items: [section] })).toEqual([]);
  });

  it('link nothing within a document, and no ids that are invalid in a URI', () => {
    expect(uris({ spaceId: 's1' }, { document: { path: 'a', title: 'b', id: 'c' } })).toEqual([]);
    expect(uris({ spaceId: 's1' }, { items: [{ id: '..', title: 'a', path: 'b' }] })).toEqual([]);
    expect(uris({}, { items: [{ id: 'p1', title: 'a', path: 'b' }] })).toEqual([]);
  });
});
