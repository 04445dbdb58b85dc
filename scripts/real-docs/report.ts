import { availableParallelism, loadavg } from 'node:os';
import type { SpaceResult } from './space.ts';

/** The origin of a space. */
export interface SpaceOrigin {
  name: string;
  commit: string | undefined;
  date: string | undefined;
  missing: number;
}

/** The table of all spaces, with a row for each. */
export function report(
  origins: readonly SpaceOrigin[],
  results: readonly SpaceResult[],
  peakMemory: number | undefined,
): string {
  return [
    '| What | Figure |',
    '|---|---|',
    ...figuresOf(results, peakMemory).map((row) => `| ${row.join(' | ')} |`),
    '',
    '| Space | Pages | Import | Others wait | Same files | Edits | Broken links | Raw markup | Search | Memory after |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...results.map(rowOf),
    '',
    '| Repository | Commit | Date | Missing files |',
    '|---|---|---|---|',
    ...origins.map(
      ({ name, commit, date, missing }) =>
        `| ${name} | ${commit?.slice(0, 10) ?? 'a folder'} | ${date ?? ''} | ${missing} |`,
    ),
    '',
    ...differences(results),
  ].join('\n');
}

function figuresOf(
  results: readonly SpaceResult[],
  peakMemory: number | undefined,
): [string, string][] {
  const done = results.filter(({ error }) => error === undefined);
  const sum = (read: (result: SpaceResult) => number) =>
    done.reduce((total, result) => total + read(result), 0);
  const same = sum(({ markdown }) => markdown.same);
  const total = sum(({ markdown }) => markdown.total);
  const percent = total === 0 ? 100 : (same / total) * 100;
  return [
    ['Spaces that import with their files', `${done.length} of ${results.length}`],
    [
      'Longest time for which an import kept others waiting',
      `${Math.round(Math.max(0, ...results.map(({ longestWait }) => longestWait)))} ms`,
    ],
    [
      'Markdown files that are identical byte for byte after import and export',
      `${same} of ${total} (${percent.toFixed(1)} %)`,
    ],
    [
      'Other files that the export deletes',
      `${sum(({ assets }) => assets.deleted)} of ${sum(({ assets }) => assets.total)}`,
    ],
    ['Files that the export adds', String(sum(({ added }) => added.length))],
    [
      'Revisions created by a second import and by an import of the export',
      String(sum(({ again }) => again.revisions)),
    ],
    ['Pages with a new id after a second import', String(sum(({ again }) => again.ids))],
    [
      'Pages in which only the sentence differs after one was added',
      `${sum(({ edits }) => edits.exact)} of ${sum(({ edits }) => edits.edited)}`,
    ],
    [
      'Links in all, and broken ones',
      `${sum(({ links }) => links.total)}, ${sum(({ links }) => links.broken)}`,
    ],
    [
      'Broken links that may mean a file of the repository',
      String(sum(({ links }) => links.lost.length)),
    ],
    [
      'Links to and pictures from the site itself in its pages, and those that lead nowhere',
      `${sum(({ local }) => local.total)}, ${sum(({ local }) => local.dead.length)}`,
    ],
    [
      'Pages that show raw markup to readers',
      `${sum(({ markup }) => markup.length)} of ${sum(({ pages }) => pages)}`,
    ],
    [
      'Pages that show fewer headings than they have',
      String(sum(({ shortened }) => shortened.length)),
    ],
    [
      'Searches for eight words or twelve ideographs of a page that find a page with these words first',
      `${sum(({ search }) => search.first)} of ${sum(({ search }) => search.asked)}`,
    ],
    [
      'Average load of the machine over the last five minutes, and its cores',
      `${loadavg()[1]?.toFixed(1)}, ${availableParallelism()}`,
    ],
    ['Peak memory of the platform', peakMemory === undefined ? 'unknown' : `${peakMemory} MiB`],
  ];
}

function rowOf(result: SpaceResult): string {
  const { name, error, pages, seconds, longestWait, markdown, edits, links, markup, search } =
    result;
  const cells = error
    ? [`failed: ${error}`, '', '', '', '', '', '', '', '']
    : [
        String(pages),
        `${seconds.toFixed(1)} s`,
        `${Math.round(longestWait)} ms`,
        `${markdown.same} of ${markdown.total}`,
        `${edits.exact} of ${edits.edited}`,
        `${links.broken} of ${links.total}`,
        String(markup.length),
        `${search.first} of ${search.asked}`,
        result.memory === undefined ? '' : `${result.memory} MiB`,
      ];
  return `| ${[name, ...cells].join(' | ')} |`;
}

function differences(results: readonly SpaceResult[]): string[] {
  const classes = new Map<string, number>();
  for (const { markdown } of results) {
    for (const [name, count] of Object.entries(markdown.classes)) {
      classes.set(name, (classes.get(name) ?? 0) + count);
    }
  }
  if (classes.size === 0) return [];
  return [
    'Markdown files that differ, by what differs:',
    '',
    ...[...classes].map(([name, count]) => `- ${name}: ${count}`),
    '',
  ];
}
