import type { GuardianRights } from '#contract/guardians/children.ts'
import { joinNames } from '#contract/names.ts'
import * as words from '#words/en/families/rights.ts'

/** The rights of guardians, in the order in which they are shown. */
export const RIGHTS = [
  {
    key: 'mayBook',
    label: words.mayBook,
    hint: words.mayBookHint,
  },
  {
    key: 'mayPay',
    label: words.mayPay,
    hint: words.mayPayHint,
  },
  {
    key: 'receivesEmail',
    label: words.receivesEmail,
    hint: words.receivesEmailHint,
  },
] as const satisfies readonly { key: keyof GuardianRights; label: string; hint: string }[]

const SHORT = { mayBook: words.book, mayPay: words.pay, receivesEmail: words.getEmails }

/** 'Owner. Can book, pay, and get emails' */
export function describeGuardian({
  isOwner,
  ...rights
}: GuardianRights & { isOwner: boolean }): string {
  if (!isOwner) return describeRights(rights)
  const allowed = inWords(rights)
  return allowed ? words.ownerCan(allowed) : words.ownerCanOnlySee
}

/** 'Can book, pay, and get emails'; without any right 'Can only see appointments'. */
export function describeRights(rights: GuardianRights): string {
  const allowed = inWords(rights)
  return allowed ? words.can(allowed) : words.canOnlySee
}

/** 'book, pay, and get emails'; empty without any right. */
function inWords(rights: GuardianRights): string {
  return joinNames(RIGHTS.filter(({ key }) => rights[key]).map(({ key }) => SHORT[key]))
}
