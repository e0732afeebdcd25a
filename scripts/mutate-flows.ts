import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { ENOUGH, reportOf } from '../tests/mutation/report.ts'
import { type Hunted, resultFile } from '../tests/mutation/results.ts'

// `npm run mutate:flows`: how many changes of the flows the generated tests notice, written to
// machines/MUTATIONS.md. While a flow is changed, `npm run mutate:flows -- booking` tries it alone,
// `MUTATION_ONLY=pattern` the changes whose names match, `MUTATION_WALKS=n` at most so many walks
// over the screens for each; none of these writes.

const PROJECT = join(import.meta.dirname, '..')
const FLOWS = ['auth', 'booking', 'payment']

const asked = process.argv.slice(2)
const unknown = asked.filter((flow) => !FLOWS.includes(flow))
if (unknown.length > 0) {
  console.error(`There is no flow ${unknown.join(', ')}; there are ${FLOWS.join(', ')}`)
  process.exit(1)
}
const flows = asked.length > 0 ? asked : FLOWS
const isWhole =
  flows === FLOWS && !('MUTATION_ONLY' in process.env) && !('MUTATION_WALKS' in process.env)

for (const flow of flows) rmSync(resultFile(flow), { force: true })
const vitest = await startVitest(
  'test',
  flows.map((flow) => `${flow}.mutants`),
  { config: join(PROJECT, 'tests/mutation/vitest.config.ts'), watch: false },
)
await vitest.close()

const missing = flows.filter((flow) => !existsSync(resultFile(flow)))
if (missing.length > 0) {
  console.error(`The walks do not hold on the flows as they are: ${missing.join(', ')}`)
  process.exit(1)
}
const hunts = flows.map((flow): Hunted => JSON.parse(readFileSync(resultFile(flow), 'utf8')))
const { text, shares, unexplained } = reportOf(hunts)
if (isWhole) writeFileSync(join(PROJECT, 'machines/MUTATIONS.md'), text)
console.log(text)
for (const { flow, seconds } of hunts) console.log(`${flow}: ${Math.round(seconds)} s`)
for (const name of unexplained) console.error(`Not noticed, and not explained: ${name}`)
const isEnough = Object.values(shares).every((share) => share >= ENOUGH)
process.exit(isEnough && unexplained.length === 0 ? 0 : 1)
