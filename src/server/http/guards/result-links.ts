import { RESULT_LINKS } from '../../revisions.ts';
import { type Guard, HttpRefusal } from './guard.ts';

/** Lets the request decide, instead of the operator, whether results link to resources. */
export const linkAsAsked: Guard = (context) => {
  const asked = context.request.headers['x-mcp-result-links'];
  if (asked === undefined) return;
  const text = String(asked).trim().toLowerCase();
  const resultLinks = RESULT_LINKS.find((mode) => mode === text);
  if (!resultLinks) {
    throw new HttpRefusal(400, `X-MCP-Result-Links is ${RESULT_LINKS.join(', ')}.`);
  }
  context.dependencies = { ...context.dependencies, resultLinks };
};
