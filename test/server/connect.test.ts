import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/server.ts';
import { connect } from '../../src/connect.ts';
import { eventually } from '../support/eventually.ts';

test('closing does not wait for a platform that is starting; the platform ends once it has started', async () => {
  const connection = connect(readConfig({}, {}));
  let isStarted = false;
  const starting = connection.embedded?.().then((platform) => {
    isStarted = true;
    return platform;
  });
  await connection.close();
  expect(isStarted).toBe(false);
  const platform = await starting;
  await eventually(() => expect(fetch(`${platform?.url}/v1/user`)).rejects.toThrow('fetch failed'));
});
