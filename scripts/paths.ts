import { flows } from '../machines/flows.ts'
import { coverage, describePath } from '../machines/testing/paths.ts'
import { readArguments, refuseArguments } from './arguments.ts'

const USAGE = `Usage:
  npm run paths [-- MACHINE...]   the paths that the tests walk through each machine, or through
                                  some of them: ${flows.map(({ name }) => name).join(', ')}`

const { positionals: wanted } = readArguments(USAGE, { allowPositionals: true })
const chosen = flows.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
if (chosen.length < wanted.length) refuseArguments(USAGE)

for (const { name, machine, paths } of chosen) {
  const all = paths()
  const { states, transitions } = coverage(machine, all)
  console.log(
    `${name}: ${all.length} paths, ${states.total} states, ${transitions.total} transitions\n`,
  )
  for (const path of all) console.log(`  ${describePath(path)}`)
  console.log()
}
