import { styleText } from 'node:util';

/** The styles that are used. */
export type Style = Parameters<typeof styleText>[0];
/** Gives a text a style, or leaves it as it is where colours are not wanted. */
export type Paint = (style: Style, text: string) => string;

/** Colours for a terminal that has them; NO_COLOR, FORCE_COLOR and what the terminal says decide. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const isColoured = stream.isTTY && stream.getColorDepth() > 1;
  return isColoured ? (style, text) => styleText(style, text) : (_, text) => text;
}
