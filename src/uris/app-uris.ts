/** The page in which a host shows a change request to a person. */
export const CHANGE_REQUEST_APP = 'ui://docs-platform/change-request';

/** The data of that page, addressed by the arguments of its tool. */
const CHANGE_REQUEST_REVIEW = `${CHANGE_REQUEST_APP}/review`;

/** The arguments in the URI of a review; undefined for any other URI. */
export function reviewArguments(uri: string): Record<string, string> | undefined {
  const [path, query = ''] = uri.split('?', 2);
  return path === CHANGE_REQUEST_REVIEW
    ? Object.fromEntries(new URLSearchParams(query))
    : undefined;
}
