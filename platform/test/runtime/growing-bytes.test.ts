import { expect, test } from 'vitest';
import { GrowingBytes } from '../../src/runtime/growing-bytes.ts';

test('many tiny chunks are copied a few times, and not kept one by one', () => {
  const body = new GrowingBytes();
  const buffers = new Set<ArrayBufferLike>();
  for (let at = 0; at < 200_000; at += 1) {
    body.add(Buffer.from([at % 256]));
    buffers.add(body.bytes.buffer);
  }
  expect(body.size).toBe(200_000);
  expect(body.bytes.findIndex((byte, at) => byte !== at % 256)).toBe(-1);
  expect(buffers.size).toBeLessThan(25);
});

test('a single chunk is not copied', () => {
  const body = new GrowingBytes();
  const chunk = Buffer.from('all of it');
  body.add(chunk);
  expect(body.bytes.buffer).toBe(chunk.buffer);
  expect(body.bytes.toString()).toBe('all of it');
});

test('a body of known length is copied once', () => {
  const body = new GrowingBytes();
  const buffers = new Set<ArrayBufferLike>();
  for (let at = 0; at < 100; at += 1) {
    body.add(Buffer.alloc(10_000, at), 1_000_000);
    buffers.add(body.bytes.buffer);
  }
  expect(buffers.size).toBe(2);
  expect(body.bytes.length).toBe(1_000_000);
});
