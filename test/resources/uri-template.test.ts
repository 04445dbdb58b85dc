import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uriTemplate } from '../../src/resources/uri-template.ts';

const page = uriTemplate('docs://spaces/{spaceId}/pages/{pageId}');

describe('uriTemplate', () => {
  it('expands and matches', () => {
    expect(page.expand({ spaceId: 's1', pageId: 'p 2' })).toBe('docs://spaces/s1/pages/p%202');
    expect(page.match('docs://spaces/s1/pages/p%202')).toEqual({ spaceId: 's1', pageId: 'p 2' });
  });

  it.each([
    'docs://spaces/s1/pages/',
    'docs://spaces/s1/pages/p/extra',
    'docs://spaces//pages/p',
    'docs://spaces/s1/pages/p?x=1',
    'docs://spaces/s1/pages/p#top',
    'docs://spaces/s1/pages/%E0%A4%A',
    'https://spaces/s1/pages/p',
    'xdocs://spaces/s1/pages/p',
    '',
  ])('does not match %j', (uri) => {
    expect(page.match(uri)).toBeUndefined();
  });

  it('takes a dot in the template literally', () => {
    expect(uriTemplate('docs://a.b/{id}').match('docs://axb/1')).toBeUndefined();
  });

  it('brings every value back, whatever is in it', () => {
    const value = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(value, value, (spaceId, pageId) => {
        const uri = page.expand({ spaceId, pageId });
        expect(uri.split('/')).toHaveLength(6);
        expect(page.match(uri)).toEqual({ spaceId, pageId });
      }),
    );
  });
});
