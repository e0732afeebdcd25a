import { flows } from '#machines/testing/flows.ts'
import { readArguments, refuseArguments } from './arguments.ts'

const USAGE = `Usage:
  npm run paths [-- MACHINE...]   the walks that the tests take through each machine, or through
                                  some of them: ${flows.map(({ name }) => name).join(', ')}`

const { positionals: wanted } = readArguments(USAGE, { allowPositionals: true })
const chosen = flows.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
if (chosen.length < wanted.length) refuseArguments(USAGE)

for (const { name, walks } of chosen) {
  for (const { name: walk, titles } of walks()) {
    console.log(`${name}, ${walk}:`)
    for (const [index, title] of titles.slice(1).entries()) console.log(`  ${index + 1}. ${title}`)
  }
}
