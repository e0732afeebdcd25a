import type { StatelyInspectionEvent } from '@statelyai/inspect'
import { createInspector } from '@statelyai/inspect'
import { describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { authMachine } from '#machines/auth/auth-machine.ts'
import { withoutPersonalData } from './without-personal-data.ts'

const CANARY = 'canary'
const secrets = {
  name: `${CANARY} Name`,
  email: `${CANARY}@example.com`,
  phone: `+1 555 ${CANARY}`,
  address: `${CANARY} Lane`,
  clientSecret: `pi_${CANARY}_secret`,
  paymentMethod: `pm_${CANARY}`,
  password: CANARY,
  code: CANARY,
  message: `${CANARY} has no account`,
  list: [CANARY],
  birthDate: CANARY,
}

const envelope = { rootId: 'x:0', sessionId: 'x:0', createdAt: '0', id: '', _version: '1' }

it('replaces every text of the data except for names of states', () => {
  const shown = withoutPersonalData({
    ...envelope,
    type: '@xstate.snapshot',
    event: { type: 'booking.submit', ...secrets, form: secrets },
    snapshot: {
      status: 'active',
      value: { dialog: 'fillingForm' },
      context: { ...secrets, date: '2026-06-05', price: 120, patient: secrets },
      output: secrets,
    },
  } as unknown as StatelyInspectionEvent)
  expect(JSON.stringify(shown)).not.toContain(CANARY)
  expect(shown).toMatchObject({
    event: { type: 'booking.submit', form: { phone: '[phone]', address: '[address]' } },
    snapshot: {
      status: 'active',
      value: { dialog: 'fillingForm' },
      context: { name: '[name]', date: '2026-06-05', price: 120 },
    },
  })
})

it('does not mistake an answer’s text for the name of a state', () => {
  const snapshot = { status: 'done', value: `${CANARY}@example.com` }
  const event = { ...envelope, type: '@xstate.snapshot', event: { type: 'x' }, snapshot }
  const shown = withoutPersonalData(event as unknown as StatelyInspectionEvent)
  expect(JSON.stringify(shown)).not.toContain(CANARY)
})

describe('what is sent about running machines', () => {
  /** Everything that an inspector would receive while the machine's actor gets these events. */
  async function sentBy(run: (inspect: ReturnType<typeof createInspector>['inspect']) => void) {
    const send = vi.fn<(event: StatelyInspectionEvent) => void>()
    const { inspect } = createInspector({ send }, { serialize: withoutPersonalData })
    run(inspect)
    await expect.poll(() => send).toHaveBeenCalled()
    await new Promise((resolve) => setTimeout(resolve))
    return send.mock.calls.map(([event]) => event)
  }

  it('includes machines and calls with their states, and no private data', async () => {
    const sent = await sentBy((inspect) => {
      const actor = createActor(authMachine, { inspect }).start()
      const user = {
        name: secrets.name,
        email: secrets.email,
        photo: null,
        role: 'patient' as const,
      }
      actor.send({ type: 'session.endedElsewhere' })
      actor.send({ type: 'logout' })
      actor.send({ type: 'session.startedElsewhere', user })
      actor.stop()
    })
    expect(sent.map(({ type }) => type)).toContain('@xstate.actor')
    expect(sent.map((event) => 'name' in event && event.name)).toContain('restoreSession')
    expect(JSON.stringify(sent)).not.toContain(CANARY)
    expect(sent).toContainEqual(
      expect.objectContaining({
        type: '@xstate.snapshot',
        snapshot: expect.objectContaining({ value: { guest: 'signingOut' } }),
      }),
    )
  })
})
