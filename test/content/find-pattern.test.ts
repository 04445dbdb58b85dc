import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PatternError, type PatternInput, patternOf } from '../../src/content/find/index.ts';

const found = async (text: string, wanted: Partial<PatternInput> & { text: string }) => {
  const pattern = patternOf({ match: 'text', ignoreCase: false, ...wanted });
  const { matches } = await pattern.find(text);
  return matches.map(({ start, end }) => text.slice(start, end));
};

const places = async (text: string, needle: string) => {
  const { matches } = await patternOf({ text: needle, match: 'text', ignoreCase: false }).find(
    text,
  );
  return matches.map(({ start }) => start);
};

describe('a pattern', () => {
  it('matches a literal as it is, including special characters of regular expressions', async () => {
    expect(await found('a.b a-b (a.b) [x]{2}/y', { text: 'a.b' })).toEqual(['a.b', 'a.b']);
    expect(await found('[x]{2}/y-z', { text: '[x]{2}/y-z' })).toEqual(['[x]{2}/y-z']);
    expect(await found('one\ntwo\none\ntwo', { text: 'e\nt' })).toHaveLength(2);
    expect(await found('Queue queue', { text: 'QUEUE', ignoreCase: true })).toHaveLength(2);
    expect(await found('Queue queue', { text: 'queue' })).toHaveLength(1);
  });

  it('ends whole words at letters of any script and at digits', async () => {
    const words = (text: string, word: string) => found(text, { text: word, match: 'words' });
    expect(await words('cat concat cat_ cat9 (cat) cats', 'cat')).toHaveLength(2);
    expect(await words('naïve na naïf', 'na')).toEqual(['na']);
    expect(await words('use `max_attempts`!', '`max_attempts`')).toHaveLength(1);
    expect(await words('aa aaa aa', 'aa')).toHaveLength(2);
  });

  it('treats any position as the end of a word in scripts without spaces', async () => {
    const words = (text: string, word: string) => found(text, { text: word, match: 'words' });
    expect(await words('配置数据库，使用Docker部署', '数据')).toHaveLength(1);
    expect(await words('配置数据库，使用Docker部署', 'Docker')).toHaveLength(1);
    expect(await words('サーバーを置く。サーバールーム', 'サーバー')).toHaveLength(1);
    expect(await words('서버를 설치. 웹서버', '서버')).toHaveLength(1);
    expect(await words('ติดตั้งเซิร์ฟเวอร์', 'ติดตั้ง')).toHaveLength(1);
    expect(await words('กี่', 'ก')).toHaveLength(0);
  });

  it('matches a regular expression within a line and reports its groups', async () => {
    const pattern = patternOf({ text: '(?P<key>\\w+)=(\\d+)', match: 'regex', ignoreCase: false });
    const { matches } = await pattern.find('a=1\nbb=22\n=3');
    expect(matches.map(({ groups }) => groups)).toEqual([
      ['a=1', 'a', '1'],
      ['bb=22', 'bb', '22'],
    ]);
    expect(pattern.names).toEqual({ key: 1 });
    expect(await found('a\nb', { text: '[^x]+', match: 'regex' })).toEqual(['a', 'b']);
    expect(await found('first\nsecond', { text: '^s.*$', match: 'regex' })).toEqual(['second']);
  });

  it.each(['(a', '(?=a)b', '(a)\\1', '((a{1000}){1000})'])(
    'refuses %s, which a linear-time engine cannot run',
    (text) => {
      expect(() => patternOf({ text, match: 'regex', ignoreCase: false })).toThrow(PatternError);
    },
  );

  it('reports a line that is too long for an expression', async () => {
    const pattern = patternOf({ text: 'b', match: 'regex', ignoreCase: false });
    const { matches, linesLeftOut } = await pattern.find(`b\n${'a'.repeat(300_000)}b\nb`);
    expect([matches.length, linesLeftOut]).toEqual([2, [2]]);
  });

  it.each(['(a+)+$', '(a|aa)+b', '(.*a){12}b'])(
    'finishes %s, where a backtracking engine would not',
    async (text) => {
      expect(await found(`${'a'.repeat(100_000)}!`, { text, match: 'regex' })).toEqual([]);
    },
  );

  it('finds every non-overlapping match, across slices too', async () => {
    const piece = fc.constantFrom('ab', 'b\n', 'aab', 'x'.repeat(30_000), 'ba', '\n');
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom('ab', 'aba', 'b\nb', 'xb', 'bx'),
        async (pieces, needle) => {
          const text = pieces.join('');
          const expected: number[] = [];
          for (
            let at = text.indexOf(needle);
            at !== -1;
            at = text.indexOf(needle, at + needle.length)
          ) {
            expected.push(at);
          }
          expect(await places(text, needle)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});
