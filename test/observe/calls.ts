import { call, type Era, posted } from '../http/requests.ts';
import type { Sent } from '../http/send.ts';

/** A tool call as this caller sends it. */
export function callBy(
  token: string,
  name: string,
  args: Record<string, unknown> = {},
  { era = 'modern', meta }: { era?: Era; meta?: Record<string, unknown> } = {},
): Sent {
  const message = call(name, args);
  const sent = posted(era, message, { authorization: `Bearer ${token}` });
  if (!meta) return sent;
  const body = JSON.parse(String(sent.body));
  body.params._meta = { ...body.params._meta, ...meta };
  return { ...sent, body: JSON.stringify(body) };
}

/** Any other protocol request. */
export function requestBy(
  token: string,
  method: string,
  params: Record<string, unknown> = {},
): Sent {
  return posted('legacy', { id: 1, method, params }, { authorization: `Bearer ${token}` });
}
