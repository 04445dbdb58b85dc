import type { ServerOptions } from 'node:https';

/** The contents of PEM files. */
export interface TlsFiles {
  cert: string;
  key: string;
  /** Callers have to show a certificate of this authority (mTLS). */
  clientCa: string | undefined;
}

/** Options of the listener for TLS. */
export function tlsOptions({ cert, key, clientCa }: TlsFiles): ServerOptions {
  return {
    cert,
    key,
    minVersion: 'TLSv1.2',
    ...(clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
  };
}
