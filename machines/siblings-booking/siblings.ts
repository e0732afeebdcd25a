import { FEWEST_TOGETHER, MOST_CHILDREN_TOGETHER } from '#contract/booking/block-size.ts'
import type { IsoDate } from '#contract/dates.ts'
import { fitsAge, isAdultOn } from '#contract/guardians/ages.ts'
import type { Child } from '#contract/guardians/children.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import type { Sibling } from '../choices.ts'

/** Stands for a treatment's id until one is chosen for the child. */
export const UNDECIDED = ''

/** The known facts of the family and the day. */
interface FamilyDay {
  date: IsoDate
  treatments: readonly Treatment[]
  /** Null until they were loaded. */
  children: readonly Child[] | null
}

/** Whether the treatment has free times that day and suits the child's age. */
export function suits({ birthDate }: Child, treatment: Treatment, date: IsoDate): boolean {
  const { minAgeMonths = null, maxAgeMonths = null } = treatment
  return (
    treatment.slots.length > 0 &&
    !isAdultOn(birthDate, date) &&
    fitsAge(birthDate, date, { minAgeMonths, maxAgeMonths })
  )
}

/**
 * The child with the preferred treatment, or with the only suitable one; undecided between several, and null
 * when none is suitable.
 * @param preferred the id of a treatment, for example that of a child who is already chosen
 */
export function suggestSibling(
  child: Child,
  { date, treatments }: FamilyDay,
  preferred: string | null | undefined,
): Sibling | null {
  const suitable = treatments.filter((treatment) => suits(child, treatment, date))
  const [only, ...others] = suitable
  if (!only) return null
  const chosen = others.length > 0 ? suitable.find(({ _id }) => _id === preferred) : only
  return { child: child._id, treatment: chosen?._id ?? UNDECIDED }
}

/** The siblings whose child and treatment exist, each child once. */
export function findKnownSiblings(
  siblings: readonly Sibling[],
  { children, treatments }: FamilyDay,
): Sibling[] {
  return (children ?? []).flatMap(({ _id }) => {
    const sibling = siblings.find(({ child }) => child === _id)
    const isKnown =
      sibling?.treatment === UNDECIDED ||
      treatments.some((treatment) => treatment._id === sibling?.treatment)
    return sibling && isKnown ? [sibling] : []
  })
}

/** Whether blocks are possible for them: two to four, each with a suitable treatment. */
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
