import type { PhraseTable } from './phrases.ts';

/**
 * Tasks in people's words, by the tool that does them. They affect the ranking: a tool ranks higher the more of a
 * question one of its tasks covers, and the rarer the shared words are.
 */
export const work: PhraseTable<string> = {
  page_history:
    'who changed this page, who edited the page last and when, history of a page, which change request introduced this sentence, when was this page changed, who wrote this, blame, who broke the page, earlier versions of a page, who last touched a page, change log of a page, when was a sentence removed and by whom, who did it',
  restore_page:
    'undo a bad merge, restore a page to how it was before, revert a page to an earlier version, roll back a page, bring back a deleted page, undo a change request on a page, recover an old version of a page, put a page back the way it was last week, get a deleted page back, undo what a change request did to a page',
  compare_openapi_versions:
    'what changed between two versions of the api, breaking changes in the new openapi version, diff of two api specifications, compare the api with its last version, changelog of the api, which endpoints are new or removed, which pages speak of what changed in the api, differences between two versions of our api, did the new specification break anything for clients',
  explain_access:
    'what may this user do in a space, why can somebody not edit this space, why can a person not write here, why can somebody not edit, explain the rights of a person, check the access of a user, through which grant does somebody have access, effective permissions of a user, why can she not see the space, what can he do here, why does a person have no edit rights, which role does a member have in a space and why',
  list_space_permissions:
    'who may read this space, who has access to a space, everybody who can edit a space, permissions of a space',
  create_site_section:
    'add a space to a site as its own section, new section of a site, put a space on the site in a section of its own, new tab on the site, show another space on the site as a tab, have a space appear as a separate section on our docs site',
  update_site_section: 'rename a section of a site, change the address of a section',
  add_space_to_site:
    'add a space to a site, put a variant of a space on a site, show a space on a site',
  publish_site: 'make the site go live, publish a site, open the site to the public',
  create_share_link:
    'give somebody a link to read the site, secret link to a site, let an auditor read the site, private link for a customer, share a site with somebody outside, let people view a site without an account',
  invite_members: 'invite a colleague, add a person to the organization, onboard somebody',
  create_team: 'make a team, new team with members',
  create_site_redirect:
    'redirect an old url, keep an old address alive, send readers of an old page elsewhere, old link leads nowhere, people bookmarked the old address of a page that moved',
  find_in_pages:
    'find a word on every page, prove that a word is nowhere, where is this text, exact search, grep, search with a regular expression, make sure that a name appears nowhere',
  replace_in_pages:
    'replace a word everywhere, rename a term on all pages, search and replace, change a name in the whole space, replace text on all pages, swap one name for another across all pages',
  open_change_request_with_edits:
    'move a page under another, reorder pages, rename a page, add a page and ask for review, edit several pages at once, change a few words of a page, fix a typo, delete a page, draft a change, correct a typo on a page, put pages below another page',
  edit_change_request_content: 'upload an image, insert a file, replace a picture',
  submit_change_request_review:
    'approve a change request, request changes, reject a change request',
  request_reviewers:
    'ask somebody to review, who should review, assign a reviewer, get colleagues to look at a draft',
  update_change_request:
    'close a change request without merging, abandon a draft, archive a change request, mark a change request as ready for review, reopen a change request, throw away a draft that nobody needs',
  audit_links: 'broken links of a space, dead links, check all links, links that lead nowhere',
  remove_member:
    'take a user away from the organization, off board somebody, somebody left the company',
  update_member: 'change the role of a member, make somebody an administrator',
  invite_to_space:
    'give a team write access to a space, give a person access to a space, let somebody edit a space, grant a role in a space, allow a team to write in a space',
  invite_to_collection:
    'give a team access to a collection, let somebody edit all spaces of a collection',
  set_openapi_spec:
    'upload a new openapi version, publish a new version of the api specification, new swagger file to upload',
  list_open_threads:
    'what needs my attention, open questions of readers, comments that wait for an answer, triage, unanswered comments, what have readers been complaining about, feedback of readers',
  review_change_request:
    'compare a draft with live, show the diff of a change request, what does this change request change, what did this merge change, review a draft, what would go live if this was merged',
  merge_change_request: 'publish a draft, make a change request live, merge a change request',
  update_change_request_from_primary:
    'resolve a merge conflict, change request is behind, rebase a change request',
  aggregate_site_events:
    'how many readers does a site have, page views, what do readers search for, search analytics of a site, traffic of a site, most read pages, what do visitors type into the search box',
  get_context:
    'where am i, who am i, which spaces are there, everything i can reach, all spaces and sites, overview of everything that can be seen, overview of everything i can see',
  list_pages: 'table of contents of a space, which pages are there, structure of a space',
};
