import { readArguments, refuseArguments } from './arguments.ts'
import { RECIPES } from './new/recipes.ts'
import { NewRefused, writeNew } from './new/write-new.ts'

const USAGE = `Usage: writes files and lines for something new, with a test that says what to fill in.
${Object.entries(RECIPES)
  .map(([kind, { argument }]) => `  npm run new -- ${kind} ${argument}`)
  .join('\n')}`

const { positionals } = readArguments(USAGE, { allowPositionals: true })
const [kind, typed, ...rest] = positionals
if (kind === undefined || typed === undefined || rest.length > 0) refuseArguments(USAGE)
try {
  const { written, lists, next } = writeNew(process.cwd(), kind, typed)
  for (const path of written) console.log(`new      ${path}`)
  for (const path of lists) console.log(`changed  ${path}`)
  console.log(next)
} catch (error) {
  if (!(error instanceof NewRefused)) throw error
  refuseArguments(`${error.message}\n${USAGE}`)
}
