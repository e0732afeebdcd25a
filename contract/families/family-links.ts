import * as z from 'zod/mini'
import * as words from '#words/en/messages/ids.ts'

/** A family without an account that the front desk wants to link to the caller's account. */
const proposedLink = z.object({
  _id: z.string(),
  /** As the front desk typed it. */
  familyName: z.string(),
  /**
   * The appointments that would move to the account, latest first. Only their times, because they may belong
   * to someone else.
   */
  appointments: z.array(z.object({ date: z.string(), startMinute: z.number() })),
})
export type ProposedLink = z.infer<typeof proposedLink>

/** `GET /family-links`: proposals that wait for the caller. */
export const proposedLinkList = z.array(proposedLink)

/** `POST /family-links/{id}/confirm`, `/decline` and, for admins, `/undo`. */
export const familyLinkParams = z.object({ id: z.uuid(words.invalidLinkId) })

/** How many appointments became the account's. */
export const linkConfirmed = z.object({ appointments: z.number() })

/** Why a proposal cannot be confirmed now (409). */
export type ConfirmRefusal = 'conflict' | 'same_day' | 'too_many_children'

export const linkDeclined = z.object({ declined: z.literal(true) })

/** `family`: the id of the family that gets its appointments back; `appointments`: how many. */
export const linkUndone = z.object({ family: z.string(), appointments: z.number() })
