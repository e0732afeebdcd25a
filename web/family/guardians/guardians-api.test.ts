// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { invitationFixture } from '#machines/testing/invitation/invitation-walks.ts'
import { acceptInvitation, loadInvitation } from './guardians-api.ts'

const message = 'Not for you.'
const acceptance = { invitationId: invitationFixture._id, merges: [] }

function answer(status: number, body: object) {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}

it.each([
  [200, invitationFixture, { kind: 'invitation', invitation: invitationFixture }],
  [403, { code: 'other_address', message }, { kind: 'otherAddress' }],
  [403, { code: 'unverified', message }, { kind: 'unverified' }],
  [404, { code: 'not_found', message }, { kind: 'notFound' }],
  // An id that cannot be one.
  [400, { code: 'bad_input', message }, { kind: 'notFound' }],
])('reads an answer of %i about an invitation: %j', async (status, body, expected) => {
  answer(status, body)
  await expect(loadInvitation(invitationFixture._id)).resolves.toEqual(expected)
  await expect(acceptInvitation(acceptance)).resolves.toEqual(expected)
})

it('takes a conflict for a refusal of the acceptance', async () => {
  answer(409, { code: 'too_many_children', message })
  await expect(acceptInvitation(acceptance)).resolves.toEqual({ kind: 'refused', message })
})

it.each([403, 429, 503])('rejects after %i, which a retry may solve', async (status) => {
  answer(status, { code: 'other', message })
  await expect(loadInvitation('id')).rejects.toMatchObject({ status })
  await expect(acceptInvitation(acceptance)).rejects.toMatchObject({ status })
})
