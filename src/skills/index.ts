export { SKILL_FILE, type Skill, skillsWith } from './skill.ts';
