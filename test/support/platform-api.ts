import { expect } from 'vitest';

/** Sends requests to a platform, and expects each to succeed. */
export function platformApi(url: string, owner: string) {
  return async <T extends object = { id: string }>(
    method: string,
    path: string,
    body?: object,
    token = owner,
  ): Promise<T> => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
    return (text === '' ? {} : JSON.parse(text)) as T;
  };
}
