import type { ServerOptions } from 'node:https';

/** The contents of the PEM files. */
export interface TlsFiles {
  cert: string;
  key: string;
  /** Callers must present a certificate of this authority (mTLS). */
  clientCa: string | undefined;
}

/** TLS options of the listener. */
export function tlsOptions({ cert, key, clientCa }: TlsFiles): ServerOptions {
  return {
    cert,
    key,
    minVersion: 'TLSv1.2',
    ...(clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
  };
}
