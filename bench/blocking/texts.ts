export const WORDS =
  `message queue topic broker region retry limit client server stream batch order token field value
  event group header schema offset window policy secret bucket worker signal record update delete insert
  select filter header2 region2 retry2 limit2 client2 server2 stream2 batch2 order2 token2`.split(
    /\s+/,
  );

/** Text as people write it: headings, paragraphs, lists, code, a table and links. */
export function honest(length: number): string {
  const parts: string[] = [];
  for (let at = 0, size = 0; size < length; at += 1) {
    const words = (from: number, count: number) =>
      Array.from(
        { length: count },
        (_, step) => WORDS[(at * 7 + from + step * 3) % WORDS.length],
      ).join(' ');
    const part = [
      `## About ${words(1, 3)} ${at}`,
      `A ${words(2, 30)} with **${words(3, 2)}** and [${words(4, 2)}](https://example.com/${at}).`,
      `- ${words(5, 6)}\n- ${words(6, 6)}\n- \`${words(7, 1)}\` ${words(8, 5)}`,
      `\`\`\`\n${words(9, 5)}\n\`\`\``,
      `| ${words(10, 1)} | ${words(11, 1)} |\n| --- | --- |\n| ${words(12, 2)} | ${words(13, 2)} |`,
    ].join('\n\n');
    parts.push(part);
    size += part.length + 2;
  }
  return parts.join('\n\n').slice(0, length);
}
