import { describe, expect, it } from 'vitest';
import { compare } from '../../scripts/api-diff/compare.ts';
import { CURRENT, installed, type Json, readDescription } from '../../scripts/published.ts';
import { allOperations } from '../../src/operations/index.ts';

const own = readDescription(installed(CURRENT));
const NOTHING = { added: [], removed: [], changed: [] };

/** The description of the current service with modified paths. */
function changed(change: (paths: Json, document: Json) => void): Json {
  const document = structuredClone(own);
  change(document.paths as Json, document);
  return document;
}

const differences = (other: Json) => compare(other, own, allOperations);

describe('the differences of a version', () => {
  it('are empty for the same version, and ignore descriptions', () => {
    expect(differences(own)).toEqual(NOTHING);
    const reworded = changed((paths) => {
      const list = paths['/orgs']?.get as unknown as { summary: string };
      list.summary = 'Other words';
    });
    expect(differences(reworded)).toEqual(NOTHING);
  });

  it('ignore the names of path parameters', () => {
    const renamed = changed((paths) => {
      paths['/spaces/{space}/move'] = paths['/spaces/{spaceId}/move'] as Json;
      delete paths['/spaces/{spaceId}/move'];
    });
    expect(differences(renamed)).toEqual(NOTHING);
  });

  it('name new operations and tools whose operation is missing', () => {
    const other = changed((paths) => {
      paths['/spells'] = { post: { operationId: 'castSpell' } } as unknown as Json;
      delete paths['/spaces/{spaceId}']?.delete;
    });
    expect(differences(other)).toEqual({
      added: ['POST /spells (castSpell)'],
      removed: ['delete_space: DELETE /v1/spaces/{spaceId}'],
      changed: [],
    });
  });

  it('do not report a reinstated operation as new', () => {
    const other = changed((paths) => {
      const route = '/orgs/{organizationId}/custom-fields';
      paths[route] = { get: { operationId: 'listCustomFields' } } as unknown as Json;
    });
    expect(differences(other)).toEqual(NOTHING);
  });

  it('show inputs, whether they are required, and changed values behind references', () => {
    const other = changed((paths, { components }) => {
      const create = paths['/orgs/{organizationId}/sites/{siteId}/redirects']?.post;
      const schema = create?.requestBody?.content?.['application/json']?.schema as Json;
      const { draft: _, ...properties } = schema.properties as Json;
      Object.assign(schema, {
        properties: { ...properties, note: { type: 'string' } },
        required: ['source', 'destination', 'note', 'permanent'],
      });
      Object.assign(components?.schemas?.SiteRedirectSourcePath ?? {}, { maxLength: 3 });
    });
    const found = differences(other).changed.find(({ tool }) => tool === 'create_site_redirect');
    expect(found?.changes.sort()).toEqual([
      '+ body note, required',
      '- body draft',
      '~ body permanent is required now',
      '~ body source allows other values',
    ]);
  });
});
