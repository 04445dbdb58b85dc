// Imported when a document is YAML. Exports are named here because a bundle gives a dynamic import of a CommonJS
// package only its default export.
export { parseDocument, stringify } from 'yaml';
