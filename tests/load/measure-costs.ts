import { setTimeout as wait } from 'node:timers/promises'
import { addressOf, type Call, type CallParts } from '#contract/call.ts'
import { refreshInsights } from '#domain/insights/roll-ups.ts'
import { openStore } from '#domain/process/open-store.ts'
import { databaseFile } from '#drizzle/client.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import type { BenchSite } from './bench-site.ts'
import { session } from './clinic.ts'
import { BUDGET } from './costs/cost.ts'
import { type CostClinic, createCostClinic } from './costs/cost-clinic.ts'
import { listQuestions, type Question } from './costs/costs.ts'
import { furnish, LARGE } from './costs/furnish.ts'
import { type Goals, median, table } from './report.ts'
import { visitor } from './requests.ts'

// Costs of every call on a clinic of 200,000 appointments and 10,000 families. All requests share one
// thread, so a call is judged by its CPU time, which excludes the stalls of a shared machine, and by its
// longest run without a pause.

/** Number of rounds of a read, and of a write, which consumes a row each time. */
const [READS, WRITES] = [30, 10]

/** Creates the clinic, with the figures of Insights computed. */
export async function fillCosts(dataDir: string): Promise<void> {
  const db = openStore(dataDir)
  const now = new Date()
  seedDatabase(db, now)
  db.$client.pragma('synchronous = OFF')
  writeAtOnce(db, (tx) => furnish(tx, LARGE, now))
  await refreshInsights({ db, timeZone: 'America/Los_Angeles', now: () => new Date() })
  db.$client.pragma('wal_checkpoint(TRUNCATE)')
  db.$client.close()
}

/** The calls to measure. */
export interface Measured {
  /** Only calls whose name contains this. */
  call?: string | undefined
  readsOnly: boolean
}

/** Prints what each call costs, and adds the goals. */
export async function measureCosts(
  site: BenchSite & { dataDir: string },
  { call = '', readsOnly }: Measured,
  goals: Goals,
): Promise<string> {
  const db = openForTest(databaseFile(site.dataDir))
  const clinic = createCostClinic(db, LARGE, { now: new Date(), read: readFrom(site.url) })
  const rows: string[][] = []
  const refused: string[] = []
  for (const question of listQuestions()) {
    const isMeasured = question.name.toLowerCase().includes(call.toLowerCase())
    if (!isMeasured || (readsOnly && !question.isRead)) continue
    // A refused call must not hide the costs of the others.
    try {
      rows.push(await measure(site, clinic, question, goals))
    } catch (error) {
      refused.push(`${question.name}: ${error}`)
    }
  }
  db.$client.close()
  goals.below('refused calls', refused.length, 1, '')
  const costs = table(
    ['calls', 'CPU p50', 'slice p50', 'longest', 'p50 ms', 'kB', 'statements'],
    rows,
  )
  return [costs, ...refused].join('\n')
}

async function measure(
  site: BenchSite,
  clinic: CostClinic,
  question: Question,
  goals: Goals,
): Promise<string[]> {
  const figures = {
    cpu: [] as number[],
    took: [] as number[],
    statements: [] as number[],
    longest: [] as number[],
  }
  let bytes = 0
  for (let round = 0; round < (question.isRead ? READS : WRITES); round += 1) {
    const { caller, ...parts } = await question.ask(clinic, round)
    const request = requestOf(question, parts, caller ? session(round, caller) : visitor(round))
    if (!question.isRead) await untilQuiet(site)
    const { statements } = await site.work()
    const [start, cpu] = [performance.now(), site.cpuMs()]
    const response = await fetch(site.url + addressOf(question, parts), request)
    const body = await response.text()
    figures.took.push(performance.now() - start)
    figures.cpu.push(site.cpuMs() - cpu)
    const work = await site.work()
    figures.statements.push(work.statements - statements)
    figures.longest.push(work.longestMs)
    bytes = Math.max(bytes, body.length)
    if (!response.ok) throw new Error(`${question.name} responded ${response.status}: ${body}`)
  }
  const cpu = median(figures.cpu)
  const [longest, most] = [median(figures.longest), Math.max(...figures.longest)]
  const judged = question.isSliced ? longest : cpu
  goals.below(
    `${question.name}, ${question.isSliced ? 'slice' : 'CPU'} p50`,
    judged,
    BUDGET.median,
    'ms',
  )
  goals.below(`${question.name}, longest`, most, BUDGET.most, 'ms')
  const times = [cpu, longest, most, median(figures.took)].map((figure) => figure.toFixed(1))
  return [question.name, ...times, (bytes / 1000).toFixed(1), String(median(figures.statements))]
}

function requestOf(
  { method }: Pick<Question, 'method'>,
  { body }: CallParts,
  headers: Record<string, string>,
): RequestInit {
  if (!body) return { method, headers }
  const type = { 'content-type': 'application/json' }
  return { method, headers: { ...headers, ...type }, body: JSON.stringify(body) }
}

/** Makes calls outside of the measurement. */
function readFrom(url: string): CostClinic['read'] {
  let round = 0
  return async (call: Call, parts: CallParts, uid: string) => {
    round += 1
    const request = requestOf(call, parts, session(round, uid))
    const response = await fetch(url + addressOf(call, parts), request)
    const body = await response.text()
    if (!response.ok) throw new Error(`${call.path} responded ${response.status}: ${body}`)
    return JSON.parse(body)
  }
}

/** Resolves when the jobs of earlier writes are done, or after a second. */
async function untilQuiet({ cpuMs }: BenchSite): Promise<void> {
  const SPAN_MS = 20
  for (let time = 0; time < 50; time += 1) {
    const before = cpuMs()
    await wait(SPAN_MS)
    if (cpuMs() - before < SPAN_MS / 20) return
  }
}
