import type { Role } from '#contract/identity/users.ts'

// Apart from `screen-lock.ts`, which families do not load.

/** Whether the screens of users with that role lock, their own family's pages included. */
export const hasLock = (role: Role | undefined) => role !== undefined && role !== 'patient'
