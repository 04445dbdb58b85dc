import { PIXELS } from './css-math.ts';
import { isFar } from './hiding-clip.ts';
import { type Color, colorOf, isUnreadable } from './hiding-color.ts';
import { lookOf } from './hiding-style.ts';
import { isProse } from './prose.ts';
import type { Span } from './ranges.ts';

const DELIMITER = '$$';

/** A command, an escaped character, a brace, or the beginning of a comment. */
const TOKEN = /\\([a-z@]+)|\\[\s\S]|[{}%]/gi;

/** Markup of a text in a formula. */
const MARKUP = /\\[a-z]+|[{}~]/gi;

/** Commands with groups that are not drawn: from this one, counted from 0, up to the other. */
const UNDRAWN: Readonly<Record<string, readonly [from: number, to: number]>> = {
  ...sameFor(['phantom', 'hphantom', 'vphantom', 'label', 'require'], [0, 0]),
  ...sameFor(['message', 'errmessage'], [0, 0]),
  ...sameFor(['includegraphics', 'htmlId', 'htmlClass', 'htmlData', 'class', 'cssId'], [0, 0]),
  ...sameFor(['href', 'url', 'color', 'textcolor', 'colorbox', 'hspace'], [0, 0]),
  ...sameFor(['fcolorbox', 'resizebox'], [0, 1]),
  ...sameFor(['htmlStyle', 'style', 'raisebox', 'scalebox', 'TextOrMath', 'data'], [0, 0]),
  ...sameFor(['mathtip', 'texttip', 'html@mathml'], [1, 1]),
  definecolor: [0, 2],
  mathchoice: [1, 3],
  // What follows decides which one is drawn.
  ...sameFor(['@ifnextchar', '@ifstar'], [0, 1]),
  '@firstoftwo': [1, 1],
  '@secondoftwo': [0, 0],
};

const DEFINING = new Set(
  'def gdef edef xdef let newcommand renewcommand providecommand DeclareMathOperator'.split(' '),
);

/** Commands that draw all that they are given. */
const SHOWING = new Set(
  'text textbf textit textrm mathbf mathit mathrm operatorname frac sqrt left right'.split(' '),
);

const BLACK: Color = { rgb: [0, 0, 0], alpha: 1 };
/** A color that only commands can compute. */
const UNKNOWN: Color = { rgb: [0, 0, 0], alpha: 0 };
/** One command, and nothing else. */
const ONE_COMMAND = /^\s*\\([a-z@]+)\s*$/i;
/** A color for what follows. */
const COLOR_SWITCH = /\\color\s*(?:\{([^{}]{0,99})\}|(\\[a-z]+))/i;
const COLORING = new Set(['color', 'textcolor', 'colorbox', 'fcolorbox']);
const STYLED = new Set(['htmlStyle', 'style']);
/** Commands whose settings in brackets are not drawn. */
const SET_IN_BRACKETS = new Set(['includegraphics', 'rule', 'smash']);
/** From one of these, nothing is drawn up to the end of the condition or its next branch. */
const NOT_CHOSEN = new Set(['iffalse', 'else']);
const NEXT_BRANCH = /\\(?:fi|else)(?![a-z])/gi;
const MOVING = new Set(['hspace', 'kern', 'mkern', 'hskip', 'mskip', 'raisebox', 'raise', 'lower']);
const SIZE = /^\*?\s{0,20}\{?\s{0,20}([+-]?[\d.]{1,20})\s{0,20}([a-z]{2})/i;

const LONGEST_SIZE = 80;

/** A body that ends by moving what follows it. */
const MOVES_WHAT_FOLLOWS = /\\(?:kern|mkern|hskip|mskip|hspace\*?)([^\\]{1,80})$/;
/** Smaller letters cannot be read: a share of the usual size, and pixels. */
const LEAST_SCALE = 0.2;
const LEAST_SIZE = 3;

/** A longer setting is not a color. */
const LONGEST_SETTING = 100;

/** A setting between the groups of a command. */
const SETTING_IN_BRACKETS = /^\[[^\]]{0,20}\]$/;

const LONGEST_BODY = 1_000;

/** More names for one command serve only to hide it. */
const MOST_NAMES = 9;

/** A name that a command defines. */
const DEFINED_NAME = /^\s*\\[a-z]+\s*$/i;

interface Command {
  name: string;
  /** The number of its groups so far. */
  groups: number;
  /** Its settings hide its last group. */
  isHiding: boolean;
  /** The colors of its last group. */
  colors: Colors;
  /** The name that it defines, and where that ends. */
  defined?: { name: string; end: number };
}

interface Meaning {
  body: string;
  /** The one command that it consists of. */
  command: string | undefined;
  /** The color that it gives to what follows. */
  color: string | undefined;
  /** Whether it moves what follows out of sight. */
  isMoving: boolean;
}

interface Colors {
  text: Color | undefined;
  ground: Color | undefined;
}

interface Group {
  /** Offset of its content. */
  start: number;
  /** Nothing is drawn of what follows in it. */
  isHidden: boolean;
  colors: Colors;
  /** The command that it belongs to. */
  command: Command | undefined;
}

/** Prose in formulas that is not drawn, or drawn so that nobody can read it. */
export function hiddenFormulas(text: string): Span[] {
  const ranges: Span[] = [];
  for (let start = text.indexOf(DELIMITER); start !== -1; ) {
    const from = start + DELIMITER.length;
    const end = text.indexOf(DELIMITER, from);
    if (end === -1) break;
    const formula = text.slice(from, end);
    for (const [first, last] of new Formula(formula).hidden()) {
      if (isProse(formula.slice(first, last).replaceAll(MARKUP, ' '))) {
        ranges.push([from + first, from + last]);
      }
    }
    start = text.indexOf(DELIMITER, end + DELIMITER.length);
  }
  return ranges;
}

/** Reads one formula from its beginning to its end. */
class Formula {
  readonly #text: string;
  readonly #ranges: Span[] = [];
  readonly #open: Group[] = [
    { start: 0, isHidden: false, colors: { text: BLACK, ground: undefined }, command: undefined },
  ];
  /** The last command, as long as only its groups follow. */
  #command: Command | undefined;
  /** Where the last token ended. */
  #done = 0;
  /** The names of commands, defined here, that do not draw their groups. */
  readonly #dropping = new Set<string>();
  /** What the commands stand for that are defined here. */
  readonly #meanings = new Map<string, Meaning>();
  /** The colors that are defined here. */
  readonly #colors = new Map<string, string>();
  /** The current range of hidden text, and how many groups were open where it began. */
  #range: { start: number; end: number; depth: number } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The parts that are not drawn or cannot be read. */
  hidden(): Span[] {
    for (const { 0: token, 1: name, index } of this.#text.matchAll(TOKEN)) {
      if (index < this.#done) continue;
      this.#readText(index);
      this.#done = index + token.length;
      if (name !== undefined) this.#take(name);
      else if (token === '{') this.#enter();
      else if (token === '}') this.#leave(index);
      else if (token === '%') this.#comment();
      else this.#command = undefined;
    }
    this.#readText(this.#text.length);
    this.#endRange();
    return this.#ranges;
  }

  get #isDefining(): boolean {
    return this.#command !== undefined && DEFINING.has(this.#command.name);
  }

  get #innermost(): Group {
    return this.#open.at(-1) as Group;
  }

  /** Takes the text up to the next token. */
  #readText(end: number): void {
    const text = this.#text.slice(this.#done, end).trim();
    const isSetting = this.#command?.name === '@ifnextchar' && text.length === 1;
    if (text === '' || isSetting || (this.#command && SETTING_IN_BRACKETS.test(text))) return;
    if (!this.#isDefining) this.#command = undefined;
    const { isHidden, colors } = this.#innermost;
    if (isHidden || isUnreadable(colors.text ?? BLACK, colors.ground)) {
      this.#range ??= { start: this.#done, end, depth: this.#open.length };
      this.#range.end = end;
    } else this.#endRange();
  }

  #endRange(): void {
    if (this.#range) this.#ranges.push([this.#range.start, this.#range.end]);
    this.#range = undefined;
  }

  #take(written: string): void {
    if (this.#command && this.#isDefining) {
      const { defined } = this.#command;
      if (this.#command.name === 'let' && defined)
        this.#define(this.#command, `\\${written}`, this.#done);
      else this.#command.defined = { name: written, end: this.#done };
      return;
    }
    const name = this.#meantBy(written);
    if (name === 'csname' || this.#meanings.get(name)?.isMoving) this.#innermost.isHidden = true;
    const isColored = this.#command?.name === 'color' && this.#command.groups === 0;
    const color = isColored ? `\\${written}` : this.#meanings.get(name)?.color;
    if (color !== undefined)
      this.#innermost.colors = { ...this.#innermost.colors, text: this.#colorOf(color) ?? BLACK };
    if (NOT_CHOSEN.has(name)) {
      this.#skipBranch();
      return;
    }
    this.#command = { name, groups: 0, isHiding: false, colors: this.#innermost.colors };
    if (SET_IN_BRACKETS.has(name)) this.#skipBrackets();
    if (!MOVING.has(name) || !isFarAway(this.#text.slice(this.#done, this.#done + LONGEST_SIZE)))
      return;
    if (name === 'raisebox') this.#command.isHiding = true;
    else {
      this.#innermost.isHidden = true;
      // A formula is centered, so what comes before moves as well.
      this.#ranges.push([0, this.#done]);
    }
  }

  #enter(): void {
    const command = this.#command;
    const around = this.#innermost;
    const isHidden = around.isHidden || (command !== undefined && this.#hidesGroup(command));
    const colors = command?.colors ?? around.colors;
    this.#open.push({ start: this.#done, isHidden, colors, command });
    this.#command = undefined;
  }

  #leave(at: number): void {
    if (this.#open.length === 1) return;
    const { command, start } = this.#open.pop() as Group;
    if (this.#range && this.#range.depth > this.#open.length) this.#endRange();
    else if (this.#range) this.#range.end = at + 1;
    this.#command = command;
    if (!command) return;
    const setting = this.#text.slice(start, at);
    command.groups += 1;
    if (!DEFINING.has(command.name)) this.#apply(command, setting);
    else if (!command.defined && DEFINED_NAME.test(setting)) {
      command.defined = { name: setting.trim().slice(1), end: this.#done };
    } else this.#define(command, setting, start);
  }

  /** Ends a definition. A command with arguments hides what it is given, unless its body shows all of them. */
  #define({ defined }: Command, body: string, start: number): void {
    this.#command = undefined;
    if (!defined) return;
    const given = this.#text.slice(defined.end, start);
    // Real definitions are short, and those within others would be read again with each.
    if (body.length > LONGEST_BODY) {
      this.#dropping.add(defined.name);
      return;
    }
    this.#meanings.set(defined.name, meaningOf(body));
    const takesArguments = /[#[]/.test(given) && !showsAll(given, body);
    const isAlias = [...body.matchAll(TOKEN)].some(([, name = '']) => this.#dropping.has(name));
    if (takesArguments || isAlias) this.#dropping.add(defined.name);
  }

  /** Whether the next group of a command is not drawn. */
  #hidesGroup({ name, groups, isHiding }: Command): boolean {
    if (DEFINING.has(name) || this.#dropping.has(name)) return true;
    const [from, to] = (Object.hasOwn(UNDRAWN, name) && UNDRAWN[name]) || [1, 0];
    return isHiding || (groups >= from && groups <= to);
  }

  /** Applies the setting of a command to what follows it. */
  #apply(command: Command, setting: string): void {
    const { name, groups, colors } = command;
    if (STYLED.has(name) && groups === 1) command.isHiding = lookOf(setting).hidden;
    if (name === 'scalebox' && groups === 1)
      command.isHiding = Math.abs(Number(setting)) < LEAST_SCALE;
    if (name === 'resizebox' && groups <= 2) command.isHiding ||= isTiny(setting);
    if (name === 'definecolor') {
      if (groups === 1) command.defined = { name: setting.trim(), end: 0 };
      if (groups === 3) this.#colors.set(command.defined?.name ?? '', setting);
    }
    if (!COLORING.has(name) || setting.length > LONGEST_SETTING) return;
    const color = this.#colorOf(setting);
    if (!color) return;
    if (name === 'color' || name === 'textcolor') command.colors = { ...colors, text: color };
    // Of two colors, the first one is that of the frame.
    else command.colors = { ...colors, ground: color };
    // It also applies to what follows its groups.
    if (name === 'color') this.#innermost.colors = command.colors;
  }

  /** The command that a name stands for. */
  #meantBy(written: string): string {
    let name = written;
    for (let round = 0; round < MOST_NAMES; round += 1) {
      const meant = this.#meanings.get(name)?.command;
      if (meant === undefined) break;
      name = meant;
    }
    return name;
  }

  /** The color of a setting; undefined if it is none that is known. */
  #colorOf(setting: string): Color | undefined {
    const meaning = this.#meanings.get(this.#meantBy(ONE_COMMAND.exec(setting)?.[1] ?? ''));
    const own = (meaning?.body ?? setting).trim();
    const plain = (this.#colors.get(own) ?? own).trim().toLowerCase();
    if (/\\|^#\d$/.test(plain)) return UNKNOWN;
    // With a model, parts go up to 1 or to 255.
    const model = Number.parseFloat(plain) > 1 ? 'rgb(' : 'color(srgb ';
    return colorOf(plain) ?? colorOf(`${model}${plain})`);
  }

  #comment(): void {
    this.#skipTo(this.#text.indexOf('\n', this.#done));
  }

  #skipBranch(): void {
    NEXT_BRANCH.lastIndex = this.#done;
    this.#skipTo(NEXT_BRANCH.exec(this.#text)?.index ?? -1);
  }

  #skipBrackets(): void {
    if (this.#text[this.#done] !== '[') return;
    this.#skipTo(this.#text.indexOf(']', this.#done));
  }

  /** Takes everything up to this offset, or to the end if there is none, for not drawn. */
  #skipTo(end: number): void {
    const stop = end === -1 ? this.#text.length : end;
    this.#ranges.push([this.#done, stop]);
    this.#done = stop;
  }
}

function meaningOf(body: string): Meaning {
  const found = COLOR_SWITCH.exec(body);
  const before = body.slice(0, found?.index ?? 0);
  // Within a group of its own, it changes nothing behind that.
  const isOutside = before.split('{').length === before.split('}').length;
  const color = isOutside ? (found?.[1] ?? found?.[2]) : undefined;
  const [, move = ''] = MOVES_WHAT_FOLLOWS.exec(body.slice(-2 * LONGEST_SIZE)) ?? [];
  return { body, command: ONE_COMMAND.exec(body)?.[1], color, isMoving: isFarAway(move) };
}

/** Whether a setting moves something out of sight. */
function isFarAway(setting: string): boolean {
  const [, size = '', unit = ''] = SIZE.exec(setting) ?? [];
  return size !== '' && isFar(Number(size) * (PIXELS[unit.toLowerCase()] ?? 1));
}

/** Whether a body draws as many arguments as are given, by commands that show them. */
function showsAll(given: string, body: string): boolean {
  const last = given.slice(0, LONGEST_SIZE).match(/\d/g)?.at(-1);
  for (let each = 1; each <= Number(last ?? 0); each += 1) {
    if (!body.includes(`#${each}`)) return false;
  }
  return [...body.matchAll(TOKEN)].every(
    ([token, name]) => token !== '%' && (name === undefined || SHOWING.has(name)),
  );
}

function isTiny(setting: string): boolean {
  const [, size = '', unit = ''] = setting.length > LONGEST_SIZE ? [] : (SIZE.exec(setting) ?? []);
  return size !== '' && Math.abs(Number(size)) * (PIXELS[unit.toLowerCase()] ?? 1) < LEAST_SIZE;
}

function sameFor<T>(names: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, value]));
}
