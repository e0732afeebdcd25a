import { expect } from 'vitest'
import {
  type InvitationAnswer,
  type InvitationContext,
  invitationMachine,
} from '#machines/invitation/invitation-machine.ts'
import { type MachineModel, modelOf } from '../machine-model.ts'
import type { Driver } from '../tours.ts'
import { invitationFixture } from './invitation-walks.ts'

const invitationId = invitationFixture._id
const mergedIds = invitationFixture.merges.map(({ _id }) => _id)

/** Takes a walk on the invitation machine alone, and checks what it knows in each of its states. */
export const walkInvitationMachine = modelOf(invitationMachine, { input: { invitationId } }, drive)

function drive(model: MachineModel<typeof invitationMachine>): Driver<typeof invitationMachine> {
  const { send, server, inputOf } = model
  let invitation: InvitationContext['invitation'] = null
  let obstacle: InvitationContext['obstacle'] = null
  let children: InvitationContext['children'] = []
  let message: string | null = null

  const knows = (state?: string) => {
    expect(model.context()).toEqual({ invitationId, invitation, obstacle, children, message })
    if (state) expect(invitation?.state).toBe(state)
  }
  const asks = (id: string, more: object = {}) => {
    knows()
    expect(inputOf(id)).toEqual({ invitationId, ...more })
  }
  const plain: typeof send = (event) => {
    send(event)
    message = null
  }

  return {
    do: { retry: plain, 'invitation.accept': plain, 'email.send': plain, 'email.check': plain },
    server: {
      ...server,
      succeed: (id, output, moment) => {
        const answer = output as InvitationAnswer | undefined
        if (answer?.kind === 'invitation') {
          invitation = answer.invitation
          if (invitation.state === 'open') children = invitation.children
        }
        if (answer?.kind === 'notFound' || answer?.kind === 'otherAddress') obstacle = answer.kind
        if (answer?.kind === 'refused') message = answer.message
        return server.succeed(id, output, moment)
      },
      fail: (id, error, moment) => {
        message = (error as { message: string }).message
        return server.fail(id, error, moment)
      },
    },
    see: {
      loading: () => asks('loadInvitation'),
      loadFailed: () => {
        knows()
        expect(message).not.toBeNull()
      },
      notFound: () => knows(),
      otherAddress: () => knows(),
      'unverified.emailUnsent.untouched': () => knows(),
      'unverified.emailUnsent.failed': () => {
        knows()
        expect(message).not.toBeNull()
      },
      'unverified.sendingEmail': () => {
        knows()
        expect(model.isCalled('sendEmail')).toBe(true)
      },
      'unverified.emailSent.untouched': () => knows(),
      'unverified.emailSent.unconfirmed': () => knows(),
      'unverified.emailSent.failed': () => {
        knows()
        expect(message).not.toBeNull()
      },
      'unverified.checkingEmail': () => asks('checkEmail'),
      'open.untouched': () => {
        knows('open')
        expect(message).toBeNull()
      },
      'open.refused': () => {
        knows('open')
        expect(message).not.toBeNull()
      },
      accepting: () => asks('acceptInvitation', { merges: mergedIds }),
      accepted: () => knows('accepted'),
      expired: () => knows('expired'),
      revoked: () => knows('revoked'),
    },
  }
}
