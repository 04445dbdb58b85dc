export const MARKDOWN = 'text/markdown';
export const JSON_TYPE = 'text/json';
export const YAML_TYPE = 'text/yaml';

const TEXT = /^text\/|^application\/(json|yaml|x-yaml|xml|javascript|toml|sql)$|\+(json|xml|yaml)$/;

/** Whether what has this media type is text. */
export function isTextType(type: string): boolean {
  return TEXT.test(type);
}

/**
 * The media type under which contents of this one are told and sent. Libraries that hand resources on to a model take
 * text as `text/…` alone, so that what is text says so, SVG included.
 */
export function sentType(type: string): string {
  if (type.startsWith('text/') || !isTextType(type)) return type;
  const [, notation] = /(json|yaml|xml|javascript)$/.exec(type) ?? [];
  return `text/${notation ?? 'plain'}`;
}
