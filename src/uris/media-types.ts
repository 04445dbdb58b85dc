export const MARKDOWN_TYPE = 'text/markdown';
export const JSON_TYPE = 'text/json';
export const YAML_TYPE = 'text/yaml';

const TEXT = /^text\/|^application\/(json|yaml|x-yaml|xml|javascript|toml|sql)$|\+(json|xml|yaml)$/;

/** Whether this media type is text. */
export function isTextType(type: string): boolean {
  return TEXT.test(type);
}

/**
 * The media type with which contents are listed and sent. Libraries that pass resources to a model treat only
 * `text/…` as text, so all text is labelled that way, including SVG.
 */
export function sentType(type: string): string {
  if (type.startsWith('text/') || !isTextType(type)) return type;
  const [, notation] = /(json|yaml|xml|javascript)$/.exec(type) ?? [];
  return `text/${notation ?? 'plain'}`;
}
