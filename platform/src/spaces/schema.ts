/** What a space is set to besides its title and access. */
export const SPACE_SETTINGS = `
ALTER TABLE space ADD COLUMN language TEXT;
ALTER TABLE space ADD COLUMN icon TEXT;
ALTER TABLE space ADD COLUMN merge_rules TEXT;
`;
