import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { diagramOf } from '#machines/diagram.ts'
import { nodesOf } from '#machines/graph.ts'
import { flows } from '#machines/testing/flows.ts'
import { LITERAL, README, readmeOf } from './diagrams.ts'

it('machines/README.md shows the current machines', () => {
  // Not `toBe`, whose message would print both texts in full.
  const isCurrent = readFileSync(README, 'utf8') === readmeOf(flows)
  expect({ isCurrent, update: 'npm run diagrams' }).toMatchObject({ isCurrent: true })
})

it.each(flows)('describes every state of the $name machine', ({ machine }) => {
  const states = nodesOf(machine).slice(1)
  const mute = states.filter(({ stateNode }) => !stateNode.description)
  expect(mute.map(({ id }) => id)).toEqual([])
})

it.each(flows)('the $name machine is one literal, as Stately Studio imports it', ({ machine }) => {
  const { id } = machine
  const source = stripTypeScriptTypes(readFileSync(`machines/${id}/${id}-machine.ts`, 'utf8'))
  const literals = source.split(LITERAL)
  expect(literals).toHaveLength(2)
  // The rest of the file only has to exist: states cannot come from it.
  const literal = literals[1]?.split('\n})\n', 1)[0]
  const names = new Set(literal?.match(/\b[a-z]\w*\b/gi))
  const rest = Object.fromEntries([...names].map((name) => [name, () => undefined]))
  const config = runInNewContext(`createMachine(${literal}})`, {
    ...rest,
    createMachine: (given: unknown) => given,
  })
  expect(diagramOf(createMachine(JSON.parse(JSON.stringify(config))))).toBe(diagramOf(machine))
})
