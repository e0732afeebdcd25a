import { FEWEST_TOGETHER, MOST_CHILDREN_TOGETHER } from '#contract/booking/block-size.ts'
import type { IsoDate } from '#contract/dates.ts'
import { fitsAge, isAdultOn } from '#contract/families/ages.ts'
import type { Child } from '#contract/families/children.ts'
import type { Treatment } from '#contract/schedule/treatments.ts'

/** A child of a block: the id, and that of its treatment. */
export interface Sibling {
  child: string
  treatment: string
}

/** What is known of the family and the day. */
interface FamilyDay {
  date: IsoDate
  treatments: readonly Treatment[]
  /** Null until they were loaded. */
  children: readonly Child[] | null
}

/** Whether the treatment has free times that day and is for children of that age. */
export function suits({ birthDate }: Child, treatment: Treatment, date: IsoDate): boolean {
  const { minAgeMonths = null, maxAgeMonths = null } = treatment
  return (
    treatment.slots.length > 0 &&
    !isAdultOn(birthDate, date) &&
    fitsAge(birthDate, date, { minAgeMonths, maxAgeMonths })
  )
}

/** The child with the preferred treatment if it suits, otherwise with the first that does, if any. */
export function suggestSibling(
  child: Child,
  { date, treatments }: FamilyDay,
  preferred: string | null,
): Sibling | null {
  const suitable = treatments.filter((treatment) => suits(child, treatment, date))
  const chosen = suitable.find(({ _id }) => _id === preferred) ?? suitable[0]
  return chosen ? { child: child._id, treatment: chosen._id } : null
}

/**
 * All of the children whom a treatment suits, at most as many as a block takes.
 * @param preferred the id of a treatment
 * @param first the id of a child who is one of them
 */
export function suggestSiblings(
  day: FamilyDay,
  preferred: string | null = null,
  first: string | null = null,
): Sibling[] {
  const suggested = (day.children ?? [])
    .map((child) => suggestSibling(child, day, preferred))
    .filter((sibling) => sibling !== null)
  const isFirst = ({ child }: Sibling) => Number(child === first)
  const chosen = suggested.toSorted((a, b) => isFirst(b) - isFirst(a))
  const taken = chosen.slice(0, MOST_CHILDREN_TOGETHER)
  return suggested.filter((sibling) => taken.includes(sibling))
}

/** Those whose child and treatment exist, each child once. */
export function findKnownSiblings(
  siblings: readonly Sibling[],
  { children, treatments }: FamilyDay,
): Sibling[] {
  return (children ?? []).flatMap(({ _id }) => {
    const sibling = siblings.find(({ child }) => child === _id)
    const isKnown = treatments.some((treatment) => treatment._id === sibling?.treatment)
    return sibling && isKnown ? [sibling] : []
  })
}

/** Whether there may be blocks for them: two to four, each with a treatment that suits. */
export function canHaveBlocks(siblings: readonly Sibling[], day: FamilyDay): boolean {
  const { children, treatments, date } = day
  return (
    siblings.length >= FEWEST_TOGETHER &&
    siblings.length <= MOST_CHILDREN_TOGETHER &&
    siblings.every((sibling) => {
      const child = children?.find(({ _id }) => _id === sibling.child)
      const treatment = treatments.find(({ _id }) => _id === sibling.treatment)
      return child !== undefined && treatment !== undefined && suits(child, treatment, date)
    })
  )
}
