declare module 'subset-font' {
  interface Options {
    noHinting?: boolean;
    dropTables?: readonly string[];
  }

  /** A font with the glyphs that a text needs. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options?: Options,
  ): Promise<Buffer>;
}
