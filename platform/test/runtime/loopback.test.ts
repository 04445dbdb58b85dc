import { expect, test } from 'vitest';
import { isLoopback } from '../../src/runtime/loopback.ts';

test.each([
  ...['localhost', 'LOCALHOST', 'app.localhost', '127.0.0.1', '127.255.0.9'],
  ...['::1', '[::1]', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '[::ffff:7f00:1]'],
])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each([
  ...['127.evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', 'mylocalhost'],
  ...['localhost.', '[localhost', '', '0.0.0.0', '::', '::ffff:10.0.0.1', '128.0.0.1', '[::1]:80'],
  // Only a parsed URL has these as an address.
  ...['127.1', '0x7f.1', '2130706433'],
])('%s is not', (host) => {
  expect(isLoopback(host)).toBe(false);
});

test.each(['127.1', '0x7f.1', '2130706433', '127.0.0.1.', '[::ffff:127.0.0.1]', 'LOCALHOST'])(
  'http://%s leads to this machine',
  (host) => {
    expect(isLoopback(new URL(`http://${host}:80/`).hostname)).toBe(true);
  },
);
