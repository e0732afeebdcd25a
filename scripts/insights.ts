import { parseWireDate } from '#contract/dates.ts'
import { compareInsights, rebuildInsights } from '#domain/insights/roll-ups.ts'
import { readArguments, refuseArguments } from './arguments.ts'
import { runOnStore } from './command.ts'

const USAGE = `Usage:
  npm run insights -- rebuild 2026-06-05   counts the figures of a day again
  npm run insights -- rebuild all          counts all figures again
  npm run insights -- compare              compares all figures with their source, and corrects them`

const { positionals } = readArguments(USAGE, { allowPositionals: true })
const [command, which, ...rest] = positionals
const date = which === 'all' ? 'all' : parseWireDate(which ?? '')
const isValid =
  rest.length === 0 &&
  ((command === 'rebuild' && date !== undefined) || (command === 'compare' && which === undefined))
if (!isValid) refuseArguments(USAGE)

await runOnStore(async (db, { clinic }) => {
  const context = { db, timeZone: clinic.timeZone, now: () => new Date() }
  if (date) {
    await rebuildInsights(context, date)
    console.log(date === 'all' ? 'All figures were counted again.' : `${date} was counted again.`)
  } else {
    const days = await compareInsights(context)
    console.log(
      days.length === 0
        ? 'All figures match their source.'
        : `These days differed and were corrected: ${days.join(', ')}`,
    )
  }
})
