// Finds regular expressions with super-linear running time in the sources: a long text could block the process. Prints
// each with its file, and exits with 1 if there is one. Sees only literals, not what is passed to `new RegExp`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type Token } from 'acorn';
import { transformSync } from 'esbuild';
import { analyse } from 'scslre';
import { ROOT } from './marked.ts';

const SOURCES = ['src', 'markdown/src', 'platform/src', 'app/src'];

const problems = SOURCES.flatMap((source) =>
  readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => problemsIn(join(source, file))),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(
    'Rewrite these: adjacent repetitions must not match the same characters, and a failed match must not be retried at the next character (a lookbehind prevents that). Or use a scanner.',
  );
  process.exit(1);
}

function problemsIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return expressionsIn(text)
    .filter(isSuperLinear)
    .map((expression) => `${file}: ${expression}`);
}

function expressionsIn(text: string): RegExp[] {
  const { code } = transformSync(text, { loader: 'ts', target: 'esnext' });
  const found: RegExp[] = [];
  parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onToken: ({ value }: Token & { value?: unknown }) => {
      if (isExpression(value)) found.push(new RegExp(value.pattern, value.flags));
    },
  });
  return found;
}

function isExpression(value: unknown): value is { pattern: string; flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;
}

function isSuperLinear(expression: RegExp): boolean {
  return analyse(expression, { maxReports: 1 }).reports.length > 0;
}
