/** A path without leading and trailing slashes. */
export function withoutSlashes(path: string): string {
  let start = 0;
  while (path[start] === '/') start += 1;
  let end = path.length;
  while (end > start && path[end - 1] === '/') end -= 1;
  return path.slice(start, end);
}
