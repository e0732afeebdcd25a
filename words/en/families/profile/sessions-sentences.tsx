import type { ReactNode } from 'react'

export const thisDevice = (device: string, quiet: (text: string) => ReactNode) => (
  <>
    {device}
    {quiet(' (this device)')}
  </>
)
export const loggedInAndActive = (login: ReactNode, use: ReactNode) => (
  <>
    Logged in {login}, last active {use}
  </>
)
export const ended = (at: ReactNode, reason: string) => (
  <>
    Ended {at}: {reason}
  </>
)
