/** Docs sites: their content, its order and its audience. */
export const SITES = `
CREATE TABLE site (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), type TEXT NOT NULL, title TEXT NOT NULL,
  visibility TEXT NOT NULL, published INTEGER NOT NULL, basename TEXT, proxy TEXT, adaptive_content INTEGER NOT NULL,
  adaptive_schema TEXT, adaptive_schema_updated_at TEXT, created_at TEXT NOT NULL, UNIQUE (organization, basename)
) STRICT;
CREATE INDEX site_by_organization ON site (organization, created_at, id);
-- Groups have one order with the sections that are in none; sections in a group are ordered within it.
CREATE TABLE site_section_group (
  id TEXT PRIMARY KEY, site TEXT NOT NULL REFERENCES site(id) ON DELETE CASCADE, position TEXT NOT NULL,
  title TEXT NOT NULL, icon TEXT
) STRICT;
CREATE INDEX site_section_group_by_site ON site_section_group (site, position);
CREATE TABLE site_section (
  id TEXT PRIMARY KEY, site TEXT NOT NULL REFERENCES site(id) ON DELETE CASCADE,
  section_group TEXT REFERENCES site_section_group(id), position TEXT NOT NULL, is_default INTEGER NOT NULL,
  title TEXT NOT NULL, path TEXT NOT NULL, description TEXT, condition TEXT, icon TEXT, UNIQUE (site, path)
) STRICT;
CREATE INDEX site_section_by_group ON site_section (section_group);
CREATE UNIQUE INDEX site_section_default ON site_section (site) WHERE is_default = 1;
-- Without a section it stands at the root of a site that has none.
CREATE TABLE site_space (
  id TEXT PRIMARY KEY, site TEXT NOT NULL REFERENCES site(id) ON DELETE CASCADE,
  section TEXT REFERENCES site_section(id) ON DELETE CASCADE, space TEXT NOT NULL REFERENCES space(id),
  position TEXT NOT NULL, is_default INTEGER NOT NULL, path TEXT NOT NULL, condition TEXT, UNIQUE (site, space)
) STRICT;
CREATE INDEX site_space_by_section ON site_space (section);
CREATE INDEX site_space_by_space ON site_space (space);
CREATE UNIQUE INDEX site_space_default ON site_space (site, COALESCE(section, '')) WHERE is_default = 1;
CREATE UNIQUE INDEX site_space_path ON site_space (site, COALESCE(section, ''), path);
CREATE TABLE share_link (
  id TEXT PRIMARY KEY, site TEXT NOT NULL REFERENCES site(id) ON DELETE CASCADE, share_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL, active INTEGER NOT NULL, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX share_link_by_site ON share_link (site, created_at, id);
CREATE TRIGGER site_section_removed AFTER DELETE ON site_section WHEN OLD.is_default = 1 BEGIN
  UPDATE site_section SET is_default = 1 WHERE id = (
    SELECT site_section.id FROM site_section
      LEFT JOIN site_section_group ON site_section_group.id = site_section.section_group
    WHERE site_section.site = OLD.site
    ORDER BY COALESCE(site_section_group.position, site_section.position), site_section.position LIMIT 1
  );
END;
CREATE TRIGGER site_space_removed AFTER DELETE ON site_space WHEN OLD.is_default = 1 BEGIN
  UPDATE site_space SET is_default = 1 WHERE id = (
    SELECT id FROM site_space WHERE site = OLD.site AND section IS OLD.section ORDER BY position LIMIT 1
  );
END;
CREATE TRIGGER site_gone AFTER DELETE ON site BEGIN
  UPDATE organization SET default_content = NULL
    WHERE id = OLD.organization AND json_extract(default_content, '$.site') = OLD.id;
END;
`;

/** Nested groups, links beside sections, and redirects. */
export const SITE_NAVIGATION = `
ALTER TABLE site_section_group ADD COLUMN parent TEXT REFERENCES site_section_group(id);
-- Which section is the next default depends on groups in groups, which a trigger cannot follow.
DROP TRIGGER site_section_removed;
-- Links have one order with the sections and groups beside them. Localized texts are JSON objects.
CREATE TABLE site_external_link (
  id TEXT PRIMARY KEY, site TEXT NOT NULL REFERENCES site(id) ON DELETE CASCADE,
  section_group TEXT REFERENCES site_section_group(id), position TEXT NOT NULL, title TEXT NOT NULL,
  localized_title TEXT, description TEXT, localized_description TEXT, icon TEXT, url TEXT NOT NULL,
  draft INTEGER NOT NULL, condition TEXT
) STRICT;
CREATE INDEX site_external_link_by_group ON site_external_link (site, section_group);
-- A redirect goes with what it leads to. Of the columns behind kind, each kind has its own.
CREATE TABLE site_redirect (
  id TEXT PRIMARY KEY, site TEXT NOT NULL REFERENCES site(id) ON DELETE CASCADE, source TEXT NOT NULL,
  draft INTEGER NOT NULL, capture_wildcard INTEGER NOT NULL, permanent INTEGER NOT NULL, kind TEXT NOT NULL,
  site_space TEXT REFERENCES site_space(id) ON DELETE CASCADE, page TEXT,
  site_section TEXT REFERENCES site_section(id) ON DELETE CASCADE, url TEXT,
  created_at TEXT NOT NULL, updated_at TEXT, UNIQUE (site, source, draft)
) STRICT;
CREATE INDEX site_redirect_by_site_space ON site_redirect (site_space);
CREATE INDEX site_redirect_by_site_section ON site_redirect (site_section);
`;

export const SITE_TYPES = [
  'basic',
  'premium',
  'ultimate',
  'sponsored',
  'legacy-basic',
  'legacy-premium',
] as const;

export type SiteType = (typeof SITE_TYPES)[number];

export const SITE_VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;

export type SiteVisibility = (typeof SITE_VISIBILITIES)[number];

/** `adaptive_schema` is a JSON object. */
export type SiteRow = {
  id: string;
  organization: string;
  type: SiteType;
  title: string;
  visibility: SiteVisibility;
  published: number;
  basename: string | null;
  /** Host and path under which another server shows the site. */
  proxy: string | null;
  adaptive_content: number;
  adaptive_schema: string | null;
  adaptive_schema_updated_at: string | null;
  created_at: string;
};

export type SectionGroupRow = {
  id: string;
  site: string;
  /** Its group. */
  parent: string | null;
  position: string;
  title: string;
  icon: string | null;
};

export type SectionRow = {
  id: string;
  site: string;
  section_group: string | null;
  position: string;
  is_default: number;
  title: string;
  path: string;
  description: string | null;
  condition: string | null;
  icon: string | null;
};

export type SiteSpaceRow = {
  id: string;
  site: string;
  section: string | null;
  space: string;
  position: string;
  is_default: number;
  path: string;
  condition: string | null;
};

export type ShareLinkRow = {
  id: string;
  site: string;
  share_key: string;
  name: string;
  active: number;
  created_at: string;
};

export type ExternalLinkRow = {
  id: string;
  site: string;
  section_group: string | null;
  position: string;
  title: string;
  localized_title: string | null;
  description: string | null;
  localized_description: string | null;
  icon: string | null;
  url: string;
  draft: number;
  condition: string | null;
};

export type RedirectRow = {
  id: string;
  site: string;
  /** A path with a leading slash; one that ends in `*` matches all paths with that prefix. */
  source: string;
  draft: number;
  /** What `*` stood for is added to the destination. */
  capture_wildcard: number;
  permanent: number;
  kind: 'site-page' | 'site-space' | 'site-section' | 'external';
  site_space: string | null;
  page: string | null;
  site_section: string | null;
  url: string | null;
  created_at: string;
  updated_at: string | null;
};
