import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failures } from '../../src/client/errors.ts';
import { buildPath } from '../../src/client/wire.ts';
import { runs } from '../support/long-run.ts';
import { TOKEN } from './support.ts';

const ROUTE = 'GET /v1/spaces/{spaceId}/pages/{pageId}';
const fail = failures(ROUTE, TOKEN);

function pathOf(spaceId: string, pageId = 'p'): string {
  return buildPath(ROUTE, { spaceId, pageId }, fail).path;
}

const PATH_ROUTE = 'GET /v1/spaces/{spaceId}/content/path/{pagePath}';

function pagePathOf(pagePath: string): string {
  return buildPath(PATH_ROUTE, { spaceId: 's', pagePath }, failures(PATH_ROUTE, TOKEN)).path;
}

/** Ids as services generate them: letters, digits and characters without meaning in an address. */
const id = fc
  .string({ unit: fc.constantFrom(...'aZ09-_.~:@+=é中'), minLength: 1, maxLength: 40 })
  .filter((value) => value !== '.' && !value.includes('..'));

/** Paths of pages: segments that do not consist of dots. */
const pagePath = fc
  .array(
    id.filter((segment) => segment !== '.'),
    { minLength: 1, maxLength: 6 },
  )
  .map((segments) => segments.join('/'));

describe('a path value', () => {
  test('is encoded as one segment', () => {
    expect(pathOf('é中', 'p@1')).toBe('/v1/spaces/%C3%A9%E4%B8%AD/pages/p%401');
    expect(pagePathOf('guides/a b')).toBe('/v1/spaces/s/content/path/guides%2Fa%20b');
  });

  test('is restored by decoding its segment', () => {
    fc.assert(
      fc.property(id, pagePath, (spaceId, path) => {
        expect(decodeURIComponent(pathOf(spaceId).split('/')[3] as string)).toBe(spaceId);
        const parts = pagePathOf(path).split('/');
        expect(parts).toHaveLength(7);
        expect(decodeURIComponent(parts[6] as string)).toBe(path);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('stays in its segment when a URL is normalised, and an id even if a proxy decodes it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        let path: string;
        try {
          path = pathOf(value);
        } catch {
          return;
        }
        for (const seen of [path, decodeURIComponent(path)]) {
          const url = new URL(`http://platform.test/base${seen}`);
          expect(url.pathname.split('/')).toHaveLength(7);
          expect(url.search + url.hash + url.host).toBe('platform.test');
        }
      }),
      { numRuns: runs(5000) },
    );
  });

  test.each([
    ['', 'is empty'],
    ['.', 'must not be "."'],
    ['..', 'holds "..", which no id has'],
    ['a..b', 'holds "..", which no id has'],
    ['a/b', 'holds "/", which no id has; give only the id'],
    ['../../orgs', 'holds "/", which no id has; give only the id'],
    ['a\\b', 'holds "\\", which no id has; give only the id'],
    ['%2e%2e', 'holds "%", which no id has; give only the id'],
    ['a?b', 'holds "?", which no id has; give only the id'],
    ['a#b', 'holds "#", which no id has; give only the id'],
    ['a b', 'has a space or an invisible character; give only the id'],
    ['a\nb', 'has a space or an invisible character; give only the id'],
    ['a\u0000', 'has a space or an invisible character; give only the id'],
    ['a\u200b', 'has a space or an invisible character; give only the id'],
    ['a\u202e', 'has a space or an invisible character; give only the id'],
    ['a\u007f', 'has a space or an invisible character; give only the id'],
    ['a\u0085', 'has a space or an invisible character; give only the id'],
    ['\ud800', 'holds half a character (a lone surrogate)'],
    ['a'.repeat(513), 'is longer than 512 characters'],
  ])('%j is refused', (value, message) => {
    expect(() => pathOf(value)).toThrow(
      expect.objectContaining({
        kind: 'invalid_request',
        message: `${ROUTE}: path parameter spaceId ${message}`,
      }),
    );
  });

  test.each([
    ['../orgs', 'has a segment of only dots'],
    ['a/./b', 'has a segment of only dots'],
    ['a/%2E%2e/b', 'is percent-encoded already; give it as it reads'],
    ['a%2fb', 'is percent-encoded already; give it as it reads'],
    ['a\\b', 'holds "\\"; its segments stand between "/"'],
    ['a\u0000', 'has an invisible character'],
  ])('the path %j of a page is refused', (value, message) => {
    expect(() => pagePathOf(value)).toThrow(`path parameter pagePath ${message}`);
  });

  test('with a control character anywhere is refused', () => {
    const control = fc.integer({ min: 0, max: 0x1f }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string(), control, fc.string(), (before, character, after) => {
        expect(() => pathOf(`${before}${character}${after}`)).toThrow('path parameter spaceId');
      }),
    );
  });
});

describe('the parameters of a route', () => {
  test('are all required', () => {
    expect(() => buildPath(ROUTE, { spaceId: 's' }, fail)).toThrow(
      'path parameter pageId is missing',
    );
    expect(() => buildPath(ROUTE, undefined, fail)).toThrow('path parameter spaceId is missing');
    expect(() => buildPath('GET /v1/{toString}', {}, fail)).toThrow('toString is missing');
  });

  test('must all be known', () => {
    expect(() => buildPath('GET /v1/user', { userId: 'u' }, fail)).toThrow(
      'the route has no path parameter userId',
    );
  });

  test.each(['/v1/user', 'GET', 'TRACE /v1/user', 'GET v1/user', 'GET /v1/user?x=1', 'GET  /v1'])(
    'cannot be read from the route %j',
    (route) => {
      expect(() => buildPath(route, {}, fail)).toThrow('a route is a method and a path');
    },
  );
});
