import type { Role } from '#contract/identity/users.ts'

// A file of its own, because families do not load `screen-lock.ts`.

/** Whether screens lock for that role, including the user's family pages. */
export const hasLock = (role: Role | undefined) => role !== undefined && role !== 'patient'
