import { copyingTasks } from './copying.ts';
import { developerGuide } from './developer-guide.ts';
import { handbookTasks } from './handbook.ts';
import { historyTasks } from './history.ts';
import { largeSpaceTasks } from './large-space.ts';
import { organizationTasks } from './organization.ts';

export const allTasks = [
  ...developerGuide,
  ...copyingTasks,
  ...handbookTasks,
  ...organizationTasks,
  ...historyTasks,
  ...largeSpaceTasks,
];
