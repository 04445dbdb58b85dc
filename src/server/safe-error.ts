import type { ProtocolError } from '@modelcontextprotocol/server';
import { tokenRemover } from '../client/index.ts';
import { isObject } from '../json/index.ts';
import { withoutOwnToken } from '../tools/index.ts';

/** The error without the token of the request, which a URI or a name in it may contain. */
export function safeError<Thrown extends ProtocolError>(error: Thrown, token: string): Thrown {
  const { message, data } = error;
  return Object.assign(error, {
    message: tokenRemover(token)(message),
    ...(isObject(data) && { data: withoutOwnToken(data, token) }),
  });
}
