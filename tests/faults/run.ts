import { readArguments, readCount } from '#scripts/arguments.ts'
import { buildAllIfStale } from '#scripts/build/build-all.ts'
import { installMissing, REDIS } from '#scripts/programs.ts'
import { table } from '../load/report.ts'
import { CannotCheck, type Check, type Finding } from './check.ts'
import { clockJumps } from './checks/clock.ts'
import { messagesKilled } from './checks/contact-messages.ts'
import { diskFull, locked, synced } from './checks/disk.ts'
import { apiKilled, killedAfterWebhook, stoppedBySigterm } from './checks/kills.ts'
import { hostLost } from './checks/lost-host.ts'
import { openedYear } from './checks/opened-year.ts'
import { unreliableStripe, unreliableWebhooks } from './checks/provider.ts'
import { doubleClicks, race } from './checks/races.ts'
import { redisOutage } from './checks/redis.ts'
import { soak } from './checks/soak.ts'
import { workersKilled } from './checks/workers.ts'
import { runSuite, suites } from './suites.ts'

// `npm run test:faults`: what must hold under any fault. After each check, the data is reconciled with the
// acknowledged requests and the payment provider's data. Exits with 1 if a check fails.

const USAGE = `Usage:
  npm run test:faults --
    --cycles 20    at most this many repetitions
    --soak 1800    seconds of the soak test instead of 60
    --only R4,R13  only these checks`

const { values } = readArguments(USAGE, {
  options: {
    cycles: { type: 'string' },
    soak: { type: 'string', default: String(soak.cycles) },
    only: { type: 'string' },
  },
})

const checks: readonly Check[] = [
  race,
  doubleClicks,
  apiKilled,
  synced,
  unreliableWebhooks,
  killedAfterWebhook,
  messagesKilled,
  redisOutage,
  workersKilled,
  unreliableStripe,
  diskFull,
  locked,
  clockJumps,
  soak,
  stoppedBySigterm,
  openedYear,
  hostLost,
]

interface Line {
  row: string
  name: string
  goal: string
  run(): Promise<Finding>
}

const lines: readonly Line[] = [
  ...checks.map((check) => ({ ...check, run: () => check.run(timesFor(check)) })),
  ...suites.map((suite) => ({ ...suite, run: () => runSuite(suite) })),
].sort((one, other) => one.row.localeCompare(other.row, 'en', { numeric: true }))

const mostCycles = values.cycles === undefined ? Infinity : readCount(USAGE, values.cycles)
const soakSeconds = readCount(USAGE, values.soak)
await runAll()

async function runAll(): Promise<void> {
  installMissing([REDIS])
  await buildAllIfStale()
  const wanted = values.only?.split(',')
  const rows: string[][] = []
  let failed = 0
  for (const line of lines.filter(({ row }) => wanted?.includes(row) ?? true)) {
    console.error(`${line.row}  ${line.name}…`)
    const began = performance.now()
    const { result, figure } = await resultOf(line)
    if (result === 'failed') failed += 1
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    rows.push([line.row, line.name, line.goal, figure, result, seconds])
    console.error(`${line.row}  ${result}: ${figure} (${seconds} s)`)
  }
  console.log(
    `\n${table(['', 'check', 'must hold', 'measured', 'result', 's'], rows, { words: 5 })}`,
  )
  if (failed > 0) console.log(`\n${failed} failed`)
  process.exitCode = failed > 0 || rows.length === 0 ? 1 : 0
}

async function resultOf(line: Line): Promise<{ result: string; figure: string }> {
  try {
    const { figure, problems } = await line.run()
    for (const problem of problems.slice(0, 20)) console.error(`    ${problem}`)
    if (problems.length > 20) console.error(`    and ${problems.length - 20} more`)
    return { result: problems.length === 0 ? 'passed' : 'failed', figure }
  } catch (error) {
    if (error instanceof CannotCheck) return { result: 'not checked', figure: error.message }
    console.error(error)
    return { result: 'failed', figure: 'threw an error' }
  }
}

function timesFor(check: Check): number {
  if (check === soak) return soakSeconds
  return Math.min(check.cycles, mostCycles)
}
