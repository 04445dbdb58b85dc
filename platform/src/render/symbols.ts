import { nameToEmoji } from 'gemoji';

/** Emoji for the icons that documentation uses most, where no emoji has the same name. */
const ICONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'arrow-right': '→',
    'arrow-left': '←',
    'arrow-up-right-from-square': '↗',
    bolt: '⚡',
    bug: '🐛',
    check: '✓',
    'circle-check': '✅',
    'circle-exclamation': '❗',
    'circle-info': 'ℹ',
    'circle-question': '❓',
    'circle-xmark': '❌',
    cloud: '☁',
    code: '⟨⟩',
    'code-branch': '⎇',
    database: '🗄',
    download: '⬇',
    envelope: '✉',
    eye: '👁',
    file: '📄',
    'file-lines': '📄',
    flag: '🚩',
    folder: '📁',
    gear: '⚙',
    gears: '⚙',
    globe: '🌐',
    graduation: '🎓',
    'graduation-cap': '🎓',
    house: '🏠',
    image: '🖼',
    link: '🔗',
    'magnifying-glass': '🔍',
    message: '💬',
    palette: '🎨',
    pencil: '✏',
    play: '▶',
    plug: '🔌',
    plus: '＋',
    'puzzle-piece': '🧩',
    robot: '🤖',
    rocket: '🚀',
    'rocket-launch': '🚀',
    server: '🖥',
    'shield-halved': '🛡',
    sparkles: '✨',
    star: '★',
    terminal: '⌨',
    'triangle-exclamation': '⚠',
    upload: '⬆',
    user: '👤',
    users: '👥',
    wrench: '🔧',
    xmark: '✕',
  }),
);

const EMOJI: ReadonlyMap<string, string> = new Map(Object.entries(nameToEmoji));

/** The symbol for icons without one. */
const OTHER = '◆';

/** The symbol for an icon, by its name with or without `fa-`. */
export function iconSign(name: string): string {
  const plain = name.replace(/^fa-/, '');
  return ICONS.get(plain) ?? EMOJI.get(plain.replaceAll('-', '_')) ?? OTHER;
}
