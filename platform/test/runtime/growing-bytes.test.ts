import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readBytes } from '../../src/http/input.ts';
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
  for (let at = 0; at < 30; at += 1) {
    body.add(Buffer.alloc(10_000, at), 300_000);
    buffers.add(body.bytes.buffer);
  }
  expect(buffers.size).toBe(2);
  expect(body.bytes.length).toBe(300_000);
});

test('an announced length is not believed before a part of it has arrived', () => {
  const body = new GrowingBytes();
  const room: number[] = [];
  for (let at = 0; at < 10; at += 1) {
    body.add(Buffer.alloc(10_000, at), 1_000_000);
    room.push(body.bytes.buffer.byteLength);
  }
  expect(Math.max(...room.slice(0, 3))).toBeLessThan(100_000);
  expect(room.at(-1)).toBe(1_000_000);
});

test('the body of a request has room for what its headers announce', async () => {
  const chunks = Array.from({ length: 40 }, () => Buffer.alloc(10_000));
  const request = Object.assign(Readable.from(chunks), {
    headers: { 'content-length': '400000' },
    socket: { bytesRead: 0 },
  });
  const bytes = await readBytes(request as unknown as IncomingMessage, 1_000_000);
  expect(bytes.byteLength).toBe(400_000);
  expect(bytes.buffer.byteLength).toBe(400_000);
});
