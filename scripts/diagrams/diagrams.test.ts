import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { everyState } from '../../machines/diagram/chart.ts'
import { drawFlows, readFlows } from './files.ts'
import { readMeanings } from './meanings.ts'

describe('the pictures of the flows', () => {
  it('show the machines as they are: `npm run diagrams` writes them anew', async () => {
    const files = await drawFlows()
    for (const [path, contents] of files) {
      // Compared as a whole, because a difference of these would fill the screen.
      const isFresh = existsSync(path) && readFileSync(path, 'utf8') === contents
      expect({ file: basename(path), isFresh }).toEqual({ file: basename(path), isFresh: true })
    }
    const pictures = [...files.keys()].filter((path) => path.endsWith('.svg'))
    const folder = dirname(pictures[0] ?? '')
    expect(readdirSync(folder).sort()).toEqual(pictures.map((path) => basename(path)).sort())
  })

  it.each(readFlows().map((flow) => [flow.chart.id, flow] as const))(
    'say what every state, event and call of %s means',
    (_id, { chart, meanings }) => {
      const [, ...states] = everyState(chart.root)
      expect(states.filter(({ meaning }) => !meaning).map(({ path }) => path)).toEqual([])

      const taken = new Set(chart.transitions.map(({ event }) => event))
      const isOwn = (event: string) => !/ [✓✗]$|^after /.test(event)
      expect([...meanings.events.keys()].sort()).toEqual([...taken].filter(isOwn).sort())
      for (const event of taken) {
        const call = / [✓✗]$/.test(event) ? event.slice(0, -2) : null
        // The booking machine loads the treatments of a day from two of its states.
        const actor = call === 'refreshTreatments' ? 'loadTreatments' : call
        if (actor) expect([...meanings.actors.keys()]).toContain(actor)
      }
      for (const meaning of [...meanings.events.values(), ...meanings.actors.values()]) {
        expect(meaning).not.toBe('')
      }
    },
  )
})

describe('the meanings', () => {
  it('are the doc comments, in a line', () => {
    const source = `
export type LampEvent =
  /** The switch was
   * pressed. */
  | { type: 'switch.press' }
  | { type: 'bulb.break' }
  actors: {
    /** Mains. */
    power: fromPromise<void>(notProvided('power')),
`
    expect(readMeanings(source)).toEqual({
      events: new Map([['switch.press', 'The switch was pressed.']]),
      actors: new Map([['power', 'Mains.']]),
    })
  })
})
