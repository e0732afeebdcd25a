import type { ReceivedInvitation } from '#contract/guardians/guardians.ts'
import {
  type InvitationAnswer,
  type InvitationContext,
  invitationMachine,
} from '#machines/invitation/invitation-machine.ts'
import { OFFLINE } from '../offline.ts'
import { type Cases, done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

const invited = [
  { _id: '01890a5d-ac96-774b-bcce-b302099a8059', name: 'Mia' },
  { _id: '01890a5d-ac96-774b-bcce-b302099a8060', name: 'Ben' },
]

/**
 * An open invitation, for the user that it was sent to; `bookable` once it is accepted.
 */
export const invitationFixture: ReceivedInvitation = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  inviterEmail: 'hannah@example.com',
  children: invited,
  merges: [{ _id: '01890a5d-ac96-774b-bcce-b302099a8058', name: 'Mia' }],
  bookable: invited,
  mayBook: true,
  mayPay: false,
  receivesEmail: true,
  state: 'open',
  until: '2026-12-07T18:00:00.000Z',
}

const PROVIDER_OFFLINE = 'We can’t reach the login service. Check your connection and try again.'
export const REFUSAL = 'A child can have at most 6 guardians.'

/** Everything that can happen in the flow, with one payload for each way it can go. */
function invitationCases(invitation: ReceivedInvitation): Cases<typeof invitationMachine> {
  const inState = (state: ReceivedInvitation['state'], until: string): InvitationAnswer => ({
    kind: 'invitation',
    // The children can be joined only while it is open.
    invitation: {
      ...invitation,
      state,
      until,
      children: state === 'open' ? invitation.children : [],
      merges: state === 'open' ? invitation.merges : [],
      bookable: state === 'accepted' ? invitation.bookable : [],
    },
  })
  const answers = (until: string): InvitationAnswer[] => [
    ...(['open', 'accepted', 'expired', 'revoked'] as const).map((state) => inState(state, until)),
    { kind: 'unverified' },
    { kind: 'otherAddress' },
    { kind: 'notFound' },
  ]
  return () => [
    ...plain('retry', 'invitation.accept', 'email.send', 'email.check'),
    ...done('loadInvitation', ...answers(invitation.until)),
    ...failed('loadInvitation', OFFLINE),
    // Extended meanwhile: the machine has to remember each answer.
    ...done('checkEmail', ...answers('2026-12-08T18:00:00.000Z')),
    ...failed('checkEmail', OFFLINE),
    ...done('acceptInvitation', ...answers('2026-12-09T18:00:00.000Z'), {
      kind: 'refused',
      message: REFUSAL,
    }),
    ...failed('acceptInvitation', OFFLINE),
    ...done('sendEmail', undefined),
    ...failed('sendEmail', { message: PROVIDER_OFFLINE }),
  ]
}

/** Walks that take every transition of the invitation machine. */
export const invitationWalks = (
  invitation: ReceivedInvitation = invitationFixture,
  options?: TourOptions<InvitationContext>,
) =>
  walksThrough(invitationMachine, invitationCases(invitation), {
    input: { invitationId: invitation._id },
    ...options,
  })
