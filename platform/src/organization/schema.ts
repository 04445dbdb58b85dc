import type { Role } from '../auth/roles.ts';

/** Organizations, and who belongs to them. */
export const ORGANIZATIONS = `
CREATE TABLE organization (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, type TEXT NOT NULL, plan TEXT NOT NULL, hostname TEXT,
  use_case TEXT, community_type TEXT, default_role TEXT, default_content TEXT, logo TEXT,
  email_domains TEXT NOT NULL, sso INTEGER NOT NULL, ai INTEGER NOT NULL, invite_links INTEGER NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE TABLE member (
  organization TEXT NOT NULL REFERENCES organization(id), user TEXT NOT NULL REFERENCES user(id),
  role TEXT, joined_at TEXT NOT NULL, PRIMARY KEY (organization, user)
) STRICT;
CREATE INDEX member_by_user ON member (user);
`;

/** Collections, which contain spaces and other collections. */
export const COLLECTIONS = `
CREATE TABLE collection (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), parent TEXT REFERENCES collection(id),
  title TEXT NOT NULL, description TEXT, default_level TEXT, position TEXT NOT NULL
) STRICT;
CREATE INDEX collection_by_organization ON collection (organization, position, id);
`;

/** People's rights on content, in addition to their role in the organization. */
export const ROLES_ON_CONTENT = `
-- A role of one user on a collection or space; NULL takes access away.
CREATE TABLE content_role (
  target TEXT NOT NULL, user TEXT NOT NULL REFERENCES user(id), role TEXT, PRIMARY KEY (target, user)
) STRICT;
`;

/** Objects of an organization besides content: invites, teams, providers, settings and fields. */
export const ORGANIZATION_SETTINGS = `
CREATE INDEX collection_by_parent ON collection (parent);
-- An invite is to the organization itself, or to the one space or collection it names.
CREATE TABLE invite (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), role TEXT,
  space TEXT REFERENCES space(id), collection TEXT REFERENCES collection(id), created_at TEXT NOT NULL
) STRICT;
CREATE TABLE team (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), title TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE TABLE team_member (
  team TEXT NOT NULL REFERENCES team(id), user TEXT NOT NULL REFERENCES user(id), role TEXT NOT NULL,
  PRIMARY KEY (team, user)
) STRICT, WITHOUT ROWID;
CREATE TABLE saml_provider (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), label TEXT NOT NULL,
  entity_id TEXT, certificate TEXT, sso_url TEXT, default_team TEXT REFERENCES team(id), default_role TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE TABLE translation_settings (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), title TEXT NOT NULL,
  languages TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT;
CREATE TABLE custom_field (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), name TEXT NOT NULL, type TEXT NOT NULL,
  title TEXT NOT NULL, description TEXT NOT NULL, placeholder TEXT NOT NULL, options TEXT,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE (organization, name)
) STRICT;
CREATE TABLE custom_field_value (
  space TEXT NOT NULL REFERENCES space(id), field TEXT NOT NULL REFERENCES custom_field(id) ON DELETE CASCADE,
  value TEXT NOT NULL, PRIMARY KEY (space, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX invite_by_organization ON invite (organization, created_at, id);
CREATE INDEX team_by_organization ON team (organization, created_at, id);
CREATE INDEX saml_provider_by_organization ON saml_provider (organization, created_at, id);
CREATE INDEX translation_settings_by_organization ON translation_settings (organization, created_at, id);
CREATE INDEX custom_field_by_organization ON custom_field (organization, created_at, id);
`;

/** Teams' rights, in addition to those of their members. */
export const TEAM_ROLES_ON_CONTENT = `
-- A role of all members of a team on a collection, space or site; NULL takes access away.
CREATE TABLE team_content_role (
  target TEXT NOT NULL, team TEXT NOT NULL REFERENCES team(id) ON DELETE CASCADE, role TEXT, PRIMARY KEY (target, team)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_content_role_by_team ON team_content_role (team);
CREATE INDEX team_member_by_user ON team_member (user);
CREATE TRIGGER collection_roles_gone AFTER DELETE ON collection BEGIN
  DELETE FROM team_content_role WHERE target = OLD.id;
END;
CREATE TRIGGER site_roles_gone AFTER DELETE ON site BEGIN
  DELETE FROM team_content_role WHERE target = OLD.id;
  DELETE FROM content_role WHERE target = OLD.id;
END;
-- Teams do not go along to another organization.
CREATE TRIGGER collection_handed_over AFTER UPDATE OF organization ON collection BEGIN
  DELETE FROM team_content_role WHERE target = NEW.id AND NEW.organization <> OLD.organization;
END;
CREATE TRIGGER space_handed_over AFTER UPDATE OF organization ON space BEGIN
  DELETE FROM team_content_role WHERE target = NEW.id AND NEW.organization <> OLD.organization;
END;
`;

/** People are looked up by e-mail address, and a person's own roles by person. */
export const LOOKED_UP_PEOPLE = `
CREATE INDEX user_by_email ON user (LOWER(email));
CREATE INDEX content_role_by_user ON content_role (user);
`;

export interface OrganizationRow {
  id: string;
  title: string;
  type: string;
  plan: string;
  hostname: string | null;
  use_case: string | null;
  community_type: string | null;
  default_role: Role | null;
  default_content: string | null;
  logo: string | null;
  email_domains: string;
  sso: number;
  ai: number;
  invite_links: number;
  created_at: string;
}

/** A level as set on a space or collection: a role, none, or inherited from its container. */
export type AccessLevel = Role | 'inherit' | null;

export interface CollectionRow {
  id: string;
  organization: string;
  parent: string | null;
  title: string;
  description: string | null;
  default_level: AccessLevel;
  position: string;
}

/** Columns of everything that an organization owns. */
type Owned = { id: string; organization: string; created_at: string };

export type InviteRow = Owned & {
  role: Role | null;
  space: string | null;
  collection: string | null;
};

export type TeamRow = Owned & { title: string };

export const TEAM_ROLES = ['owner', 'member'] as const;

export type TeamRole = (typeof TEAM_ROLES)[number];

export type SamlProviderRow = Owned & {
  label: string;
  entity_id: string | null;
  certificate: string | null;
  sso_url: string | null;
  default_team: string | null;
  default_role: Role | null;
};

/** `languages` is a JSON list. */
export type TranslationSettingsRow = Owned & {
  title: string;
  languages: string;
  updated_at: string;
};

export const FIELD_TYPES = [
  'text',
  'number',
  'boolean',
  'tags',
  'select:multi',
  'select:single',
] as const;

/** `options` is a JSON list. */
export type CustomFieldRow = Owned & {
  name: string;
  type: (typeof FIELD_TYPES)[number];
  title: string;
  description: string;
  placeholder: string;
  options: string | null;
  updated_at: string;
};
