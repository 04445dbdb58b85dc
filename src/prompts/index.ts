export { prompts } from './catalogue.ts';
export {
  instructionOf,
  isOffered,
  type Prompt,
  type PromptResource,
  type PromptValues,
  toolsNamed,
} from './prompt.ts';
