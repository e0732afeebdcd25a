import { flows } from '../machines/flows.ts'
import { coverage, describePath } from '../machines/paths.ts'

// `npm run paths [auth|booking|payment]`: the paths that the tests walk through each machine.

const [wanted] = process.argv.slice(2)
const chosen = flows.filter(({ name }) => wanted === undefined || name === wanted)
if (chosen.length === 0) {
  console.error(`There is no machine ${wanted}: ${flows.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

for (const { name, machine, paths } of chosen) {
  const all = paths()
  const { states, transitions } = coverage(machine, all)
  console.log(
    `${name}: ${all.length} paths, ${states.total} states, ${transitions.total} transitions\n`,
  )
  for (const path of all) console.log(`  ${describePath(path)}`)
  console.log()
}
