import { describe, expect, it } from 'vitest';
import { call } from './call.ts';

describe('the request of a call', () => {
  it('places arguments where the API expects them', () => {
    expect(
      call('list_change_request_comments', {
        spaceId: 's1',
        changeRequestId: '7',
        status: 'open',
        limit: 5,
      }),
    ).toEqual({
      effect: 'read',
      route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
      path: { spaceId: 's1', changeRequestId: '7' },
      query: { status: 'open', limit: 5, format: 'markdown' },
    });
  });

  it('contains no parameters without a value', () => {
    expect(call('list_organizations', { page: undefined })).toEqual({
      effect: 'read',
      route: 'GET /v1/orgs',
      path: {},
      query: {},
    });
  });

  it('repeats a query name for several values', () => {
    expect(call('list_sites', { organizationId: 'o', type: ['basic', 'ultimate'] })).toMatchObject({
      query: { type: ['basic', 'ultimate'] },
    });
  });

  it('has an empty body if the operation takes one and no fields are given', () => {
    expect(call('create_change_request', { spaceId: 's' })).toEqual({
      effect: 'create',
      route: 'POST /v1/spaces/{spaceId}/change-requests',
      path: { spaceId: 's' },
      query: {},
      body: {},
    });
  });

  it('has no body if the operation takes none', () => {
    expect(call('merge_change_request', { spaceId: 's', changeRequestId: '7' })).not.toHaveProperty(
      'body',
    );
  });

  it('sends null, which removes a value', () => {
    expect(
      call('update_site_space', {
        organizationId: 'o',
        siteId: 's',
        siteSpaceId: 'p',
        condition: null,
      }),
    ).toMatchObject({ body: { condition: null } });
  });

  it('keeps a page of a PDF apart from a page of results', () => {
    expect(
      call('get_change_request_pdf', { spaceId: 's', changeRequestId: '7', page: 'p', only: true }),
    ).toMatchObject({ query: { page: 'p', only: true } });
  });

  it('requests the outcome of every change when content is edited', () => {
    expect(
      call('edit_change_request_content', {
        spaceId: 's',
        changeRequestId: '7',
        changes: [{ operation: 'delete_page', page: 'p' }],
      }),
    ).toEqual({
      effect: 'update',
      route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
      path: { spaceId: 's', changeRequestId: '7' },
      query: { compat: false },
      body: { changes: [{ operation: 'delete_page', page: 'p' }] },
    });
  });

  it('encodes the template of a new site in the form that the API accepts', () => {
    const site = { organizationId: 'o', title: 'Docs' };
    expect(call('create_site', { ...site, template: 'sample' })).toMatchObject({
      body: { title: 'Docs', spaces: 'sample' },
    });
    expect(call('create_site', { ...site, template: 'sample' })).not.toHaveProperty(
      'body.template',
    );
    expect(call('create_site', { ...site, spaces: ['a', 'b'] })).toMatchObject({
      body: { title: 'Docs', spaces: ['a', 'b'] },
    });
    expect(call('create_site', site)).toMatchObject({ body: { title: 'Docs' } });
  });
});
