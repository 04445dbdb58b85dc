// Lets a thread run the source itself: threads do not inherit the loader of what started them.
import { register } from 'tsx/esm/api';

register();
