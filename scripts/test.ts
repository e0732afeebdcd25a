import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { HEADLESS_CHROMIUM, installMissing, REDIS } from './programs.ts'
import { QUICK_START } from './quick-start.ts'
import {
  closingLine,
  failuresOf,
  type Totals,
  totalsOfCheck,
  totalsOfPlaywright,
  totalsOfVitest,
} from './test-totals.ts'

// `npm test`: always runs all checks; prints at the end the failures, the time of each stage and one line of
// totals.

const PROJECT = join(import.meta.dirname, '..')
const RESULTS = join(PROJECT, 'test-results')

interface Stage {
  name: string
  /** A program of node_modules, or a script of this folder. */
  command: readonly [string, ...string[]]
  /** The report with the totals; without one, the stage counts as one check. */
  report?: 'vitest' | 'playwright'
}

const vitest = (...projects: string[]): Stage => ({
  name: projects.join(', '),
  command: ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])],
  report: 'vitest',
})

/** The roles that are explored, for a short time each. */
const EXPLORED = [
  '--seconds',
  '10',
  ...['parent', 'staff', 'admin'].flatMap((role) => ['--role', role]),
]

/**
 * Run one after another; stages of one group run together, because each keeps one core busy, or mostly waits
 * for other processes.
 */
const STAGES: readonly (readonly Stage[])[] = [
  [
    { name: 'style and imports', command: ['biome', 'check', '.'] },
    { name: 'build', command: ['node', join(PROJECT, 'scripts', 'build', 'build-all.ts')] },
  ],
  [vitest('unit', 'web', 'screens', 'screens-*'), vitest('integration')],
  [{ name: 'browser', command: ['playwright', 'test'], report: 'playwright' }],
  [
    // Not in parallel with tests, because a page may load for at most 15 seconds.
    { name: 'explore', command: ['node', join(PROJECT, 'scripts', 'explore.ts'), ...EXPLORED] },
    // One core is left for the parallel stage: each further checker repeats part of the work.
    { name: 'types', command: ['tsc', '--checkers', `${Math.max(1, availableParallelism() - 1)}`] },
  ],
]

// Runners print colors when they detect CI, which logs do not show.
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }

try {
  installMissing([HEADLESS_CHROMIUM, REDIS])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)

const summary: string[] = []
const all: Totals[] = []
for (const together of STAGES) {
  console.log(`\n── ${together.map(({ name }) => name).join(', ')} ──`)
  await Promise.all(together.map(tally))
}

const failures = failuresOf(all)
if (failures.length > 0) console.log(`\n── failed ──\n${failures.join('\n\n')}`)
console.log(`\n${summary.join('\n')}\n\n${closingLine(all)}`)
process.exitCode = failures.length > 0 ? 1 : 0

/** Runs a stage, and adds its result to the totals and the summary. */
async function tally(stage: Stage): Promise<void> {
  const started = performance.now()
  const totals = await run(stage)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  all.push(totals)
  const line = `${stage.name.padEnd(20)} ${closingLine([totals]).padEnd(24)} ${seconds} s`
  summary.push(line)
  console.log(line)
}

async function run({ name, command, report }: Stage): Promise<Totals> {
  const file = join(RESULTS, `${name.replaceAll(/\W+/g, '-')}.json`)
  const [program, ...args] = command
  const child = spawn(join(PROJECT, 'node_modules', '.bin', program), [...args, ...flags()], {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...QUICK_START, ...plain, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  const [code] = await once(child, 'close')
  const exitCode = code ?? 1
  if (!report) return totalsOfCheck(name, exitCode)
  try {
    const read = JSON.parse(readFileSync(file, 'utf8'))
    const totalsOf = report === 'vitest' ? totalsOfVitest : totalsOfPlaywright
    return totalsOf(name, read, exitCode)
  } catch (error) {
    // The runner ended before it wrote its report.
    return { passed: 0, failures: [`${name}\n    ${error}`] }
  }

  function flags(): string[] {
    if (report !== 'vitest') return []
    return ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  }
}
