import * as z from 'zod/mini'
import { childId, uid } from '#contract/ids.ts'
import { emailAddress } from '../identity/users.ts'
import { reoffer } from '../reoffer.ts'
import { guardianRights, MOST_CHILDREN } from './children.ts'

/** An invitation can be accepted for this long. */
export const INVITATION_DAYS = 14

/** Open invitations that a user may have sent. */
export const MOST_INVITATIONS = 20

/**
 * open: can be accepted; expired: it was not accepted in time; revoked: taken back, or the one who sent it
 * manages none of its children any more.
 */
const invitationState = z.enum(['open', 'accepted', 'expired', 'revoked'])
export type InvitationState = z.infer<typeof invitationState>

/** `POST /guardian-invitations`, and the form: someone to look after some of one's children. */
export const newInvitation = z.strictObject({
  children: z.array(childId).check(
    z.minLength(1, 'Choose at least one child'),
    z.maxLength(MOST_CHILDREN, 'Choose children from your list'),
    z.refine((ids) => new Set(ids).size === ids.length, 'Choose each child once'),
  ),
  email: emailAddress,
  ...guardianRights.shape,
})
export type NewInvitation = z.infer<typeof newInvitation>

/** An invitation as owners of its children see it; `DELETE /guardian-invitations/{id}` answers so, too. */
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
 * `GET /guardian-invitations/{id}`: as the person sees it to whose verified address it was sent.
 * `POST /guardian-invitations/{id}/accept` answers with it in any state, too.
 */
export const receivedInvitation = z.object({
  _id: z.string(),
  /** Verified: a name may say anything. */
  inviterEmail: z.string(),
  /** Children that can be joined; none unless it is open. */
  children: z.array(namedChild),
  /** Children on the person's own list who are merged with one of these when it is accepted. */
  merges: z.array(namedChild),
  /** Children of an accepted invitation that the person may book for now; none until then. */
  bookable: z.array(namedChild),
  ...guardianRights.shape,
  state: invitationState,
  /** ISO instant, UTC. */
  until: z.string(),
})
export type ReceivedInvitation = z.infer<typeof receivedInvitation>

/** `POST /guardian-invitations/{id}/accept` */
export const acceptance = z.strictObject({
  /** Ids of the own children that the person has agreed to merge. */
  merges: z.array(childId).check(z.maxLength(MOST_CHILDREN, 'Choose children from your list')),
})

export const invitationParams = z.object({ id: z.uuid('Invalid invitation ID') })

/** A guardian of a child as another one sees them. */
export const guardian = z.object({
  /** The account's uid. */
  _id: z.string(),
  name: z.string(),
  /** For owners only. */
  email: z.optional(z.string()),
  /** The guardian who asks. */
  isYou: z.boolean(),
  isOwner: z.boolean(),
  ...guardianRights.shape,
})
export type Guardian = z.infer<typeof guardian>

/** `GET /children/{id}/guardians`: who was first at the beginning; invitations for owners only. */
export const guardianList = z.object({
  guardians: z.array(guardian),
  invitations: z.array(sentInvitation),
})
export type GuardianList = z.infer<typeof guardianList>

/** `PUT` and `DELETE /children/{id}/guardians/{uid}`; owners remove others, and anyone may leave. */
export const guardianParams = z.object({
  id: z.uuid('Invalid child ID'),
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
 * `GET /children/appointments`: the appointments of one's children that other guardians have booked,
 * and upcoming ones that one has paid for. Address, phone, email and payment of who booked are theirs
 * alone.
 */
const sharedAppointment = z.object({
  _id: z.string(),
  /** Absent for an account holder's own, which another user has paid for. */
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
  /** Whether they may cancel it: with the right to book, or because they have paid for it. */
  mayCancel: z.boolean(),
  /** Dollars; for guardians who may pay. */
  price: z.optional(z.number()),
  /** As of an appointment of one's own. */
  reoffer: z.optional(reoffer),
})
export type SharedAppointment = z.infer<typeof sharedAppointment>
/**
 * The header of `GET /appointments` with the number of appointments in `GET /children/appointments`, so
 * that most users need not ask for them.
 */
export const SHARED_COUNT = 'x-shared-appointments'
/** The same for `GET /family-links`. */
export const PROPOSED_LINKS_COUNT = 'x-proposed-links'
export const sharedAppointmentList = z.array(sharedAppointment)
