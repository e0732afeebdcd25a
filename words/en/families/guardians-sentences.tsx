import type { ReactNode } from 'react'

export const guardiansOf = (name: ReactNode) => <>{name}’s guardians</>
export const askOwners = (child: ReactNode, owners: string) => (
  <>
    You can’t book for {child}. Ask {owners} to allow it.
  </>
)
export const you = (name: ReactNode) => <>{name} (you)</>
export const expiredOn = (day: ReactNode, rights: string) => (
  <>
    The invitation expired on {day}. {rights}.
  </>
)
export const invitedUntil = (day: ReactNode, rights: string) => (
  <>
    Invited, can accept until {day}. {rights}.
  </>
)
