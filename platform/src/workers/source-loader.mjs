// Lets a thread run the source itself: threads do not inherit the loader of their parent.
import { register } from 'tsx/esm/api';

register();
