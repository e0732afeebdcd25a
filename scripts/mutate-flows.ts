import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { ENOUGH, reportOf } from '../tests/mutation/report.ts'
import { type Hunted, resultFile } from '../tests/mutation/results.ts'

// `npm run mutate:flows`: how many changes of the flows the generated tests notice, written to
// machines/MUTATIONS.md. `MUTATION_ONLY=pattern` tries those again whose names match;
// `MUTATION_WALKS=n` takes at most so many walks over the screens for each.

const PROJECT = join(import.meta.dirname, '..')
const FLOWS = ['auth', 'booking', 'payment']

for (const flow of FLOWS) rmSync(resultFile(flow), { force: true })
const vitest = await startVitest('test', [], {
  config: join(PROJECT, 'tests/mutation/vitest.config.ts'),
  watch: false,
})
await vitest.close()

const missing = FLOWS.filter((flow) => !existsSync(resultFile(flow)))
if (missing.length > 0) {
  console.error(`The walks do not hold on the flows as they are: ${missing.join(', ')}`)
  process.exit(1)
}
const hunts = FLOWS.map((flow): Hunted => JSON.parse(readFileSync(resultFile(flow), 'utf8')))
const { text, score, unexplained } = reportOf(hunts)
if (process.env.MUTATION_ONLY === undefined) {
  writeFileSync(join(PROJECT, 'machines/MUTATIONS.md'), text)
}
console.log(text)
for (const name of unexplained) console.error(`Not noticed, and not explained: ${name}`)
process.exit(score >= ENOUGH && unexplained.length === 0 ? 0 : 1)
