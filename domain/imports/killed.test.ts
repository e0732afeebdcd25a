import { expect, it } from 'vitest'
import { children, deskFamilies, events, importRows } from '#drizzle/schema/index.ts'
import { allOf, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { importer, some } from './testing/import-file.ts'

const letters = 'abcdefghijklmnopqrst'
const FILE = `Child,DOB,Parent,Phone\n${Array.from(
  { length: 20 },
  (_, index) => `Child ${letters[index]},2020-01-01,Parent ${letters[index]},50355501${10 + index}`,
).join('\n')}\n`

/** A process that ends after that many looks at its signal, which it has between two transactions. */
function endsAfter(looks: number): AbortSignal {
  let left = looks
  const signal = new AbortController().signal
  return Object.defineProperty(signal, 'throwIfAborted', {
    value: () => {
      left -= 1
      if (left < 0) throw new Error('The process ends.')
    },
  })
}

it('continues after any number of ended processes, and does nothing twice', async () => {
  for (const looks of [1, 2, 3]) {
    const db = seededDatabase()
    const flow = importer(db)
    const id = await flow.load('families', FILE)
    expect(some(await flow.check(id))).toEqual({ added: 20 })
    await flow.start(id)
    let ended = 0
    while (flow.find(id).state === 'running') {
      await flow.work(endsAfter(looks)).catch(() => {
        ended += 1
      })
    }
    expect(ended).toBeLessThan(60)
    expect(allOf(db, deskFamilies)).toHaveLength(20)
    expect(allOf(db, children)).toHaveLength(20)
    expect(allOf(db, importRows).every(({ made }) => made.length === 2)).toBe(true)
    expect(allOf(db, events).filter(({ kind }) => kind === 'import.run')).toHaveLength(1)
  }
})
