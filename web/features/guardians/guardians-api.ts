import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  type GuardianChange,
  guardianList,
  type NewInvitation,
  type ReceivedInvitation,
  receivedInvitation,
  sharedAppointmentList,
} from '#contract/families/guardians.ts'
import type { Acceptance, InvitationAnswer } from '#machines/invitation/invitation-machine.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { request } from '#web/lib/api/request.ts'

/** Lists are read again after each change: its response is not used. */
const ignored = z.unknown()

interface OneGuardian {
  childId: string
  /** The guardian's uid. */
  uid: string
}

const guardianPath = ({ childId, uid }: OneGuardian) =>
  `/children/${childId}/guardians/${encodeURIComponent(uid)}`

/** The guardians of a child, and for its owners the invitations. */
export function guardiansOptions(childId: string) {
  return queryOptions({
    queryKey: ['guardians', childId],
    queryFn: ({ signal }) =>
      request(`/children/${childId}/guardians`, { schema: guardianList, auth: 'session', signal }),
    staleTime: 0,
  })
}

/** Invites someone to look after children. Throws `ApiError`. */
export function invite(body: NewInvitation): Promise<unknown> {
  const options = { method: 'POST', body, schema: ignored, auth: 'session' } as const
  return request('/guardian-invitations', options)
}

/** Takes an invitation back. Throws `ApiError`. */
export function withdraw(id: string): Promise<unknown> {
  const options = { method: 'DELETE', schema: ignored, auth: 'session' } as const
  return request(`/guardian-invitations/${id}`, options)
}

/** Changes what a guardian may do. Throws `ApiError`. */
export function changeGuardian({
  childId,
  uid,
  ...body
}: OneGuardian & GuardianChange): Promise<unknown> {
  const options = { method: 'PUT', body, schema: ignored, auth: 'session' } as const
  return request(guardianPath({ childId, uid }), options)
}

/** Removes a guardian, or leaves. Throws `ApiError`. */
export function removeGuardian(guardian: OneGuardian): Promise<unknown> {
  const options = { method: 'DELETE', schema: ignored, auth: 'session' } as const
  return request(guardianPath(guardian), options)
}

/** The appointments of one's children that other guardians have booked. */
export function sharedAppointmentsOptions(email: string) {
  return queryOptions({
    queryKey: ['appointments', email, 'shared'],
    queryFn: ({ signal }) =>
      request('/children/appointments', { schema: sharedAppointmentList, auth: 'session', signal }),
  })
}

/** The invitation, or why the user does not see it. Throws `ApiError` when a retry may help. */
export function loadInvitation(id: string): Promise<InvitationAnswer> {
  return explain(request(pathOf(id), { schema: receivedInvitation, auth: 'session' }))
}

/** Accepts the invitation; resolves for a refusal, too. Throws `ApiError`. */
export async function acceptInvitation({
  invitationId,
  ...body
}: Acceptance): Promise<InvitationAnswer> {
  const options = { method: 'POST', body, schema: receivedInvitation, auth: 'session' } as const
  try {
    return await explain(request(`${pathOf(invitationId)}/accept`, options))
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      return { kind: 'refused', message: error.message }
    }
    throw error
  }
}

const pathOf = (id: string) => `/guardian-invitations/${encodeURIComponent(id)}`

const ANSWERS: Record<string, InvitationAnswer> = {
  other_address: { kind: 'otherAddress' },
  unverified: { kind: 'unverified' },
}

async function explain(answer: Promise<ReceivedInvitation>): Promise<InvitationAnswer> {
  try {
    return { kind: 'invitation', invitation: await answer }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An id that cannot be one is unknown, too.
    if (error.status === 404 || error.status === 400) return { kind: 'notFound' }
    const known = error.status === 403 ? ANSWERS[error.code] : undefined
    if (known) return known
    throw error
  }
}
