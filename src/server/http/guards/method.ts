import { type Guard, HttpRefusal } from './guard.ts';

/** The methods of MCP over HTTP. The last two belong to sessions, which the SDK refuses in its own words. */
const METHODS = new Set(['POST', 'GET', 'DELETE']);

const REFUSED = new HttpRefusal(405, 'Send messages with POST.', { allow: 'POST' });

/** Refuses other methods. */
export const allowMethods: Guard = ({ request: { method = '' } }) => {
  if (!METHODS.has(method)) throw REFUSED;
  return undefined;
};
