import type { Context } from '../auth/context.ts';
import type { User } from '../auth/schema.ts';
import { location, present } from './context.ts';

export function userObject(context: Context, user: User) {
  return {
    object: 'user' as const,
    id: user.id,
    displayName: user.display_name,
    ...present({ email: user.email, photoURL: user.photo_url }),
    urls: { location: location(context, `/users/${user.id}`) },
  };
}
