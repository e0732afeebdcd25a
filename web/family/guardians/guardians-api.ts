import { queryOptions } from '@tanstack/react-query'
import type { ReceivedInvitation } from '#contract/guardians/guardians.ts'
import * as calls from '#contract/guardians/guardians-calls.ts'
import type * as refusals from '#contract/guardians/guardians-refusals.ts'
import type { RefusalCode } from '#contract/refusals/refusals.ts'
import type { Acceptance, InvitationAnswer } from '#machines/invitation/invitation-machine.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'

/** The guardians of a child, and for its owners the invitations. */
export function guardiansOptions(childId: string) {
  return queryOptions({
    queryKey: ['guardians', childId],
    queryFn: ({ signal }) => send(calls.listGuardians, { params: { id: childId }, signal }),
    staleTime: 0,
  })
}

/** The invitation, or why the user does not see it. Throws `ApiError` when a retry may help. */
export function loadInvitation(id: string): Promise<InvitationAnswer> {
  return explain(send(calls.getInvitation, { params: { id } }))
}

/** Accepts the invitation; resolves for a refusal, too. Throws `ApiError`. */
export async function acceptInvitation({
  invitationId,
  ...body
}: Acceptance): Promise<InvitationAnswer> {
  try {
    return await explain(send(calls.acceptInvitation, { params: { id: invitationId }, body }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      return { kind: 'refused', message: error.message }
    }
    throw error
  }
}

async function explain(answer: Promise<ReceivedInvitation>): Promise<InvitationAnswer> {
  try {
    return { kind: 'invitation', invitation: await answer }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const code = error.code as RefusalCode<typeof refusals.getInvitation>
    switch (code) {
      case 'not_found':
        return { kind: 'notFound' }
      case 'other_address':
        return { kind: 'otherAddress' }
      case 'unverified':
        return { kind: 'unverified' }
      default:
        code satisfies never
        // An id that cannot be one is unknown, too.
        if (error.status === 400) return { kind: 'notFound' }
        throw error
    }
  }
}
