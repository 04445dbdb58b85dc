/**
 * What a value may be that names something in a path or a URI: `id` is what the platform makes up, `path` has
 * segments between slashes, `name` is what people made up, such as the name of a schema.
 */
export type NameForm = 'id' | 'path' | 'name';

/** Characters that a name may have, by its form. */
const MAX_LENGTH: Readonly<Record<NameForm, number>> = { id: 512, path: 2048, name: 2048 };

/** Most names have nothing else, which is quick to tell. */
const PLAIN = /^[\w-]{1,128}$/;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const HALF = /\p{Surrogate}/u;

/** What has a meaning in an address: a proxy may decode it once too often. */
const MARKS = /[/\\?#%]/;

/** Dots and slashes that are percent-encoded already. */
const ENCODED = /%(?:2e|2f|5c)/i;

/**
 * What is wrong with a name, for a sentence that begins with what it names; undefined where nothing is. Ids hold no
 * space, nothing that cannot be seen, none of the characters that structure an address, and no `..`.
 */
export function flawOf(value: string, form: NameForm = 'id'): string | undefined {
  if (PLAIN.test(value)) return undefined;
  if (value.trim() === '') return 'is empty';
  if (value.length > MAX_LENGTH[form]) return `is longer than ${MAX_LENGTH[form]} characters`;
  if (HALF.test(value)) return 'holds half a character (a lone surrogate)';
  if (form === 'id' && /\s/.test(value)) {
    return 'has a space or an invisible character; give the id alone';
  }
  if (UNSEEN.test(value)) {
    return form === 'id'
      ? 'has a space or an invisible character; give the id alone'
      : 'has an invisible character';
  }
  return form === 'name' ? flawOfDots(value) : flawOfMarks(value, form);
}

/** Parameters whose values are no ids. */
const FORMS: Readonly<Record<string, NameForm>> = {
  pagePath: 'path',
  operation: 'name',
  schema: 'name',
  instruction: 'name',
};

/** The form of the values of a parameter, by its name in a route, a URI or a prompt. */
export function formOf(parameter: string): NameForm {
  return Object.hasOwn(FORMS, parameter) ? (FORMS[parameter] as NameForm) : 'id';
}

/** Whether a value is a name of this form. */
export function isName(value: unknown, form: NameForm = 'id'): value is string {
  return typeof value === 'string' && flawOf(value, form) === undefined;
}

function flawOfDots(value: string): string | undefined {
  return value === '.' || value === '..' ? `must not be "${value}"` : undefined;
}

function flawOfMarks(value: string, form: 'id' | 'path'): string | undefined {
  if (form === 'id') {
    const [mark] = MARKS.exec(value) ?? [];
    if (mark) return `holds "${mark}", which no id has; give the id alone`;
    return value.includes('..') ? 'holds "..", which no id has' : flawOfDots(value);
  }
  if (value.includes('\\')) return 'holds "\\"; its segments stand between "/"';
  if (ENCODED.test(value)) return 'is percent-encoded already; give it as it reads';
  return value.split('/').map(flawOfDots).find(Boolean) && 'has a segment of dots alone';
}
