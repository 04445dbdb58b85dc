import { DEFAULT_MAX_REQUEST_BODY_SIZE } from '@modelcontextprotocol/server';
import { type Guard, Refusal } from './guard.ts';

/** Sends bodies away that say to be longer than what the SDK reads at most; those that do not say it, it cuts itself. */
export const limitBody: Guard = ({ request }) => {
  if (Number(request.headers['content-length'] ?? 0) > DEFAULT_MAX_REQUEST_BODY_SIZE) {
    throw new Refusal(
      413,
      `The body has more than ${DEFAULT_MAX_REQUEST_BODY_SIZE} bytes; send less at once.`,
    );
  }
};
