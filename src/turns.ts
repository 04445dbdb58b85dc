export {
  countConnections,
  eachInTurns,
  filterInTurns,
  limitPipelining,
  mapInTurns,
  type Pause,
  turns,
  yieldToOthers,
} from '@docs-platform-mcp/platform/turns';

export { limitUnsent } from '@docs-platform-mcp/platform/unread';
