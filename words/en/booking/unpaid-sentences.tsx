import type { ReactNode } from 'react'
import { plural } from '../units.ts'

export const beforeYouBook = 'Before you book'
export const choosePayments = 'Choose what to pay'
export const payNow = 'Pay now'
export const sendEmailAgain = 'Send the email again'
export const tooManyUnpaid = (n: number) =>
  plural(n, {
    one: 'You have # unpaid appointment coming up. Pay for one of them before you book another.',
    other: 'You have # unpaid appointments coming up. Pay for one of them before you book another.',
  })
export const moreOnceConfirmed = (address: ReactNode) => (
  <>You can have more once you confirm {address}.</>
)
