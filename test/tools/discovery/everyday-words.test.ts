import { describe, expect, it } from 'vitest';
import { tools } from '../../../src/tools/catalogue.ts';
import { createRanking } from '../../../src/tools/discovery/rank.ts';

const rank = await createRanking(tools);

describe('tasks in everyday words', () => {
  it.each([
    ['add a space to a site as its own section', 'create_site_section'],
    ['undo a bad merge', 'restore_page'],
    ['undo a merged change request', 'restore_page'],
    ['revert a merged change request', 'restore_page'],
    ['roll back a page', 'restore_page'],
    ['who may read this space', 'list_space_permissions'],
    ['replace a word everywhere', 'replace_in_pages'],
    ['move a page under another', 'open_change_request_with_edits'],
    ['close a change request without merging', 'update_change_request'],
    ['what needs my attention', 'list_open_threads'],
    ['find out who last touched the quickstart page', 'page_history'],
    ['show me the change log of one article', 'page_history'],
    ['see when a sentence was removed and by whom', 'page_history'],
    ['put a page back the way it was last week', 'restore_page'],
    ['undo what change request 12 did to a page', 'restore_page'],
    ['get a deleted page back', 'restore_page'],
    ['list the differences between version 1.4 and 2.0 of our API', 'compare_openapi_versions'],
    ['did the new spec break anything for clients', 'compare_openapi_versions'],
    ['why does Joris not have edit rights', 'explain_access'],
    ['which role does a member have in this space and why', 'explain_access'],
    ['have the handbook appear as a separate section on our docs site', 'create_site_section'],
    ['attach a space to the public site in its own tab', 'create_site_section'],
    ['let our auditors view the site without an account', 'create_share_link'],
    ['people bookmarked the old address of a page that moved', 'create_site_redirect'],
    ['make sure the old product name appears nowhere', 'find_in_pages'],
    ['swap one company name for another across all pages', 'replace_in_pages'],
    ['put three pages below another page', 'open_change_request_with_edits'],
    ['copy a chapter with its pages to another space', 'open_change_request_with_edits'],
    ['move a section to another page', 'open_change_request_with_edits'],
    ['correct a typo on a page', 'open_change_request_with_edits'],
    ['sign off on a pull request', 'submit_change_request_review'],
    ['get two colleagues to look at my draft', 'request_reviewers'],
    ['throw away a draft nobody needs', 'update_change_request'],
    ['are there any dead links', 'audit_links'],
    ['an employee left, remove them', 'remove_member'],
    ['allow the support team to write in the handbook', 'invite_to_space'],
    ['we have a new swagger file to upload', 'set_openapi_spec'],
    ['what have readers been complaining about', 'list_open_threads'],
    ['what would go live if I merged this', 'review_change_request'],
    ['my change request conflicts with the live content', 'update_change_request_from_primary'],
    ['what do visitors type into the search box', 'aggregate_site_events'],
    ['give me an overview of everything I can see', 'get_context'],
    ['invite a person', 'invite_members'],
    ['find stale pages that nobody changed for a year', 'list_pages'],
    ['compare two change requests', 'review_change_request'],
    ['rotate the share link of our docs', 'create_share_link'],
    ['which images have no alt text', 'find_in_pages'],
    ['copy a page to another space', 'open_change_request_with_edits'],
    ['merge two pages into one', 'open_change_request_with_edits'],
    ['which pages get bad ratings from readers', 'aggregate_site_events'],
    ['retranslate everything', 'start_translation'],
    ['make Anna an editor of this space', 'invite_to_space'],
    ['link to our status page in the navigation bar', 'create_site_external_link'],
    ['our SAML certificate is about to expire', 'update_saml_provider'],
    ['the secret URL leaked', 'delete_share_link'],
  ])('"%s" finds %s first', (query, tool) => {
    expect(rank(query)[0]?.name).toBe(tool);
  });

  it('do not match a question that shares only a word', () => {
    expect(rank('change request')[0]?.name).toBe('get_change_request');
    expect(rank('delete a collection')[0]?.name).toBe('delete_collection');
  });
});
