import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { ENOUGH, reportOf } from '../tests/mutation/report.ts'
import { readHunt, resultFile } from '../tests/mutation/results.ts'

// `npm run mutate:flows`: how many changes of the flows the generated tests notice, written to
// machines/MUTATIONS.md. While a flow is changed, `npm run mutate:flows -- booking` tries it alone,
// `MUTATION_ONLY=pattern` the changes whose names match, `MUTATION_WALKS=n` at most so many walks
// over the screens for each; none of these writes. `-- report` writes the page anew from what was
// found last, after the explanations were edited.

const PROJECT = join(import.meta.dirname, '..')
const FLOWS = ['auth', 'booking', 'payment']

const isReport = process.argv[2] === 'report'
const asked = isReport ? [] : process.argv.slice(2)
const unknown = asked.filter((flow) => !FLOWS.includes(flow))
if (unknown.length > 0) {
  console.error(`There is no flow ${unknown.join(', ')}; there are ${FLOWS.join(', ')}`)
  process.exit(1)
}
const flows = asked.length > 0 ? asked : FLOWS

if (!isReport) await huntIn(flows)

const hunts = flows.map(readHunt).filter((hunt) => hunt !== null)
const missing = flows.filter((name) => !hunts.some(({ flow }) => flow === name))
if (missing.length > 0) {
  console.error(`The walks do not hold on the flows as they are: ${missing.join(', ')}`)
  process.exit(1)
}
const { text, shares, unexplained } = reportOf(hunts)
const isWhole = flows.length === FLOWS.length && hunts.every(({ isPart }) => !isPart)
if (isWhole) writeFileSync(join(PROJECT, 'machines/MUTATIONS.md'), text)
console.log(text)
for (const { flow, seconds } of hunts) console.log(`${flow}: ${Math.round(seconds)} s`)
for (const name of unexplained) console.error(`Not noticed, and not explained: ${name}`)
const isEnough = Object.values(shares).every((share) => share >= ENOUGH)
process.exit(isEnough && unexplained.length === 0 ? 0 : 1)

async function huntIn(names: readonly string[]) {
  for (const flow of names) rmSync(resultFile(flow), { force: true })
  const vitest = await startVitest(
    'test',
    names.map((flow) => `${flow}.mutants`),
    { config: join(PROJECT, 'tests/mutation/vitest.config.ts'), watch: false },
  )
  await vitest.close()
}
