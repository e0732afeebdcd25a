import type { ReactNode } from 'react'

export const callForNewLetter = (phone: ReactNode) => (
  <>This link no longer works, to protect the family. Please call us for a new letter at {phone}.</>
)
export const callForNewLink = (phone: ReactNode) => <>Please call us for a new one at {phone}.</>
export const useLatestLink = (phone: ReactNode) => (
  <>Please use our latest email or letter. If you don’t find it, call us at {phone}.</>
)
export const checkAddress = (phone: ReactNode) => (
  <>It may be incomplete: please check the address. If that doesn’t help, call us at {phone}.</>
)
export const callWithQuestion = (phone: ReactNode) => (
  <>Not your family, or a question? Call us at {phone}.</>
)
export const callForHelp = (phone: ReactNode) => <>If you need help, call us at {phone}.</>
export const askOtherGuardian = (phone: ReactNode) => (
  <>If it wasn’t you, ask the other guardian to invite you, or call us at {phone}.</>
)
export const noEmail = (resend: ReactNode) => <>No email? {resend}</>
export const loggedInAs = (email: ReactNode) => <>You’re logged in as {email}.</>
export const treatmentFor = (treatment: ReactNode, child: ReactNode) => (
  <>
    {treatment} for {child}
  </>
)
