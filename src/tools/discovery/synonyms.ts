import type { Effect } from '../../operations/index.ts';

/**
 * What people say, by what the catalogue says. One word may stand for several terms, as "publish"
 * does. Phrases are matched as a whole, and every word in all its inflections.
 */
export const synonyms: Readonly<Record<string, string>> = {
  // Things
  'change request':
    'request, cr, pr, pull request, merge request, mr, draft, branch, proposal, suggested edit, suggestion, pending change, proposed change, revise',
  'primary content': 'main, master, trunk, live docs, live content, live version, production',
  'status open': 'pending, awaiting, waiting for review, ready for review, in review, unmerged',
  comment:
    'feedback, remark, note, annotation, discussion, thread, conversation, review comment, reviewer',
  reply: 'answer, respond, response, react to comment',
  reactions: 'emoji, thumbs up, like, smiley, react, upvote',
  status: 'unresolved',
  resolved: 'settle, open thread, close thread, mark as done, mark done, reopen, undo',
  site: 'website, web site, portal, help center, help centre, docs site, documentation site, knowledge base, microsite, frontend, domain',
  'site section': 'tab, navigation item, nav item, top level navigation, product area',
  'section group': 'dropdown, drop down, tab group, menu, submenu, nav group, group of tabs',
  'site space': 'variant, version picker, switcher, docs version',
  'site visibility':
    'publish, unpublish, launch, go live, take offline, make public, make private, private site, audience, public, logged in visitor, logged in user, only logged in, authenticated visitor, visitor auth',
  'site adaptive schema visitor attributes':
    'personalise, personalize, personalization, visitor attribute, claim, audience targeting, segment',
  'published site': 'customization, branding, theme, layout, look and feel, site structure',
  condition: 'hide, show only, unless, audience rule, visible only',
  'share link':
    'secret link, preview link, private link, magic link, access link, guest link, sharing link, secret url, token link',
  'invite link': 'invite, invitation, invitation url, invite url, join link, onboard',
  organization: 'workspace, org, company, account, tenant, organisation, business',
  'organization belong': 'am i a member, am i a member of, i am a member, i belong, am i in',
  collection: 'folder, directory, binder, group of spaces, workspace folder',
  space: 'docs, documentation, documentation set, manual, handbook, book, wiki, project',
  'default level role': 'access, permission, right, privilege, read only, access level',
  page: 'article, doc, document, topic, chapter, guide, entry, post',
  'list page tree': 'table of contents, toc, outline, sidebar, page structure, sitemap, hierarchy',
  revision: 'history, snapshot, version of content, commit',
  'page links broken':
    'dead link, link rot, broken link, 404, url check, link check, hyperlink, outbound link, broken url',
  file: 'image, attachment, asset, picture, screenshot, diagram, upload, media, photo, logo, video, figure, illustration',
  'file backlinks used':
    'still used, in use, unused, orphan, reference, where used, referenced, usage, embedded',
  git: 'github, gitlab, bitbucket, repo, repository, git sync, github sync, vcs',
  'get git info synchronised': 'sync, synced, synchronize, synchronization, last sync, sync status',
  'export to git repository': 'back up, backup, mirror to',
  import:
    'migrate, migration, ingest, upload document, convert, pull in, bring over, notion, confluence, docx, word document, google docs, crawl, scrape',
  'custom field':
    'metadata, property, attribute, tag, label, taxonomy, field, classification, frontmatter',
  'custom field values': 'tag, tag with, label with, annotate with, fill in',
  'create custom field define': 'new property, new attribute, add property',
  'saml provider':
    'okta, azure ad, entra, onelogin, auth0, idp, identity provider, identity, federation, federated, directory service, work account',
  'sso saml': 'single sign on, sign in, sign on, login, log in, authentication, authenticate, auth',
  'openapi specification':
    'swagger, api spec, api specification, api definition, api reference, api description, api schema, rest api, spec, api doc',
  'openapi version content': 'endpoint, api operation, api path, route, api model, api method',
  'processing state error': 'fail, failure, why did, validation error, invalid, stuck',
  latest: 'newest, most recent, current, up to date, last',
  'translation languages':
    'localization, localisation, i18n, l10n, language, translate, locale, multilingual, internationalization, internationalisation, glossary',
  team: 'group of people, squad, department, crew',
  'team member': 'colleague, teammate, staff',
  role: 'promote, demote, owner, admin, maintainer, privilege',
  'ask question answer': 'chatbot, chat, assistant, ai, how do i, how can i, explain, tell me, rag',
  'recommended questions':
    'suggested question, popular question, common question, typical question, frequently asked, example question, typically',
  pdf: 'print, printable, export as document, printout, hard copy, offline copy',
  logo: 'icon, avatar',
  title: 'name, rename, call, heading',
  path: 'slug, url path, permalink, address',
  certificate: 'cert, x509, expire, rotate',
  settings: 'setup, configuration, config, preference, option',
  outdated:
    'behind, stale, out of date, rebase, conflict, diverged, catch up, bring up to date, refresh',

  // Actions
  'edit content': 'fix, typo, rewrite, write, wording, reword, correct, amend, revise, body',
  merge:
    'publish, ship, approve, accept, apply, release, deploy, land, go live, push live, roll out',
  'archived close': 'abandon, withdraw, reject, close, decline, no longer need',
  move: 'reorder, rearrange, sort, drag, shift, order, reposition, come before, come after, position, place, underneath, nest, put under',
  'transfer hand':
    'spin off, reassign, give away, migrate to another organization, change owner, hand over, other company',
  search: 'find, look for, look up, lookup, where, mention, query, grep, talk about, contain',
  'suspend active': 'pause, freeze, deactivate, reactivate, enable, disable',
  'post comment':
    'leave feedback, write a comment, leave a comment, give feedback, say something, add a comment',
  'resolve comment': 'mark as done, mark done, mark as resolved, close thread, reopen, done',
  'group section': 'bundle, combine, cluster',
};

/** What words tell about the effect that is looked for. */
export const effectWords: Readonly<Record<Effect, string>> = {
  read: 'what, which, who, whose, where, when, why, how many, is, are, does, did, list, show, get, read, see, view, find, search, look, download, check, inspect, fetch, browse, ask, tell',
  create:
    'create, add, new, make, start, set up, spin up, post, generate, open, attach, connect, hook up, register, upload, leave, reply, answer, define, import, write',
  update:
    'update, change, edit, modify, set, rename, move, reorder, replace, merge, fix, adjust, configure, promote, put, publish, ship, resolve, reopen, pause, close, transfer, give, turn, correct, mark',
  delete:
    'delete, remove, drop, scrap, kick, revoke, erase, destroy, kill, purge, discard, dissolve, disable, detach, take off, get rid of, stop',
};
