declare module 'subset-font' {
  interface Options {
    noHinting?: boolean;
    dropTables?: readonly string[];
  }

  /** Reduces a font to the glyphs of a text. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options?: Options,
  ): Promise<Buffer>;
}
