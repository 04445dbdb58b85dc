export { prompts } from './catalogue.ts';
export {
  instructionOf,
  isOffered,
  type Prompt,
  type PromptResource,
  type PromptValues,
  toolsNamed,
  type WayTo,
} from './prompt.ts';
