import { ADULT_YEARS } from '#contract/guardians/ages.ts'
import { MOST_GUARDIANS } from '#contract/guardians/children.ts'
import { MOST_INVITATIONS } from '#contract/guardians/guardians.ts'
import type { GuardianRefusal } from '#domain/guardians/guardians.ts'
import type { AcceptOutcome, InviteRefusal } from '#domain/guardians/invitations.ts'
import { conflict, HttpError, refusedField } from '#server/http/http-error.ts'
import { noChild, OWN_LIST, onlyOwners } from './children.ts'

/** 404: no invitation of the caller has that id. */
export function noInvitation(): HttpError {
  return new HttpError(404, 'not_found', 'Invitation not found.')
}

/** Why an invitation was not sent. */
export function describeInviteRefusal(refused: InviteRefusal): HttpError {
  switch (refused.outcome) {
    case 'unverified':
      return new HttpError(
        403,
        'unverified',
        'Confirm your own email address before you invite a guardian.',
      )
    case 'unknown_child':
      return noChild()
    case 'not_owner':
      return onlyOwners()
    case 'archived':
      return refusedField(
        409,
        'archived',
        'children',
        `${refused.child.name} is in your archive. Bring the child back first.`,
      )
    case 'adult':
      return refusedField(409, 'adult', 'children', describeAdult(refused.child.name))
    case 'too_many_guardians':
      return refusedField(409, 'too_many_guardians', 'children', describeFull(refused.child.name))
    case 'yourself':
      return refusedField(409, 'yourself', 'email', 'This is your own email address.')
    case 'already_guardian':
      return refusedField(409, 'already_guardian', 'email', 'This person is a guardian already.')
    case 'too_many_invitations': {
      const message = `You can have up to ${MOST_INVITATIONS} open invitations, and send as many a day. Withdraw one, or try again tomorrow.`
      return conflict('too_many_invitations', message)
    }
  }
}

type NotAccepted = Exclude<AcceptOutcome, { outcome: 'read' }>

/** @param name of the child, where it is about one */
const NOT_ACCEPTED: Record<
  Exclude<NotAccepted['outcome'], 'unknown_invitation'>,
  (name: string) => string
> = {
  other_address: () =>
    'This invitation was sent to another email address. Log in with that address.',
  unverified: () => 'Confirm your email address first. Then you can accept the invitation.',
  too_many_guardians: describeFull,
  too_many_children: () => OWN_LIST.full,
  not_agreed: (name) => `${name} is on your list already. Load this page again to merge the two.`,
  same_child: (name) =>
    `${name} is on your list already, with other guardians. Take that entry off My Children first.`,
  conflict: (name) =>
    `You and another guardian have booked the same appointment for ${name}, or two at the same time. Cancel yours first, or take your own entry off My Children.`,
  adult: describeAdult,
  not_born: () => 'The birth date can’t be in the future.',
}

/** Why an invitation cannot be read or accepted. */
export function describeAcceptRefusal(refused: NotAccepted): HttpError {
  const { outcome } = refused
  if (outcome === 'unknown_invitation') return noInvitation()
  const status = outcome === 'other_address' || outcome === 'unverified' ? 403 : 409
  const name = 'child' in refused ? refused.child.name : ''
  return new HttpError(status, outcome, NOT_ACCEPTED[outcome](name))
}

/** Why a guardian stays as they are. */
export function describeGuardianRefusal(refused: GuardianRefusal | 'only_guardian'): HttpError {
  switch (refused) {
    case 'unknown_child':
      return noChild()
    case 'unknown_guardian':
      return new HttpError(404, 'not_found', 'Guardian not found.')
    case 'not_owner':
      return onlyOwners()
    case 'last_owner':
      return conflict(
        'last_owner',
        'A child needs a guardian who manages it. Let another guardian manage it first.',
      )
    case 'only_guardian':
      return conflict(
        'last_owner',
        'There is no other guardian. Remove the child from your list instead.',
      )
  }
}

function describeFull(name: string): string {
  return `${name} can have up to ${MOST_GUARDIANS} guardians, open invitations included.`
}

function describeAdult(name: string): string {
  return `${name} is ${ADULT_YEARS} or older, and books with an account of their own.`
}
