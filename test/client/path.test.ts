import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failures } from '../../src/client/errors.ts';
import { buildPath } from '../../src/client/path.ts';
import { TOKEN } from './support.ts';

const ROUTE = 'GET /v1/spaces/{spaceId}/pages/{pageId}';
const fail = failures(ROUTE, TOKEN);

function pathOf(spaceId: string, pageId = 'p'): string {
  return buildPath(ROUTE, { spaceId, pageId }, fail).path;
}

/** Everything that may be a segment: well-formed, not empty, no dots alone, no control characters. */
const segment = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.string({
      unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'E', 'F', '?', '#', ';', '@', ':'),
      minLength: 1,
    }),
    fc.constantFrom(
      '%2e%2e',
      '%2E%2e',
      '.%2e',
      '..%2f',
      '../..',
      '..;',
      '...',
      '//',
      '\\..\\',
      ' ',
      '%00',
    ),
  )
  .filter((value) => value !== '.' && value !== '..' && !/\p{Cc}/u.test(value));

describe('a path value', () => {
  test('is encoded as one segment', () => {
    expect(pathOf('a/b?c#d e')).toBe('/v1/spaces/a%2Fb%3Fc%23d%20e/pages/p');
    expect(pathOf('../../orgs')).toBe('/v1/spaces/..%2F..%2Forgs/pages/p');
    expect(pathOf('é中')).toBe('/v1/spaces/%C3%A9%E4%B8%AD/pages/p');
  });

  test('comes back by decoding its segment', () => {
    fc.assert(
      fc.property(segment, segment, (spaceId, pageId) => {
        const parts = pathOf(spaceId, pageId).split('/');
        expect(parts).toHaveLength(6);
        expect(decodeURIComponent(parts[3] as string)).toBe(spaceId);
        expect(decodeURIComponent(parts[5] as string)).toBe(pageId);
      }),
      { numRuns: 2000 },
    );
  });

  test('stays in its segment when a URL is normalised', () => {
    fc.assert(
      fc.property(segment, segment, (spaceId, pageId) => {
        const path = pathOf(spaceId, pageId);
        const url = new URL(`http://platform.test/base${path}`);
        expect(url.pathname).toBe(`/base${path}`);
        expect(url.pathname.split('/')).toHaveLength(7);
        expect(url.search + url.hash + url.host).toBe('platform.test');
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['', 'path parameter spaceId must not be empty'],
    ['.', 'path parameter spaceId must not be "."'],
    ['..', 'path parameter spaceId must not be ".."'],
    ['a\nb', 'path parameter spaceId must not hold control characters'],
    ['a\u0000', 'path parameter spaceId must not hold control characters'],
    ['\u007f', 'path parameter spaceId must not hold control characters'],
    ['\u0085', 'path parameter spaceId must not hold control characters'],
    ['\ud800', 'path parameter spaceId holds half a character (a lone surrogate)'],
  ])('%j is refused', (value, message) => {
    expect(() => pathOf(value)).toThrow(
      expect.objectContaining({ kind: 'invalid_request', message: `${ROUTE}: ${message}` }),
    );
  });

  test('with a control character anywhere is refused', () => {
    const control = fc.integer({ min: 0, max: 0x1f }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string(), control, fc.string(), (before, character, after) => {
        expect(() => pathOf(`${before}${character}${after}`)).toThrow('control characters');
      }),
    );
  });
});

describe('the parameters of a route', () => {
  test('must all be given', () => {
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
