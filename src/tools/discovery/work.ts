import type { PhraseTable } from './phrases.ts';

/**
 * Tasks in people's words, by the tool that does them. They affect the ranking: a tool ranks higher the more of a
 * question one of its tasks covers, and the rarer the shared words are.
 */
export const work: PhraseTable<string> = {
  page_history:
    'who changed this page, who edited the page last and when, history of a page, which change request introduced this sentence, when was this page changed, who wrote this, blame, who broke the page, earlier versions of a page, who last touched a page, change log of a page, when was a sentence removed and by whom, who did it',
  restore_page:
    'undo a bad merge, undo a merged change request, revert a merged change request, roll back everything that a change request changed, take a merge back, restore a page to how it was before, revert a page to an earlier version, roll back a page, bring back a deleted page, undo a change request on a page, recover an old version of a page, put a page back the way it was last week, get a deleted page back, undo what a change request did to a page',
  compare_openapi_versions:
    'what changed between two versions of the api, breaking changes in the new openapi version, diff of two api specifications, compare the api with its last version, changelog of the api, which endpoints are new or removed, which pages speak of what changed in the api, differences between two versions of our api, did the new specification break anything for clients',
  explain_access:
    'who may edit a space, what may this user do in a space, why can somebody not edit this space, why can a person not write here, why can somebody not edit, explain the rights of a person, check the access of a user, through which grant does somebody have access, effective permissions of a user, why can she not see the space, what can he do here, what may one person do in a space, rights of one person, why does a person have no edit rights, which role does a member have in a space and why',
  list_space_permissions:
    'list everybody with access to a space, who may read this space, who has access to a space, everybody who can edit a space, permissions of a space',
  answer_threads:
    'answer several comments at once, reply to comments and resolve them, close all open threads, work off the open comments',
  create_site_section:
    'add a space to a site as its own section, new section of a site, put a space on the site in a section of its own, new tab on the site, show another space on the site as a tab, have a space appear as a separate section on our docs site',
  update_site_section:
    'rename a section of a site, change the address of a section, hide a section from some visitors, show a section to customers only',
  add_space_to_site:
    'add a space to a site, put a variant of a space on a site, show a space on a site',
  publish_site: 'make the site go live, publish a site, open the site to the public',
  create_share_link:
    'rotate a share link, new share link in place of an old one, give somebody a link to read the site, secret link to a site, let an auditor read the site, private link for a customer, share a site with somebody outside, let people view a site without an account',
  invite_members:
    'invite a person, invite people, invite somebody, invite a colleague, add a person to the organization, onboard somebody',
  create_team: 'make a team, new team with members',
  create_site_redirect:
    'redirect, redirect an old url, keep an old address alive, send readers of an old page elsewhere, old link leads nowhere, people bookmarked the old address of a page that moved',
  find_in_pages:
    'images without alt text, pictures without a description, pages that lack a text, find a word on every page, prove that a word is nowhere, where is this text, exact search, grep, search with a regular expression, make sure that a name appears nowhere, which pages mention a name, which pages link to a page, what links here, what would break if a page was deleted, pages that talk about something, every page that speaks of a product, pages with a word, is this sentence anywhere, count how often a word is used',
  replace_in_pages:
    'replace a word everywhere, rename a term on all pages, search and replace, change a name in the whole space, replace text on all pages, swap one name for another across all pages, append text to many pages, add a line at the end of every page, add a notice at the top of all pages',
  open_change_request_with_edits:
    'copy a page to another space, copy a page, copy a chapter with its pages to another space, duplicate pages, move a section to another page, merge two pages into one, set the description of pages, move a page under another, reorder pages, rename a page, add a page and ask for review, edit several pages at once, change a few words of a page, fix a typo, delete a page, draft a change, correct a typo on a page, put pages below another page, put a page in front of another, put a page behind another, hide a page from search engines, do not let search engines index a page, hide a page, change the address of a page, write a new page, set the icon of a page, split a page in two, append text to a page, add a line at the end of a page, add a sentence at the end of a section, add a note at the top of a page, nest a page below another, make a page the first',
  edit_change_request_content: 'upload an image, insert a file, replace a picture, upload',
  submit_change_request_review:
    'approve a change request, request changes, reject a change request, approve, reject',
  request_reviewers:
    'ask somebody to review, who should review, assign a reviewer, get colleagues to look at a draft',
  update_change_request:
    'close a change request without merging, abandon a draft, archive a change request, mark a change request as ready for review, reopen a change request, throw away a draft that nobody needs',
  audit_links: 'broken links of a space, dead links, check all links, links that lead nowhere',
  remove_member:
    'take a user away from the organization, off board somebody, somebody left the company, somebody left and must not see anything any more, revoke the access of a person who left, kick somebody out, kick out',
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
    'compare two change requests, compare a draft with live, show the diff of a change request, what does this change request change, what did this merge change, review a draft, what would go live if this was merged',
  merge_change_request: 'publish a draft, make a change request live, merge a change request',
  update_change_request_from_primary:
    'resolve a merge conflict, change request is behind, rebase a change request',
  aggregate_site_events:
    'how many readers does a site have, page views, what do readers search for, search analytics of a site, traffic of a site, most read pages, what do visitors type into the search box',
  get_context:
    'where am i, who am i, which spaces are there, everything i can reach, all spaces and sites, overview of everything that can be seen, overview of everything i can see',
  list_pages:
    'find stale pages, pages that nobody changed for a year, when were the pages last changed, pages without a description, table of contents of a space, which pages are there, structure of a space',
  list_members:
    'who works here, who is in our organization, which colleagues have an account, find a person by name, who are the administrators',
  list_team_members: 'who is in a team, members of a team, people of a team',
  add_team_member:
    'put somebody into a team, make somebody owner of a team, promote a member of a team',
  update_invite_link:
    'change the role that an invite link gives, people who join by the link become editors',
  create_invite_link: 'a link by which people can join, let people join the organization by a link',
  update_organization:
    'let people with a company mail address join by themselves, allow everybody of an email domain to join, default role of new members, rename the organization, turn off the assistant for all',
  list_audit_events:
    'who did what, what happened in the organization, log of what people did in the account, security log, who deleted the space',
  list_member_spaces: 'which spaces can a person see, what does somebody have access to',
  remove_user_from_space:
    'take a person out of a space, somebody must not see this space any more, revoke access to a space',
  remove_team_from_space: 'take a team out of a space, a team must not edit this space any more',
  update_space_user_permission:
    'change what a person may do in a space, make somebody a reviewer of a space',
  list_sso_logins:
    'where do people start to sign in with single sign on, login address for single sign on',
  list_files: 'which images are there, pictures of a space, all attachments',
  list_file_backlinks:
    'is this image still used, which files does nobody use any more, pages that show an image',
  get_space_pdf:
    'download the space as one file, the docs as a pdf, print a whole space, offline copy of the docs',
  list_custom_fields: 'which fields can be filled in for spaces',
  restore_space: 'bring back a deleted space, get back a space that was thrown away',
  duplicate_space: 'copy a space, make a copy of a space',
  move_space: 'put a space into another collection, move a space to a folder',
  update_space:
    'rename a space, merge rules of a space, require a review before merging, what must a change meet before it can be merged, lock the live content of a space',
  get_space: 'rules of a space, revision of a space, latest revision of a space',
  create_space: 'new space, start a new documentation, set up a space for a product',
  delete_space: 'throw away a space, get rid of a space',
  search_organization:
    'find something in all spaces, where is something described, docs about a topic anywhere',
  ask_organization:
    'answer a question from the docs, how does something work, explain something from our documentation',
  list_requested_reviewers:
    'who still has to review, whose review is missing, who has not looked at a draft yet, waiting for which reviewers',
  list_change_request_reviews:
    'who approved a change, verdicts of reviewers, what did the reviewers say',
  list_change_requests:
    'which drafts are there, what is not live yet, what is not published yet, unpublished changes, what is in review, what is open at the moment, anything that waits for review, what was merged lately, my drafts',
  list_organization_change_requests:
    'open drafts of all spaces, everything that I drafted, what waits for my review anywhere',
  get_change_request:
    'who opened a change request, status of a change request, is a draft outdated',
  list_change_request_contributors: 'who worked on a change request, who wrote in a draft',
  create_change_request: 'start a draft, new change request, begin a branch',
  post_change_request_comment:
    'leave a note on a draft, tell the author what is wrong, ask the author of a change something, say that a paragraph of a draft is wrong',
  post_space_comment:
    'leave a note on a page, comment on a live page, point out a mistake on a page',
  post_space_comment_reply:
    'answer a comment of a reader, reply to feedback, thank somebody for a comment',
  post_change_request_comment_reply: 'answer a comment of a reviewer, reply in a review',
  resolve_space_comment:
    'mark a comment as done, close a discussion on a page, reopen a discussion',
  resolve_change_request_comment:
    'mark a review comment as done, close a discussion in a draft, open a discussion in a draft again',
  list_space_comments: 'comments on a page, what do people say about a page',
  list_sites:
    'which websites do we have, which sites are not published, which sites are published, live sites',
  get_site_structure: 'what is in the navigation of a site, structure of a site',
  remove_space_from_site: 'take a space off a site, a space must not be on the site any more',
  update_site:
    'take a site away from the public, only visitors who are logged in may see a site, make a site private, who may see a site, rename a site',
  unpublish_site: 'take a site offline, shut a site down',
  create_site_external_link:
    'link to another website in the navigation, a link to the status page in the menu, add an address outside to the navigation',
  sort_site_structure:
    'change the order of the navigation, put a group last in the navigation, move a tab to the front',
  move_site_section_group: 'put a group of tabs last, reorder groups of sections',
  move_site_section: 'put a tab first, reorder tabs',
  update_site_customization:
    'change logo and colours of a site, dark theme, change the header or footer of a site, put a link into the header or footer, favicon, font of a site, theme, logo',
  get_site_preview: 'show the site before it is public, see a site as a customer would',
  list_share_links: 'which secret links are there, who got a link',
  update_share_link: 'switch a share link off for a while, suspend a secret link',
  delete_share_link:
    'rotate a share link, a share link leaked, the link for the auditor must stop working, take a secret link back',
  list_site_redirects: 'which addresses are redirected, all redirects of a site',
  list_site_questions:
    'what did readers ask, questions that the docs could not answer, unanswered questions of visitors, what are people asking the assistant',
  list_site_findings:
    'what is wrong with our docs according to the service, outdated or missing content that was found, suggestions for better docs',
  get_site_finding_stats: 'how many findings are open',
  import_from_git:
    'pull docs from a repository, fetch the latest from github, bring the space in line with the repository',
  export_to_git: 'push a space to a repository, back up docs to github',
  get_git_info: 'which repository belongs to a space, when was it synchronised last',
  start_import:
    'bring old docs in from notion or confluence, import a website into a space, import word documents',
  import_content: 'bring docs in from another tool, import a website into a space',
  import_change_request_content:
    'import old docs as a draft to review them first, pull notion pages into a draft',
  get_import: 'did the import finish, how far is an import, why did an import fail',
  list_imports: 'which imports ran, what was imported',
  list_openapi_versions: 'which versions of the api are there, history of a specification',
  get_openapi_version_content:
    'read one version of the specification, give me version three of the api description',
  get_latest_openapi_version_content:
    'read the api description as it is now, which endpoints does the api have, parameters of an endpoint',
  get_openapi_spec: 'is the specification processed, why did the specification fail',
  create_openapi_spec: 'add the description of an api, new api to document',
  update_glossary_entries: 'add a term for translators, fix a term of the glossary',
  list_glossary_entries: 'which terms are in the glossary',
  create_translation_settings:
    'turn the docs into another language, translate a space into German or French, set up a translation',
  start_translation: 'translate again, run a translation, bring translations up to date',
  get_revision_page: 'a page as it was in a revision, old wording of a page',
  get_revision_changes: 'what did a revision change, changes of a merged revision',
  invite_to_site: 'let somebody manage a site, give a person access to a site',
  set_agent_instructions: 'tell the writing agent how to write, rules for the agent',
  create_collection: 'new folder for spaces, group spaces',
  list_collections: 'which folders are there',
  transfer_collection: 'hand spaces over to another organization',
  set_site_adaptive_schema: 'define what is known of visitors',
  create_saml_provider: 'connect okta or entra, set up single sign on',
  update_saml_provider: 'renew the certificate of single sign on, the sign on certificate expires',
  list_openapi_specs:
    'which apis are documented, all openapi specifications, swagger files of the organization, our api specs, swagger',
  get_collection: 'what is a collection about, details of a folder',
  delete_collection: 'remove an empty folder, get rid of a collection',
  update_collection: 'rename a folder, give a collection another name',
  list_spaces_in_collection: 'what is in a folder, spaces of a folder',
  move_collection: 'put a folder into another folder',
  get_organization: 'which plan do we pay for, settings of our organization',
  delete_invite_link: 'a leaked invitation must stop working, disable a join link',
  list_organizations_by_email_domain:
    'which organizations accept my mail address, who can join with an address of a domain',
  get_ai_usage: 'how much ai did we use, ai credits left',
  get_api_information: 'is the service up, which release of the api is live',
  create_site: 'new docs website, set up a help center',
  delete_site: 'remove a website for good, get rid of a docs site',
  list_site_sections: 'which tabs does a site have',
  delete_site_section: 'remove a tab from a site',
  create_site_section_group: 'put several tabs into one menu, combine sections under a dropdown',
  delete_site_section_group: 'dissolve a menu of tabs',
  remove_section_from_group: 'take a tab out of a menu',
  add_section_to_group: 'put a tab into a menu',
  list_site_spaces: 'which spaces are on a site, versions that readers can choose',
  update_site_space: 'change the address of a variant, change the slug of a version',
  get_change_request_pdf: 'a draft as pdf, print a draft',
  list_change_request_pages: 'table of contents of a draft',
  list_change_request_files: 'pictures of a draft, attachments of a draft',
  list_change_request_file_backlinks: 'where is a picture used in a draft',
  get_change_request_page: 'read a page of a draft',
  update_change_request_comment: 'edit what i said in a review, reword a review comment',
  delete_change_request_comment: 'take back a review comment, delete a comment of a draft',
  delete_change_request_comment_reply: 'take back a reply in a review',
  update_space_comment: 'edit my comment on a page, correct what i said on a page',
  delete_space_comment: 'delete spam on a page, remove a comment from the docs',
  delete_space_comment_reply: 'delete a reply below a comment',
  list_space_comment_replies: 'what was answered to a comment, replies below a comment',
  list_space_commenters: 'who commented, people who discuss in a space',
  list_change_request_commenters: 'who commented on a draft',
  search_space: 'search in one space, find pages about a topic in a space',
  get_page: 'read a page, show me the text of a page, what does a page say',
  get_page_by_path: 'read the page with a path',
  get_file: 'look at an image, download a picture',
  list_page_links: 'where does a page link to, links on a page',
  get_document_nodes: 'blocks of a page, page as json',
  get_reusable_content: 'read a snippet that pages share',
  apply_space_template: 'fill a space from a template, start from a template',
  find_content_by_url:
    'which page has this address, where does this url come from, find the source of a published page',
  get_current_revision: 'newest revision with all pages and files',
  get_space_custom_fields: 'metadata of a space, values of the fields of a space',
  update_space_custom_fields: 'fill in the metadata of a space, set a field of a space',
  create_custom_field: 'new metadata for spaces, define a field',
  delete_custom_field: 'remove a field that nobody fills in',
  list_saml_providers: 'which identity providers do we use, is single sign on set up',
  delete_saml_provider: 'disconnect single sign on, stop signing in with okta',
  delete_openapi_spec: 'remove an api that we no longer document',
  get_latest_openapi_source: 'original file of the api, api as yaml, raw openapi document',
  get_translation_settings: 'which languages is a space translated to',
  list_translation_settings: 'which translations are set up',
  delete_translation_settings: 'stop translating, remove a language',
  update_team_members: 'replace the members of a team, add several people to a team',
  remove_team_member: 'take a person out of a team, kick somebody out of a team',
  list_teams: 'which teams do we have',
  update_team: 'rename a team',
  delete_team: 'dissolve a team, team no longer exists',
  list_recommended_questions: 'what could i ask the docs, example questions',
  get_change_request_review: 'what did one reviewer decide',
  remove_requested_reviewer:
    'a reviewer is on holiday, take back a request for review, no longer ask somebody to review',
  get_revision: 'what is in a revision, when was a revision made',
  list_revision_pages: 'table of contents in the past, pages of an old version',
  list_revision_files: 'files of an old version',
  list_spaces: 'all spaces of the organization',
  cancel_import: 'stop an import that runs, abort a migration',
  update_site_finding: 'ignore a finding, mark a finding as fixed, dismiss a problem of the docs',
  list_finding_pages: 'pages that have a problem, pages of a finding',
  create_finding_change_requests: 'have findings fixed, draft fixes of problems automatically',
  list_finding_change_requests: 'which drafts fix a finding',
  list_site_answers: 'what did the assistant answer, answers to visitors',
  search_site: 'search a website as a reader would',
  ask_site: 'ask one website a question',
  duplicate_site_space: 'copy a variant of a site, new version of the docs as a copy',
  update_site_external_link: 'change a link in the navigation',
  delete_site_external_link: 'remove a link to another website from the navigation',
  set_site_redirects: 'import many redirects, replace all redirects',
  update_site_redirect: 'change where an old address leads, edit a redirect',
  delete_site_redirect: 'an old address shall lead nowhere any more, remove a redirect',
  get_site_redirect_by_source: 'where does an old address lead, is there a redirect for an address',
  create_styleguide_run: 'check a site against the style guide, lint our docs',
  create_site_styleguide: 'set up rules of style, new style guide',
  list_styleguides: 'which rules of style are there, style guides of a site',
  list_styleguide_runs: 'results of style checks',
  get_site_customization: 'which colours and logo does a site have',
  update_site_space_customization: 'another look for one variant',
  delete_site_space_customization:
    'variant shall look like the rest of the site, reset the look of a variant',
  list_context_connections: 'which sources feed the agent, is slack connected',
  sync_context_connection: 'fetch new data of a connected source',
  list_site_topics: 'what are readers interested in, topics of questions',
  delete_topic_findings: 'clear the findings of a topic',
  list_site_scans: 'when were the docs scanned',
  get_current_user: 'who am i, which account is this token of',
  get_user: 'who is a user id, profile of a person',
  get_member: 'role of one person in the organization',
  list_member_teams: 'which teams is a person in',
  list_invite_links: 'which invitations are open, all join links',
  list_space_team_permissions: 'which teams may write in a space, teams with access to a space',
  update_space_team_permission:
    'make a team read only in a space, change what a team may do in a space',
  list_space_user_permissions: 'which people were given access to a space',
  list_collection_permissions: 'who may read a collection, everybody with access to a collection',
  list_collection_team_permissions: 'teams with access to a collection',
  update_collection_team_permission: 'change what a team may do in a collection',
  remove_team_from_collection: 'a team must not see a collection any more',
  list_collection_user_permissions: 'people with access to a collection',
  update_collection_user_permission: 'change what a person may do in a collection',
  remove_user_from_collection:
    'take the rights in a collection from a person, somebody must not see a collection any more',
  list_site_permissions: 'who may manage a site, everybody with access to a site',
  list_site_team_permissions: 'teams that manage a site',
  update_site_team_permission: 'change what a team may do on a site',
  remove_team_from_site: 'a team must not manage a site any more',
  list_site_user_permissions: 'people who manage a site',
  update_site_user_permission: 'change what a person may do on a site',
  remove_user_from_site: 'somebody must not manage a site any more',
  edit_section: 'rewrite one section of a page, change a paragraph below a heading',
  get_site_space_customization: 'look of one variant',
  list_organizations: 'which organizations am i in',
};
