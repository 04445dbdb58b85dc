import type { Effect } from '../../operations/index.ts';
import type { PhraseTable } from './phrases.ts';

/**
 * What people say, by the catalogue word it stands for; synonyms of a single operation are in its record. A phrase
 * with several meanings, such as "publish", counts for each of them.
 */
export const synonyms: PhraseTable<string> = {
  // People and where they work
  organization: 'workspace, org, company, account, tenant, organisation, business',
  'organization email domains': 'sign up, signup, self registration, mail domain',
  'organization belong': 'am i a member, am i a member of, i am a member, i belong, am i in',
  team: 'squad, department, crew, group, group of people',
  user: 'person, people, individual, someone, somebody, everybody, anyone',
  member: 'employee, contractor, freelancer, newcomer, joiner, coworker, user, seat',
  'team member': 'colleague, teammate, staff, in the group, in the team, in the squad',
  role: 'promote, demote, downgrade, upgrade, owner, admin, administrator, maintainer, editor, reader, privilege',
  'default level role': 'access, permission, right, privilege, read only, access level, allowed',
  'invite link':
    'invite, invitation, invitation url, invite url, join link, joining link, sign up link, onboard',
  'saml provider':
    'okta, azure ad, entra, onelogin, auth0, idp, identity provider, identity, federation, federated, work account',
  'sso saml': 'single sign on, sign in, sign on, login, log in, authentication, authenticate, auth',
  certificate: 'cert, x509, expire, rotate',
  settings: 'setup, configuration, config, preference, option',

  // Content
  collection: 'folder, directory, binder, group of spaces, shelf',
  space: 'docs, documentation, documentation set, manual, handbook, book, wiki, project',
  'primary content': 'main, master, trunk, live docs, live content, live version, production',
  page: 'article, doc, document, topic, chapter, guide, tutorial, how to',
  'reusable content':
    'snippet, shared snippet, shared block, reusable block, partial, include, shared text',
  'document nodes': 'json, node, block, structured, ast, syntax tree',
  'page links': 'outgoing link, links out, link on a page',
  'space commenters': 'who commented, took part, participant, joined the discussion',
  'list page tree': 'table of contents, toc, outline, sidebar, page structure, sitemap, hierarchy',
  revision: 'history, snapshot, version of content, commit, older version, past version',
  title: 'name, rename, retitle, call, heading',
  path: 'slug, url path, permalink, address',
  'page links broken':
    'dead link, link rot, broken link, 404, url check, link check, hyperlink, outbound link, broken url',
  file: 'image, attachment, asset, picture, screenshot, diagram, upload, media, photo, logo, video, figure, illustration, png, jpg, jpeg, svg, gif, webp, mp4',
  'file backlinks used':
    'still used, in use, unused, orphan, reference, where used, referenced, usage, embedded, embed, safely, safe to delete, still needed, where is it shown',
  logo: 'icon, avatar',
  'custom field':
    'metadata, property, custom property, attribute, tag, label, taxonomy, field, classification, frontmatter',
  'custom field values': 'tag, tag with, label with, annotate with, fill in',
  'create custom field define': 'new property, new attribute, add property',
  'translation languages':
    'localization, localisation, i18n, l10n, language, translate, locale, multilingual, internationalization, internationalisation, glossary',
  pdf: 'print, printable, export as document, printout, hard copy, offline copy',

  // Review
  'change request':
    'cr, edits, pr, pull request, merge request, mr, draft, branch, proposal, suggested edit, suggestion, pending change, proposed change, revise',
  'requested reviewers request':
    'ping, nudge, ask for a review, have a look, take a look, second pair of eyes, assign reviewer',
  'change request contributors': 'author, co author, who wrote, writer, worked on, contributed',
  'create change request':
    'fork, branch off, new branch, start a draft, start a branch, work on edits',
  'status open': 'pending, awaiting, waiting for review, ready for review, in review, unmerged',
  outdated:
    'behind, stale, out of date, rebase, conflict, diverged, catch up, bring up to date, refresh',
  'archived close': 'abandon, withdraw, reject, close, decline, no longer need',
  comment:
    'feedback, remark, note, annotation, discussion, thread, conversation, review comment, reviewer',
  'post comment':
    'leave feedback, write a comment, leave a comment, give feedback, say something, add a comment',
  reply: 'answer, respond, response',
  'comment react reactions': 'emoji, thumbs up, like, smiley, reaction, upvote',
  status: 'unresolved',
  'resolve comment':
    'settle, open thread, close thread, mark as done, mark done, mark as resolved, reopen, undo, done',

  'requested reviewers': 'still have to answer, still to review, has not reviewed',
  'revision page': 'as it was, earlier version of a page, old version of a page',

  // Sites
  'site external link':
    'nav link, navigation link, menu link, menu entry, link in the menu, link in the navigation, link out of the menu, external url',
  'find content url': 'https, http, www, url, behind, paste address, published address',
  site: 'website, web site, portal, help center, help centre, docs site, documentation site, knowledge base, microsite, frontend, domain',
  'site visibility': 'visibility, unlisted, indexed, search engine',
  'site visibility publish':
    'publish, unpublish, launch, go live, take offline, make public, make private, private site, audience, public, logged in visitor, logged in user, only logged in, authenticated visitor, visitor auth',
  'published site': 'customization, branding, theme, layout, look and feel, site structure',
  'site customization':
    'look, style, brand, css, colour scheme, dark mode, light mode, customization, branding, theme, look and feel, color, colour, font, appearance',
  'set redirects': 'list of redirects, list of forwards, forwards at once, all redirects at once',
  redirect:
    'old address, new address, moved page, old url, forward, forwarding, reroute, point elsewhere',
  'redirect source': 'where does it redirect, where does it lead, redirect to',
  'site adaptive schema visitor attributes':
    'personalise, personalize, personalization, visitor attribute, claim, audience targeting, segment',
  condition: 'hide, show only, unless, audience rule, visible only',
  'site section': 'tab, navigation item, nav item, top level navigation, product area',
  'section group':
    'dropdown, drop down, dropdown group, tab group, menu, submenu, nav group, group of tabs',
  'group section': 'bundle, combine, cluster',
  'site space': 'variant, version picker, switcher, docs version',
  'share link':
    'viewing link, view link, link to view, secret link, preview link, private link, magic link, access link, guest link, sharing link, secret url, token link',
  'suspend active': 'pause, freeze, deactivate, reactivate, enable, disable',

  // Sources
  'context connection':
    'slack, linear, jira, zendesk, intercom, discord, connected source, connected data, data source, connector',
  'audit events':
    'audit trail, audit log, activity log, security log, admin action, who did what, who deleted, who removed, who created, who invited, who turned off',
  'list sso logins': 'who logged in, who signed in, logged in through, recent logins',
  'site events': 'visitor, visit, traffic, page view, how many readers, analytics',
  'ai usage': 'credit, quota, consumption, consume, burn, spend, spent, token usage',
  'agent instructions':
    'tone of voice, voice, ai writer, writing agent, prompt, tell the assistant, tell the ai, polite, persona',
  styleguide:
    'writing rule, writing style, style guide, editorial rule, prose lint, house style, house rule, rule for writing',
  'glossary entries': 'term, terminology, never translate, do not translate, keep untranslated',
  'api information':
    'api version running, version of the api running, api release, build number, health, status of the api',
  plan: 'subscription, billing, pricing tier',
  git: 'github, gitlab, bitbucket, repo, repository, git sync, github sync, vcs',
  'get git info synchronised': 'sync, synced, synchronize, synchronization, last sync, sync status',
  'export to git repository': 'back up, backup, mirror to',
  import:
    'migrate, migration, ingest, upload document, convert, pull in, bring over, notion, confluence, docx, word document, google docs, crawl, scrape',
  'openapi specification':
    'swagger, api spec, api specification, api definition, api reference, api description, api schema, rest api, spec, api doc',
  'openapi version content': 'endpoint, api operation, api path, route, api model, api method',
  content: 'full text, entire, whole, raw, source code',
  'processing state error': 'fail, failure, why did, validation error, invalid, stuck',
  latest: 'newest, most recent, current, up to date, last',

  // Questions
  search: 'find, look for, look up, lookup, where in, where do, mention, query, grep, talk about',
  'ask question answer':
    'chatbot, chat, assistant, ai, how do i, how can i, explain, tell me, question, rag',
  'recommended questions':
    'suggested question, popular question, common question, typical question, frequently asked, example question, typically',

  'site questions': 'readers ask, visitors ask, unanswered, content gap',
  finding: 'problem, docs issue, gap, hole, not covered, missing docs',

  // People
  'current user': 'who am i, signed in as, whoami, my account, myself',
  permissions: 'who can read, who can edit, who has access',

  // Changes
  'edit content file upload':
    'upload a picture, upload an image, upload a file, add a screenshot, add a picture',
  'edit content':
    'fix, typo, rewrite, write, wording, reword, correct, amend, revise, revert, body',
  merge:
    'publish, ship, approve, accept, apply, release, deploy, land, go live, push live, roll out',
  delete:
    'trash, bin, erase, scrap, wipe, purge, destroy, get rid of, throw away, nuke, dispose, drop, obsolete, dissolve, discontinue',
  remove:
    'kick, kick out, strip, revoke, take off, take out, pull out, pull, lose, lose access, cut, cut off, take back, take away, withdraw access, evict, detach, expel, exclude, ban, fire, leave, left, off board',
  restore:
    'recover, undelete, bring back, bin, recycle bin, get back, resurrect, deleted by mistake',
  'restore page': 'rollback, roll back, revert, undo, back to how it was',
  duplicate: 'copy, clone, replicate, fork',
  cancel: 'abort, interrupt, halt, stop',
  sync: 'refetch, refresh, reload, resync, pull again, fetch again',
  'replace in pages':
    'mass rename, bulk rename, find and replace, mass replace, bulk replace, all over, throughout',
  unpublish: 'hide, take offline, take down, shut down, switch off, unlaunch',
  'list permissions': 'who can, who may, who is allowed, who has rights, who gets, get at',
  update: 'change, edit, modify, adjust, tweak, switch, turn on',
  move: 'reorder, rearrange, sort, drag, shift, order, reposition, come before, come after, position, place, underneath, nest, put under',
  'transfer hand':
    'spin off, reassign, give away, migrate to another organization, change owner, hand over, other company',
};

/** Words that express an effect. */
export const effectWords: PhraseTable<Effect> = {
  read: 'what, which, who, whose, where, when, why, how many, how much, is, are, does, did, has, have, can i, may i, am i, list, enumerate, show, display, get, read, see, view, find, search, look, download, check, inspect, fetch, retrieve, load, browse, ask, tell, explain, preview, compare, count, give me, debug, monitor, details, all, every, status',
  create:
    'create, add, new, make, start, begin, set up, spin up, build, post, generate, open, attach, append, connect, hook up, register, upload, insert, leave, reply, answer, define, import, write, clone, copy, fork, duplicate, share, invite, grant, give access, send, submit, request, draft, declare, introduce, establish, offer, launch, ping, assign, translate, run, grab',
  update:
    'update, change, edit, modify, alter, set, rename, retitle, move, reorder, rearrange, sort, replace, merge, fix, adjust, configure, promote, demote, downgrade, upgrade, put, publish, unpublish, ship, approve, resolve, reopen, pause, close, transfer, give, hand over, turn, switch, correct, rewrite, reword, improve, mark, enforce, require, limit, lock, teach, point, recover, restore, undo, revert, rollback, roll back, nest, hide, dismiss, swap, tweak, launch, sync, refetch, refresh, cancel, abort, let, allow, make every, should',
  delete:
    'delete, remove, drop, scrap, kick, revoke, erase, destroy, kill, trash, bin, wipe, clear, purge, discard, dissolve, disable, detach, unlink, disconnect, take off, take out, pull out, turn off, switch off, shut down, get rid of, stop, lose, strip, fire, cut, reset, throw away, no longer need, no longer, exclude, expel, evict',
};
