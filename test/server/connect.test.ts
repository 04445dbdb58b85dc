import { expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config/server.ts';
import { connect } from '../../src/connect.ts';

test('closing does not wait for a platform that is starting, which ends once it has started', async () => {
  const connection = connect(readConfig({}, {}));
  let isStarted = false;
  const starting = connection.embedded?.().then((platform) => {
    isStarted = true;
    return platform;
  });
  await connection.close();
  expect(isStarted).toBe(false);
  const platform = await starting;
  await vi.waitFor(
    () => expect(fetch(`${platform?.url}/v1/user`)).rejects.toThrow('fetch failed'),
    10_000,
  );
});
