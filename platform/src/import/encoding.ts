export { decode, encodeLike } from '../content/encoding.ts';
