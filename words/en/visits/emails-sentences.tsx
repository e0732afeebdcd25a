import type { ReactNode } from 'react'

export const comeBack = (
  address: ReactNode,
  link: (text: string) => ReactNode,
  phone: ReactNode,
) => (
  <>
    Emails to {address} come back, so you get no confirmations or reminders.{' '}
    {link('Change your email')} or call us at {phone}.
  </>
)
export const untilConfirmed = (address: ReactNode) => (
  <>You get no confirmations or reminders until you confirm {address}.</>
)
export const emailedDetails = (address: ReactNode) => <>We’ve emailed the details to {address}.</>
export const emailedReceiptLink = (address: ReactNode) => (
  <>We’ve emailed a link to the receipt to {address}.</>
)
export const onceConfirmed = (address: ReactNode) => (
  <>We’ll email {address} once you confirm the address.</>
)
