import { developerGuide } from './developer-guide.ts';
import { handbookTasks } from './handbook.ts';
import { largeSpaceTasks } from './large-space.ts';
import { organizationTasks } from './organization.ts';

export const allTasks = [
  ...developerGuide,
  ...handbookTasks,
  ...organizationTasks,
  ...largeSpaceTasks,
];
