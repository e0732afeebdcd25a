import { expect } from 'vitest'
import {
  type InvitationAnswer,
  type InvitationContext,
  invitationMachine,
} from '#machines/invitation/invitation-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { invitationFixture } from './invitation-walks.ts'

const invitationId = invitationFixture._id
const mergedIds = invitationFixture.merges.map(({ _id }) => _id)

/** Takes a walk on the invitation machine alone, and checks what it knows in each of its states. */
export const walkInvitationMachine = modelOf(invitationMachine, drive, { invitationId })

function drive(
  model: MachineModel<typeof invitationMachine>,
): Expectations<typeof invitationMachine> {
  const { inputOf } = model
  let invitation: InvitationContext['invitation'] = null
  let obstacle: InvitationContext['obstacle'] = null
  let children: InvitationContext['children'] = []
  let message: string | null = null

  const knows = (state?: string) => {
    expect(model.context()).toEqual({ invitationId, invitation, obstacle, children, message })
    if (state) expect(invitation?.state).toBe(state)
  }
  const knowsFailure = () => {
    knows()
    expect(message).not.toBeNull()
  }
  const asks = (id: string, more: object = {}) => {
    knows()
    expect(inputOf(id)).toEqual({ invitationId, ...more })
  }

  return {
    onEvent: () => {
      message = null
    },
    onDone: (_, output) => {
      const answer = output as InvitationAnswer | undefined
      if (answer?.kind === 'invitation') {
        invitation = answer.invitation
        if (invitation.state === 'open') children = invitation.children
      }
      if (answer?.kind === 'notFound' || answer?.kind === 'otherAddress') obstacle = answer.kind
      if (answer?.kind === 'refused') message = answer.message
    },
    onError: (_, error) => {
      message = error.message
    },
    see: {
      loading: () => asks('loadInvitation'),
      loadFailed: knowsFailure,
      notFound: () => knows(),
      otherAddress: () => knows(),
      'unverified.emailUnsent.untouched': () => knows(),
      'unverified.emailUnsent.failed': knowsFailure,
      'unverified.sendingEmail': () => {
        knows()
        expect(model.isCalled('sendEmail')).toBe(true)
      },
      'unverified.emailSent.untouched': () => knows(),
      'unverified.emailSent.unconfirmed': () => knows(),
      'unverified.emailSent.failed': knowsFailure,
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
