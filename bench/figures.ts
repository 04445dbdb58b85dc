import type { HttpSample } from './http.ts';
import { median } from './statistics.ts';
import type { StdioSample } from './stdio.ts';

/** The measurements of each round, by subject. */
export interface Samples {
  http: Record<string, HttpSample>[];
  stdio: Record<string, StdioSample>[];
}

/** One line of the table: a measure of a subject, as a ratio to another subject in the same round. */
interface Figure {
  name: string;
  kind: keyof Samples;
  measure: keyof HttpSample | keyof StdioSample;
  subjects: readonly string[];
  baseline: string;
  /** The target for the product; absent: for information only. */
  goal?: { atLeast: number } | { atMost: number };
}

export const OURS = 'ours';
const HTTP_SUBJECTS = [
  ...['direct call', 'SDK, obvious', 'mcp-lite', 'tmcp', 'mcp-use'],
  ...['ours, 2025', 'ours, 2026'],
];

const OVER_HTTP = { kind: 'http', subjects: HTTP_SUBJECTS, baseline: 'bare proxy' } as const;
const OVER_STDIO = {
  kind: 'stdio',
  subjects: ['SDK, obvious', OURS],
  baseline: 'bare program',
} as const;

const FIGURES: readonly Figure[] = [
  {
    name: 'HTTP tools/call, 32 at once: calls/s',
    ...OVER_HTTP,
    measure: 'callsPerSecond',
    goal: { atLeast: 0.5 },
  },
  {
    name: 'HTTP tools/call, one at a time: p50',
    ...OVER_HTTP,
    measure: 'p50',
    goal: { atMost: 1.3 },
  },
  {
    name: 'CPU of a call',
    ...OVER_HTTP,
    measure: 'cpuPerCall',
    subjects: HTTP_SUBJECTS.slice(1),
    goal: { atMost: 2.2 },
  },
  {
    name: 'stdio tools/call: p50',
    ...OVER_STDIO,
    measure: 'p50',
    goal: { atMost: 1.4 },
  },
  {
    name: 'start to initialize answered',
    ...OVER_STDIO,
    measure: 'start',
    goal: { atMost: 1.8 },
  },
  {
    name: 'memory after tools/list over stdio',
    ...OVER_STDIO,
    measure: 'memory',
    goal: { atMost: 1.5 },
  },
  {
    name: 'stdio first tools/call',
    ...OVER_STDIO,
    measure: 'first',
  },
  {
    name: 'memory after 500 calls over stdio',
    ...OVER_STDIO,
    measure: 'busyMemory',
  },
  {
    name: 'HTTP calls/s, 500 tools against 1',
    kind: 'http',
    measure: 'callsPerSecond',
    subjects: ['500 tools'],
    baseline: '1 tool',
    goal: { atLeast: 0.95 },
  },
];

export interface FigureRow {
  figure: string;
  subject: string;
  /** Median over the rounds, in the measure's own unit. */
  value: number;
  /** Median over the rounds of the ratio within a round. */
  ratio: number;
  goal: string;
}

/** The table of all figures. */
export function table(samples: Samples): FigureRow[] {
  return FIGURES.flatMap((figure) => {
    const rounds = samples[figure.kind] as Record<string, Record<string, number>>[];
    const read = (round: Record<string, Record<string, number>>, subject: string) =>
      round[subject]?.[figure.measure] ?? Number.NaN;
    return [figure.baseline, ...figure.subjects].map((subject) => ({
      figure: figure.name,
      subject,
      value: median(rounds.map((round) => read(round, subject))),
      ratio: median(rounds.map((round) => read(round, subject) / read(round, figure.baseline))),
      goal: figure.goal && isOurs(subject) ? goalText(figure.goal) : '',
    }));
  });
}

function isOurs(subject: string): boolean {
  return subject.startsWith(OURS) || subject === '500 tools';
}

function goalText(goal: NonNullable<Figure['goal']>): string {
  return 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`;
}
