import { createWebSocketReceiver, type StatelyInspectionEvent } from '@statelyai/inspect'
import { createInspectorServer } from '@statelyai/inspect/server'
import { expect, it, onTestFinished } from 'vitest'
import { walkPaymentMachine } from '#machines/testing/payment/payment-model.ts'
import { paymentWalks, unpaid } from '#machines/testing/payment/payment-walks.ts'
import { watchWalks } from '#web/testing/watch-walks.ts'
import { freePort } from '#workers/testing/free-port.ts'

it('sends a walk to the relay: its machine, each state in order, and no personal data', async () => {
  const port = await freePort()
  const relay = createInspectorServer({ port, autoOpen: false })
  const stop = watchWalks(`ws://localhost:${port}`, 0)
  onTestFinished(() => {
    stop()
    relay.stop()
  })
  const received: StatelyInspectionEvent[] = []
  createWebSocketReceiver({ server: `ws://localhost:${port}` }).subscribe((event) => {
    received.push(event)
  })

  const [walk] = paymentWalks()
  if (!walk) throw new Error('There is no walk')
  await walkPaymentMachine(walk)

  const states = () =>
    received.flatMap((event) =>
      event.type === '@xstate.snapshot' && 'value' in event.snapshot ? [event.snapshot.value] : [],
    )
  await expect.poll(() => states()).toHaveLength(walk.steps.length)
  expect(states()).toEqual(walk.steps.map(({ state }) => state.value))
  expect(received[0]).toMatchObject({ type: '@xstate.actor', name: 'payment' })
  const { email, phone, address, patientName } = unpaid
  const text = JSON.stringify(received)
  expect([email, phone, address, patientName].filter((datum) => text.includes(datum))).toEqual([])
})
