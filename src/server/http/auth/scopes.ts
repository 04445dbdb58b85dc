import type { JWTPayload } from 'jose';

export const READ_SCOPE = 'docs:read';
/** Includes the rights of `READ_SCOPE`. */
export const WRITE_SCOPE = 'docs:write';

/** The rights that the claims of a token grant. */
export function grantOf({ scope, scp }: JWTPayload): 'nothing' | 'read' | 'write' {
  const granted = [scope, scp].flatMap((claim) =>
    typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [],
  );
  if (granted.includes(WRITE_SCOPE)) return 'write';
  return granted.includes(READ_SCOPE) ? 'read' : 'nothing';
}
