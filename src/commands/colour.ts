import { styleText } from 'node:util';

/** The styles that are used. */
export type TextStyle = Parameters<typeof styleText>[0];
/** Styles a text, or returns it unchanged if colours are off. */
export type Paint = (style: TextStyle, text: string) => string;

/** Colours for a terminal that supports them. Honours NO_COLOR, FORCE_COLOR and the terminal's own settings. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const isColoured = stream.isTTY && stream.getColorDepth() > 1;
  return isColoured ? (style, text) => styleText(style, text) : (_, text) => text;
}
