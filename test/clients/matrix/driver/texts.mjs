/** The texts of content blocks or of a resource's contents, embedded resources included. */
export function texts(blocks) {
  return blocks.map(({ text, resource }) => text ?? resource?.text ?? '').join('\n');
}
