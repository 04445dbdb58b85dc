import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

process.on('message', () => {
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ heapUsed, rss });
});
process.channel.unref();
