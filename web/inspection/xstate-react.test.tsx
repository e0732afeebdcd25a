import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type ActorRefLike, createMachine, type InspectionEvent } from 'xstate'
import { createActorContext, useMachine, useSelector } from './xstate-react.ts'

const { inspect } = vi.hoisted(() => ({ inspect: vi.fn<(event: InspectionEvent) => void>() }))
vi.mock('./inspection.ts', () => ({ inspect }))

const child = createMachine({ id: 'child', initial: 'alone', states: { alone: {} } })
const lamp = createMachine({
  id: 'lamp',
  invoke: { id: 'bulb', src: child },
  context: ({ input }) => ({ color: (input as { color: string }).color }),
  initial: 'off',
  states: { off: {} },
})
const Lamp = createActorContext(lamp)

function Own() {
  const [snapshot] = useMachine(lamp, { input: { color: 'red' } })
  return <p>own {snapshot.context.color}</p>
}
function Shared() {
  const actor = Lamp.useActorRef()
  return <p>shared {useSelector(actor, ({ context }) => context.color)}</p>
}

it('inspects every machine of a page, with its children and its own options', () => {
  render(
    <Lamp.Provider options={{ input: { color: 'blue' } }}>
      <Own />
      <Shared />
    </Lamp.Provider>,
  )
  expect(screen.getByText('own red')).toBeVisible()
  expect(screen.getByText('shared blue')).toBeVisible()
  const idOf = ({ actorRef }: { actorRef: ActorRefLike & { id?: string } }) => actorRef.id
  const made = inspect.mock.calls.filter(([{ type }]) => type === '@xstate.actor')
  expect(made.map(([event]) => idOf(event)).filter((id) => id === 'bulb')).toHaveLength(2)
  expect(made).toHaveLength(4)
})
