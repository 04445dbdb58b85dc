declare module 'subset-font' {
  interface Options {
    /** All glyphs stay; `text` is left out then. */
    keepAllGlyphs?: boolean;
    noHinting?: boolean;
    dropTables?: readonly string[];
  }

  /** A font with the glyphs that a text needs, or with all. */
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options?: Options,
  ): Promise<Buffer>;
}
