import * as z from 'zod/mini'
import * as words from '#words/en/messages/guardians.ts'
import * as ids from '#words/en/messages/ids.ts'
import type { IsoDate } from '../dates.ts'
import { personName } from '../identity/users.ts'
import { wireDate } from '../wire-date.ts'
import { isAdultOn } from './ages.ts'

export const MOST_CHILDREN = 12
export const MOST_GUARDIANS = 6

/** A guardian's rights; owners have all of them. */
export const guardianRights = z.object({
  /** Book, move and cancel appointments. */
  mayBook: z.boolean(),
  /** Pay for appointments that other guardians booked. */
  mayPay: z.boolean(),
  /** Receives the emails about the child's appointments. */
  receivesEmail: z.boolean(),
})
export type GuardianRights = z.infer<typeof guardianRights>

/** The facts that tell patients apart: id, full name and birth date. */
export const knownChild = z.object({
  _id: z.string(),
  name: z.string(),
  /** `2021-06-05` */
  birthDate: z.string(),
})

/** A child as one of its guardians sees it. */
export const child = z.object({
  ...knownChild.shape,
  /** Kept for its past appointments; nothing new can be booked. */
  archived: z.boolean(),
  /** Whether the caller is an owner. */
  isOwner: z.boolean(),
  ...guardianRights.shape,
})
export type Child = z.infer<typeof child>

/** `GET /children`: the eldest first, archived ones last. */
export const childList = z.object({
  /** Today at the clinic. */
  today: z.string(),
  children: z.array(child),
  /**
   * The last patient that the user booked for: a child's id, or null for themselves; absent before the first
   * booking.
   */
  lastBooked: z.optional(z.nullable(z.string())),
})
export type ChildList = z.infer<typeof childList>

/** Whether the user may book for the child; false once the child is an adult. */
export function isBookable(
  { mayBook, archived, birthDate }: Pick<Child, 'mayBook' | 'archived' | 'birthDate'>,
  today: IsoDate,
): boolean {
  return mayBook && !archived && !isAdultOn(birthDate, today)
}

/** The children that the user may book for. */
export function bookableChildren({ children, today }: ChildList): Child[] {
  return children.filter((each) => isBookable(each, today))
}

/** Name and birth date, as in the form. */
const details = {
  name: personName,
  birthDate: z.pipe(
    z.string(words.birthDateIsRequired).check(z.minLength(1, words.birthDateIsRequired)),
    wireDate,
  ),
}

/** `POST /children`, and the form. */
export const newChild = z.strictObject(details)
/** With the birth date as typed: `2021-06-05`. */
export type NewChild = z.input<typeof newChild>

/** `PUT /children/{id}`. */
export const childChange = z.strictObject({
  ...details,
  archived: z.boolean('Archived must be true or false'),
})
export type ChildChange = z.input<typeof childChange>

export const childParams = z.object({ id: z.uuid(ids.invalidChildId) })

/** `DELETE /children/{id}`: a child with appointments, or with other guardians, is archived. */
export const childRemoval = z.object({ outcome: z.enum(['deleted', 'archived']) })
