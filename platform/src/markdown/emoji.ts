import { nameToEmoji } from 'gemoji';

/** Names that another list uses for emoji. */
const ALIASES: Readonly<Record<string, string>> = {
  card_box: 'card_file_box',
  frame_photo: 'framed_picture',
  race_car: 'racing_car',
  gear_wheel: 'gear',
  lightning: 'zap',
  man_running: 'running_man',
  woman_running: 'running_woman',
};

/**
 * The text with emoji in place of known `:names:` that are not within a word, such as `user:key:1`. A word may follow a
 * name with an underscore, which is hardly anything else.
 */
export function withEmoji(text: string): string {
  if (!text.includes(':')) return text;
  return text.replace(/(?<![\w:]):([a-z0-9_+-]{1,40}):(?!:)/g, (all, name: string, at: number) => {
    const isWithinWord = !name.includes('_') && /\w/.test(text.charAt(at + all.length));
    return isWithinWord ? all : (nameToEmoji[ALIASES[name] ?? name] ?? all);
  });
}
