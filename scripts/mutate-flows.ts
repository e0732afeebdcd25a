import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { ENOUGH, reportOf } from '../tests/mutation/report.ts'
import { readHunt } from '../tests/mutation/results.ts'

// `npm run mutate:flows`: how many changes of the flows the generated tests notice, written to
// machines/MUTATIONS.md. It takes its time; while a flow or its tests are changed:
//   npm run mutate:flows -- booking            tries that flow alone
//   MUTATION_ONLY=pattern npm run mutate:flows tries those again whose names match
//   MUTATION_WALKS=n npm run mutate:flows      takes at most so many walks over the screens for each
//   npm run mutate:flows -- report             writes the page anew, with other explanations

const PROJECT = join(import.meta.dirname, '..')
const FLOWS = ['auth', 'booking', 'payment']

const isReport = process.argv[2] === 'report'
const asked = isReport ? [] : process.argv.slice(2)
if (!asked.every((flow) => FLOWS.includes(flow))) fail(`The flows are ${FLOWS.join(', ')}`)
const flows = asked.length > 0 ? asked : FLOWS

if (!isReport) await huntIn(flows)

const hunts = flows.map(readHunt).filter((hunt) => hunt !== null)
if (hunts.length < flows.length) fail('Not every flow has been tried to its end')
const { text, shares, unexplained } = reportOf(hunts)
const isWhole = flows.length === FLOWS.length && hunts.every(({ isPart }) => !isPart)
if (isWhole) writeFileSync(join(PROJECT, 'machines/MUTATIONS.md'), text)
console.log(text)
for (const { flow, seconds } of hunts) console.log(`${flow}: ${Math.round(seconds)} s`)
for (const name of unexplained) console.error(`Not noticed, and not explained: ${name}`)
const isEnough = Object.values(shares).every((share) => share >= ENOUGH)
process.exit(isEnough && unexplained.length === 0 ? 0 : 1)

async function huntIn(names: readonly string[]) {
  const vitest = await startVitest(
    'test',
    names.map((flow) => `${flow}.mutants`),
    { config: join(PROJECT, 'tests/mutation/vitest.config.ts'), watch: false },
  )
  const failed = vitest.state.getCountOfFailedTests()
  await vitest.close()
  if (failed > 0) fail('The walks do not hold on the flows as they are')
}

function fail(why: string): never {
  console.error(why)
  process.exit(1)
}
