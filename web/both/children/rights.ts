import type { GuardianRights } from '#contract/guardians/children.ts'
import { joinNames } from '#contract/names.ts'

/** The rights of guardians, in the order in which they are shown. */
export const RIGHTS = [
  {
    key: 'mayBook',
    label: 'Book, move and cancel appointments',
    hint: 'Without this, they can still change what they booked themselves. Refunds go to the card that paid.',
  },
  {
    key: 'mayPay',
    label: 'Pay for appointments that others have booked',
    hint: 'With their own card. Each guardian pays for what they book themselves.',
  },
  {
    key: 'receivesEmail',
    label: 'Get emails about appointments',
    hint: 'New times, cancellations and reminders.',
  },
] as const satisfies readonly { key: keyof GuardianRights; label: string; hint: string }[]

const SHORT = { mayBook: 'book', mayPay: 'pay', receivesEmail: 'get emails' } as const

/** 'Owner. Can book, pay, and get emails' */
export function describeGuardian({
  isOwner,
  ...rights
}: GuardianRights & { isOwner: boolean }): string {
  return `${isOwner ? 'Owner. ' : ''}${describeRights(rights)}`
}

/** 'Can book, pay, and get emails'; without any right 'Can only see appointments'. */
export function describeRights(rights: GuardianRights): string {
  const allowed = RIGHTS.filter(({ key }) => rights[key]).map(({ key }) => SHORT[key])
  return allowed.length === 0 ? 'Can only see appointments' : `Can ${joinNames(allowed)}`
}
