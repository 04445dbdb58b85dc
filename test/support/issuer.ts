import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** A request at the token endpoint. */
export interface TokenRequest {
  authorization: string | undefined;
  form: Record<string, string>;
}

/** An authorization server on loopback. */
export interface Issuer {
  url: string;
  /** A token with these claims in addition to issuer, subject and an hour of validity; null removes a claim. */
  sign(claims: Record<string, unknown>, key?: CryptoKey): Promise<string>;
  /** Requests to the token endpoint. */
  requested: TokenRequest[];
  /** Sets the next answer of the token endpoint. */
  answer(status: number, body: unknown): void;
  /** Number of requests for its keys. */
  keysAsked: number;
  close(): Promise<void>;
}

const KEY_ID = 'key-1';

export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'ES256', use: 'sig' };
  let scripted: { status: number; body: unknown } | undefined;
  const server = createServer((request, response) => void route(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const issuer: Issuer = {
    url,
    requested: [],
    keysAsked: 0,
    answer: (status, body) => {
      scripted = { status, body };
    },
    sign: (claims, key = privateKey) => {
      const now = Math.floor(Date.now() / 1000);
      const all = { iss: url, sub: 'user-1', iat: now, exp: now + 3600, ...claims };
      const given = Object.entries(all).filter(([, value]) => value !== null);
      return new SignJWT(Object.fromEntries(given) as JWTPayload)
        .setProtectedHeader({ alg: 'ES256', kid: KEY_ID })
        .sign(key);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/.well-known/oauth-authorization-server') {
      json(200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
      });
    } else if (request.url === '/keys') {
      issuer.keysAsked += 1;
      json(200, { keys: [jwk] });
    } else if (request.url === '/token') {
      let text = '';
      for await (const chunk of request) text += chunk;
      const form = Object.fromEntries(new URLSearchParams(text));
      issuer.requested.push({ authorization: request.headers.authorization, form });
      const { status, body } = scripted ?? { status: 200, body: await granted(form) };
      json(status, body);
    } else {
      json(404, {});
    }
  }

  /** Every client gets a token for the requested resource and scopes. */
  async function granted({ resource, scope = 'docs:read docs:write' }: Record<string, string>) {
    const token = await issuer.sign({ aud: resource, scope });
    return { access_token: token, token_type: 'Bearer', expires_in: 3600, scope };
  }

  return issuer;
}
