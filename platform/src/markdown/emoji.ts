import { nameToEmoji } from 'gemoji';

/** Names that another list uses for emoji. */
const ALIASES: Readonly<Record<string, string>> = {
  card_box: 'card_file_box',
  frame_photo: 'framed_picture',
  race_car: 'racing_car',
  gear_wheel: 'gear',
  lightning: 'zap',
};

/** The text with emoji in place of known `:names:` that are not within a word, such as `user:key:1`. */
export function withEmoji(text: string): string {
  if (!text.includes(':')) return text;
  return text.replace(/(?<![\w:]):([a-z0-9_+-]{1,40}):(?![\w:])/g, (all, name: string) => {
    return nameToEmoji[ALIASES[name] ?? name] ?? all;
  });
}
