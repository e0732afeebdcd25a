import * as z from 'zod/mini'
import { childId, uid } from '#contract/ids.ts'
import * as words from '#words/en/messages/guardians.ts'
import * as ids from '#words/en/messages/ids.ts'
import { emailAddress } from '../identity/users.ts'
import { reoffer } from '../reoffer.ts'
import { guardianRights, MOST_CHILDREN } from './children.ts'

/** For how many days an invitation can be accepted. */
export const INVITATION_DAYS = 14

/** The most open invitations of a user. */
export const MOST_INVITATIONS = 20

/**
 * open: can be accepted; expired: not accepted in time; revoked: withdrawn, or its sender no longer owns any
 * of its children.
 */
const invitationState = z.enum(['open', 'accepted', 'expired', 'revoked'])
export type InvitationState = z.infer<typeof invitationState>

/** `POST /guardian-invitations`, and the form: invites another guardian for some of the user's children. */
export const newInvitation = z.strictObject({
  children: z.array(childId).check(
    z.minLength(1, words.chooseAtLeastOneChild),
    z.maxLength(MOST_CHILDREN, words.chooseChildrenFromYourList),
    z.refine((ids) => new Set(ids).size === ids.length, words.chooseEachChildOnce),
  ),
  email: emailAddress,
  ...guardianRights.shape,
})
export type NewInvitation = z.infer<typeof newInvitation>

/** An invitation as owners of its children see it. `DELETE /guardian-invitations/{id}` answers it, too. */
export const sentInvitation = z.object({
  _id: z.string(),
  email: z.string(),
  ...guardianRights.shape,
  state: invitationState,
  /** ISO instant, UTC: until when it can be accepted. */
  until: z.string(),
})
export type SentInvitation = z.infer<typeof sentInvitation>

const namedChild = z.object({ _id: z.string(), name: z.string() })

/**
 * `GET /guardian-invitations/{id}`: the invitation as the owner of the verified address sees it. `POST
 * /guardian-invitations/{id}/accept` answers it in any state, too.
 */
export const receivedInvitation = z.object({
  _id: z.string(),
  /** Shown instead of a name, because it is verified. */
  inviterEmail: z.string(),
  /** The invited children; empty unless it is open. */
  children: z.array(namedChild),
  /** The caller's children that accepting would merge with one of these. */
  merges: z.array(namedChild),
  /** The children that the caller may book for now; empty until it is accepted. */
  bookable: z.array(namedChild),
  ...guardianRights.shape,
  state: invitationState,
  /** ISO instant, UTC. */
  until: z.string(),
})
export type ReceivedInvitation = z.infer<typeof receivedInvitation>

/** `POST /guardian-invitations/{id}/accept` */
export const acceptance = z.strictObject({
  /** Ids of the caller's children that they agreed to merge. */
  merges: z.array(childId).check(z.maxLength(MOST_CHILDREN, words.chooseChildrenFromYourList)),
})

export const invitationParams = z.object({ id: z.uuid(ids.invalidInvitationId) })

/** A guardian of a child as another guardian sees them. */
export const guardian = z.object({
  /** The account's uid. */
  _id: z.string(),
  name: z.string(),
  /** For owners only. */
  email: z.optional(z.string()),
  /** Whether it is the caller. */
  isYou: z.boolean(),
  isOwner: z.boolean(),
  ...guardianRights.shape,
})
export type Guardian = z.infer<typeof guardian>

/** `GET /children/{id}/guardians`: the first guardian first; invitations for owners only. */
export const guardianList = z.object({
  guardians: z.array(guardian),
  invitations: z.array(sentInvitation),
})
export type GuardianList = z.infer<typeof guardianList>

/** `PUT` and `DELETE /children/{id}/guardians/{uid}`. Owners remove others, and every guardian may leave. */
export const guardianParams = z.object({
  id: z.uuid(ids.invalidChildId),
  uid,
})
/** `PUT /children/{id}/guardians/{uid}`, by an owner. An owner has all rights to book and pay. */
export const guardianChange = z.strictObject({
  isOwner: z.boolean('Owner must be true or false'),
  ...guardianRights.shape,
})
export type GuardianChange = z.infer<typeof guardianChange>

/** `DELETE /children/{id}/guardians/{uid}`. */
export const guardianRemoval = z.object({ outcome: z.enum(['left', 'removed']) })

/**
 * `GET /children/appointments`: appointments of the caller's children that other guardians booked, and
 * upcoming ones that the caller paid for. Without the booker's address, phone, email and payment.
 */
const sharedAppointment = z.object({
  _id: z.string(),
  /** Absent when it is for another account holder, whose appointment the caller paid for. */
  child: z.optional(z.object({ _id: z.string(), name: z.string() })),
  treatment: z.string(),
  /** 'Jun 5, 2022' */
  date: z.string(),
  slot: z.string(),
  doctor: z.optional(z.string()),
  status: z.enum(['booked', 'cancelled']),
  paid: z.boolean(),
  /** Whether it is over. */
  past: z.boolean(),
  /** Whether the caller may move and cancel it. */
  mayBook: z.boolean(),
  /** Whether the caller may cancel it: with the right to book, or because they paid for it. */
  mayCancel: z.boolean(),
  /** Dollars; for guardians who may pay. */
  price: z.optional(z.number()),
  /** As in an appointment of the caller. */
  reoffer: z.optional(reoffer),
})
export type SharedAppointment = z.infer<typeof sharedAppointment>
/**
 * Header of `GET /appointments`: how many appointments `GET /children/appointments` has. At 0, the second
 * call is not needed.
 */
export const SHARED_COUNT = 'x-shared-appointments'
/** The same for `GET /family-links`. */
export const PROPOSED_LINKS_COUNT = 'x-proposed-links'
export const sharedAppointmentList = z.array(sharedAppointment)
