import { afterEach, beforeEach, expect, it } from 'vitest';
import { addExternalLink } from '../../src/sites/external-links.ts';
import { createRedirect, RedirectRoom } from '../../src/sites/redirects.ts';
import { addSectionGroup } from '../../src/sites/sections.ts';
import { addSiteSpace } from '../../src/sites/site-spaces.ts';
import { Database } from '../../src/store/database.ts';
import { newId } from '../../src/store/ids.ts';
import { withOrganization } from '../content-space.ts';

const actor = { newId, at: '', user: 'writer' };

/** Numbers from 1. */
const numbers = (last: number) =>
  `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${last})`;

let db: Database;

beforeEach(() => {
  db = withOrganization(new Database());
  db.script(`
    INSERT INTO site (id, organization, type, title, visibility, published, adaptive_content, created_at)
      VALUES ('site', 'org', 'basic', 'Site', 'public', 0, 0, '');
  `);
});

afterEach(() => db.close());

it('a site has at most 500 sections, groups and links together', () => {
  db.script(`${numbers(499)} INSERT INTO site_section (id, site, position, is_default, title, path)
    SELECT 's' || n, 'site', PRINTF('a%d', n), n = 1, 'Section', 's' || n FROM number`);
  const group = { title: 'Group', icon: null, sections: [] };
  addSectionGroup(db, actor, 'site', group);
  const full =
    'The site has 500 sections, section groups and links already, and no more are possible; show further spaces as variants of a section, or on another site';
  expect(() => addSectionGroup(db, actor, 'site', group)).toThrow(full);
  const link = { title: 'Link', url: 'https://example.com' };
  expect(() => addExternalLink(db, actor, 'site', null, link)).toThrow(full);
});

it('a site shows at most 500 spaces', () => {
  db.script(`
    ${numbers(501)} INSERT INTO space (id, organization, title, emoji, visibility, position, created_at, updated_at)
      SELECT 'p' || n, 'org', 'Space', '', 'private', 'a0', '', '' FROM number;
    ${numbers(499)} INSERT INTO site_space (id, site, space, position, is_default, path)
      SELECT 'v' || n, 'site', 'p' || n, 'a0', n = 1, 'v' || n FROM number;
  `);
  const add = (id: string) => addSiteSpace(db, actor, 'site', null, { id, title: 'Space' });
  expect(add('p500').path).toBe('space');
  expect(() => add('p501')).toThrow(
    'The site shows 500 spaces already, and no more are possible; show further ones on another site',
  );
});

it('a site has at most 5,000 redirects', () => {
  db.script(`${numbers(4_999)} INSERT INTO site_redirect
      (id, site, source, draft, capture_wildcard, permanent, kind, url, created_at)
    SELECT 'r' || n, 'site', '/r' || n, 0, 0, 0, 'external', 'https://example.com', '' FROM number`);
  const destination = { kind: 'external' as const, url: 'https://example.com' };
  const add = (source: string, room?: RedirectRoom) =>
    createRedirect(db, actor, 'site', { source, draft: false, destination }, room);
  const full =
    'The site has 5000 redirects already, and no more are possible; delete old ones, or replace several by one that ends in *';
  const room = new RedirectRoom(db, 'site');
  expect(add('/a', room).source).toBe('/a');
  expect(() => add('/b', room)).toThrow(full);
  expect(() => add('/b')).toThrow(full);
  room.free();
  expect(add('/b', room).source).toBe('/b');
});
