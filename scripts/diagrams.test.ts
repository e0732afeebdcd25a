import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { flows } from '#machines/flows.ts'
import { nodesOf } from '#machines/graph.ts'
import { README, readmeOf } from './diagrams.ts'

it('machines/README.md shows the machines as they are', () => {
  // Not `toBe`, whose message would print both texts in full.
  const isCurrent = readFileSync(README, 'utf8') === readmeOf(flows)
  expect({ isCurrent, update: 'npm run diagrams' }).toMatchObject({ isCurrent: true })
})

it.each(flows)('describes every state of the $name machine', ({ machine }) => {
  const states = nodesOf(machine).slice(1)
  const mute = states.filter(({ stateNode }) => !stateNode.description)
  expect(mute.map(({ id }) => id)).toEqual([])
})
