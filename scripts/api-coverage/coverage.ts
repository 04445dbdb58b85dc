import { allOperations, type Operation, offeredBy } from '../../src/operations/index.ts';
import {
  CURRENT,
  installed,
  normalized,
  type PublishedOperation,
  publishedOperations,
  readDescription,
} from '../published.ts';
import { assignReasons } from './assign.ts';
import { groupBy } from './group-by.ts';

/**
 * Which operations of the current service have a tool, which tools have no operation there, and why the rest is left
 * out: a Markdown page.
 * @throws as `assignReasons` does.
 */
export function coverage(): string {
  const published = publishedOperations(readDescription(installed(CURRENT)));
  const current = allOperations.filter((operation) => offeredBy(operation, 'current'));
  const ended = allOperations.filter((operation) => !offeredBy(operation, 'current'));
  const byRoute = groupBy(current, ({ route }) => normalized(route));
  const covered = published.filter(({ route }) => byRoute.has(normalized(route)));
  const leftOut = published.filter(({ route }) => !byRoute.has(normalized(route)));
  return [
    '# Coverage',
    '',
    `What this server offers of the current service, as \`@gitbook/api\` ${CURRENT} describes it. Written by \`npm run generate\`.`,
    '',
    ...table(
      ['', 'Operations'],
      [
        [`in ${CURRENT}`, count(published)],
        ['with a tool', count(covered)],
        ['left out, each with its reason', count(leftOut)],
        ['only in the legacy service, which the contract describes', count(ended)],
      ],
    ),
    '',
    `## With a tool (${covered.length})`,
    ...toolsets(covered, byRoute),
    '',
    `## Ended (${ended.length})`,
    '',
    'The current service no longer has these operations. On it, their tools answer with what to use instead.',
    '',
    ...table(
      ['Tool', 'Operation', 'Last in', 'Instead'],
      ended.map(({ tool, route, until, successor }) => [
        code(tool),
        code(route),
        until ?? '',
        successor ?? '',
      ]),
    ),
    '',
    `## Left out (${leftOut.length})`,
    ...[...assignReasons(leftOut)].flatMap(([reason, members]) => [
      '',
      `### ${reason}`,
      '',
      ...members.map(({ route, id }) => `- ${code(route)} ${id}`),
    ]),
    '',
  ].join('\n');
}

function toolsets(
  covered: readonly PublishedOperation[],
  byRoute: ReadonlyMap<string, readonly Operation[]>,
): string[] {
  const rows = covered.flatMap(({ route, id }) =>
    (byRoute.get(normalized(route)) ?? []).map(({ toolset, tool, service }) => ({
      toolset,
      row: [code(tool), code(route), id, service === 'current' ? 'no' : 'yes'],
    })),
  );
  return [...groupBy(rows, ({ toolset }) => toolset)].flatMap(([toolset, members]) => [
    '',
    `### ${toolset} (${members.length})`,
    '',
    ...table(
      ['Tool', 'Operation', 'Name in the API', 'In the contract'],
      members.map(({ row }) => row),
    ),
  ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

const code = (text: string) => `\`${text}\``;
const count = (list: readonly unknown[]) => String(list.length);
