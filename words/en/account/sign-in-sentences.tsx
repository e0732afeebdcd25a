import type { ReactNode } from 'react'

type Link = (text: string, newTab: string) => ReactNode

export const lostPhone = (clinicPhone: ReactNode) => (
  <>
    Lost this phone? Call us at {clinicPhone}. Once we know it’s you, we can turn two-step
    verification off.
  </>
)

export const emailIsInMailbox = (link: Link) => (
  <>Sandbox: find the email in the {link('mailbox', '(opens in a new tab)')}.</>
)
export const codeIsInMailbox = (link: Link) => (
  <>Sandbox: find the code in the {link('mailbox', '(opens in a new tab)')}.</>
)

export const emailSentTo = (email: ReactNode) => (
  <>We sent an email to {email}. Click the link in it, then come back here.</>
)
