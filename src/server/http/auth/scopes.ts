import type { JWTPayload } from 'jose';

export const READ_SCOPE = 'docs:read';
/** May do what `READ_SCOPE` may as well. */
export const WRITE_SCOPE = 'docs:write';

/** What the claims of a token let its bearer do. */
export function grantOf({ scope, scp }: JWTPayload): 'nothing' | 'read' | 'write' {
  const granted = [scope, scp].flatMap((claim) =>
    typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [],
  );
  if (granted.includes(WRITE_SCOPE)) return 'write';
  return granted.includes(READ_SCOPE) ? 'read' : 'nothing';
}
