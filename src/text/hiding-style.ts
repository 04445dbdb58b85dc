const CSS_COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
const CSS_ESCAPE = /\\([0-9a-f]{1,6})\s?/gi;

/** Each of these styles alone hides an element. */
const HIDING = [
  /(?:^|;)(?:display:none|(?:content-)?visibility:(?:hidden|collapse)|zoom:0(?![.\d]*[1-9]))/,
  /(?:^|;)(?:font-size|max-height|max-width|height|width|line-height|scale):(?![.\d]*[1-9])/,
  /(?:^|;)font-size:(?:0*[0-2](?:\.\d+)?(?:px|pt)|0*\.[0-2]\d*r?em|[0-9](?:\.\d+)?%)/,
  /(?:^|;)font:(?:[a-z-]* )*0[a-z%]*(?:\/| )/,
  /(?:^|;)opacity:(?:0*(?:\.[01]\d*)?|[0-9](?:\.\d+)?%)(?![.\d])/,
  /(?:^|;)filter:[^;]*opacity\((?:0*(?:\.[01]\d*)?|\d%)\)/,
  /(?:^|;)(?:color|-webkit-text-fill-color):(?:transparent|white|snow|ivory|#f{3,4}(?![0-9a-f])|#f{6}(?![0-9a-f]{1})|#[0-9a-f]{3}0(?![0-9a-f])|#[0-9a-f]{6}0[0-9a-f]|rgba?\( ?255[ ,]+255[ ,]+255|(?:rgb|hsl)a?\([^)]*[,/] ?0(?:\.0\d*)?%? ?\)|hsla?\([^)]*[ ,]100% ?[,/)])/,
  /(?:^|;)(?:left|right|top|bottom|margin(?:-(?:left|right|top|bottom))?|text-indent):-(?:\d{3}|\d{2,}(?:r?em|ch|v[wh]|%))/,
  /(?:^|;)text-indent:(?:\d{4}|\d{2,}(?:r?em|ch|v[wh])|[1-9]\d{2}%)/,
  /(?:^|;)transform:[^;]*(?:scale[xy3d]*\( ?0(?![.\d]*[1-9])|translate[xyz3d]*\([^)]*-(?:\d{3}|\d{2,}(?:r?em|v[wh])))/,
  /(?:^|;)clip:rect\( ?(?:0|1)/,
  /(?:^|;)clip-path:(?:inset\( ?(?:[5-9]\d|100)%|circle\( ?0|polygon\( ?0(?:px|%)? 0(?:px|%)?(?:, ?0(?:px|%)? 0(?:px|%)?)*\))/,
  /(?:^|;)z-index:-\d/,
];

const COLOR = /(?:^|;)color:([^;]+)/;
const BACKGROUND = /(?:^|;)background(?:-color)?:([^;]+)/;

/** No real page has longer styles. */
const MAX_LENGTH = 4000;

/** Whether a style hides its element: by position, size, or color on its background. */
export function hides(style: string): boolean {
  if (style === '') return false;
  if (style.length > MAX_LENGTH) return true;
  const plain = plainStyle(style);
  if (HIDING.some((form) => form.test(plain))) return true;
  const color = COLOR.exec(plain)?.[1];
  return color !== undefined && color === BACKGROUND.exec(plain)?.[1];
}

/** A style without comments, escapes and redundant spaces. */
function plainStyle(style: string): string {
  return style
    .replace(CSS_COMMENT, '')
    .replace(CSS_ESCAPE, (_, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .toLowerCase()
    .replaceAll('!important', '')
    .split(';')
    .map((declaration) =>
      declaration
        .split(':')
        .map((part) => part.trim().split(/\s+/).join(' '))
        .join(':'),
    )
    .join(';');
}
