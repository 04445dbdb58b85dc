export { prompts } from './catalogue.ts';
export {
  type HowToCall,
  instructionOf,
  isOffered,
  type Prompt,
  type PromptResource,
  type PromptValues,
  toolsNamed,
} from './prompt.ts';
