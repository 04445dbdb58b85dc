import { NAME } from '../../../version.ts';

/** The `WWW-Authenticate` header (RFC 6750), with these parameters besides the realm. */
export function challenge(parameters: Record<string, string> = {}): Record<string, string> {
  const all = Object.entries({ realm: NAME, ...parameters });
  const quoted = all.map(([name, value]) => `${name}="${value.replaceAll(/[\\"]/g, '\\$&')}"`);
  return { 'www-authenticate': `Bearer ${quoted.join(', ')}` };
}
