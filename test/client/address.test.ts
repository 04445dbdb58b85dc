import { expect, test } from 'vitest';
import { parsePlatformAddress } from '../../src/client/address.ts';

test.each([
  ['http://localhost:3000', true],
  ['http://LOCALHOST', true],
  ['http://docs.localhost', true],
  ['http://127.0.0.1', true],
  ['http://127.9.9.9:8080/api', true],
  ['http://127.1', true],
  ['http://[::1]:3000', true],
  ['http://[::ffff:127.0.0.1]', true],
  ['https://api.gitbook.com', false],
  ['http://localhost.example.com', false],
  ['http://127.0.0.1.example.com', false],
  ['http://128.0.0.1', false],
  ['http://[::2]', false],
])('%s is on this machine: %s', (address, loopback) => {
  expect(parsePlatformAddress(address).loopback).toBe(loopback);
});

test.each([
  ['https://docs.test', 'https://docs.test', ''],
  ['https://docs.test:443/', 'https://docs.test', ''],
  ['http://docs.test:8080/a/b//', 'http://docs.test:8080', '/a/b'],
])('%s has an origin and a prefix', (address, origin, prefix) => {
  expect(parsePlatformAddress(address)).toMatchObject({ origin, prefix });
});
