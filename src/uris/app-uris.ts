/** The page in which a host shows a change request to a person. */
export const CHANGE_REQUEST_APP = 'ui://docs-platform/change-request';

/** What that page shows, asked for by the arguments of the tool that it belongs to. */
const CHANGE_REQUEST_REVIEW = `${CHANGE_REQUEST_APP}/review`;

/** The arguments in the URI of a review; undefined where it is none. */
export function reviewArguments(uri: string): Record<string, string> | undefined {
  const [path, query = ''] = uri.split('?', 2);
  return path === CHANGE_REQUEST_REVIEW
    ? Object.fromEntries(new URLSearchParams(query))
    : undefined;
}
