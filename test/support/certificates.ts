import { generate } from 'selfsigned';

/** A certificate and its key, as PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** An unknown certificate authority. */
export function makeAuthority(name = 'Test authority'): Promise<Certificate> {
  return make(name, undefined, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ]);
}

/** A certificate of an authority, for a server on loopback or for a client. */
export function makeCertificate(
  name: string,
  authority: Certificate,
  host = 'localhost',
): Promise<Certificate> {
  return make(name, authority, [
    {
      name: 'subjectAltName',
      altNames: [
        { type: 2, value: host },
        { type: 7, ip: '127.0.0.1' },
      ],
    },
  ]);
}

async function make(
  name: string,
  ca: Certificate | undefined,
  extensions: NonNullable<Parameters<typeof generate>[1]>['extensions'],
): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...(ca && { ca }),
    ...(extensions && { extensions }),
  });
  return { cert: made.cert, key: made.private };
}
