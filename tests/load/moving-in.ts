import { join } from 'node:path'
import type { Agenda } from '#contract/front-desk/agenda.ts'
import { openStore } from '#domain/process/open-store.ts'
import { databaseFile } from '#drizzle/client.ts'
import { insertUser } from '#drizzle/queries/identity/users.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { startBenchSite, untilAtRest } from './bench-site.ts'
import {
  bookFreeTimes,
  DESKS,
  deskSession,
  doctorFor,
  fillClinic,
  offeredTimes,
  requestAgenda,
  session,
  take,
  workingDays,
} from './clinic.ts'
import { ASKING, firstMessage, part, spawnOn } from './cores.ts'
import type { DeskAtWork, DeskAtWorkMessage, DeskWait } from './desk-at-work.ts'
import { appointmentsFile, familiesFile, MOVING, type MovingTime } from './moving-files.ts'
import { type Goals, table, whole } from './report.ts'
import type { LoadRequest } from './requests.ts'

// A clinic moves in while its front desk works: docs/requirements.md#moving-in.

const APPOINTMENTS = 10_000
const ADMIN = 'moving-admin'
const ALONE_SECONDS = 10

/** How many changes the desk can make at most. */
const MOST_CHANGES = 2_000

/** The sum of all steps, in seconds. */
const MOST_SECONDS = 180
/** In milliseconds. */
const LONGEST_WAIT = 50
const LONGEST_TRANSACTION = 40

/** Imports the files beside a working desk; returns a report and adds the goals. */
export async function measureMovingIn(folder: string, goals: Goals): Promise<string> {
  const dataDir = join(folder, 'moving-in')
  fillClinic(dataDir, APPOINTMENTS)
  const times = addAdminAndFindTimes(dataDir)
  const site = await startBenchSite(dataDir, { watchesThread: true })
  try {
    await untilAtRest(site)
    await site.work()
    const child = spawnOn(ASKING, part('desk-at-work.ts'))
    const work: DeskAtWork = {
      url: site.url,
      admin: session(0, ADMIN),
      files: [
        { kind: 'families', content: familiesFile() },
        { kind: 'appointments', content: appointmentsFile(times) },
      ],
      desk: await deskOf(site.url, dataDir),
      aloneSeconds: ALONE_SECONDS,
    }
    child.send(work)
    const { alone, beside, steps, reports } = await firstMessage<DeskAtWorkMessage>(child)
    const { longestMs, longestTransactionMs } = await site.work()
    for (const { kind, counts } of reports) {
      const wanted = kind === 'families' ? MOVING.children : MOVING.appointments
      if (counts?.added !== wanted) throw new Error(`${kind}: ${JSON.stringify(counts)}`)
    }
    const seconds = steps.reduce((sum, step) => sum + step.seconds, 0)
    goals.below('a clinic moves in', seconds, MOST_SECONDS, 's')
    // A call waits for what the thread is doing. Its whole wait, below, also has the stalls of a shared machine.
    goals.below('longest that another call waits for it, CPU', longestMs, LONGEST_WAIT, 'ms')
    goals.below('longest transaction, CPU', longestTransactionMs, LONGEST_TRANSACTION, 'ms')
    goals.below('emails of it', countEmails(dataDir), 1, '')
    const failed = [...alone, ...beside].reduce((sum, wait) => sum + wait.failed, 0)
    goals.below('failed calls of the desk', failed, 1, '')
    const waits = (name: string, all: readonly DeskWait[]) =>
      all.map(({ name: call, count, failed, p50, p99, max }) => [
        name,
        call,
        ...[whole(count), whole(failed)],
        ...[p50, p99, max].map((figure) => figure.toFixed(1)),
      ])
    const head = ['the desk', 'call', 'calls', 'failed', 'p50 ms', 'p99 ms', 'max ms']
    return [
      table(head, [...waits('alone', alone), ...waits('beside the import', beside)], { words: 2 }),
      table(
        ['steps', 's'],
        steps.map((step) => [step.name, step.seconds.toFixed(1)]),
      ),
    ].join('\n\n')
  } finally {
    await site.stop()
  }
}

/** Free times after the days that the desk books. */
function addAdminAndFindTimes(dataDir: string): MovingTime[] {
  const db = openStore(dataDir)
  const user = { uid: ADMIN, email: 'moving@example.com', name: 'Admin', role: 'admin' } as const
  writeAtOnce(db, (tx) => insertUser(tx, { ...user, emailVerified: true, createdAt: new Date() }))
  const offered = offeredTimes(db)
  db.$client.close()
  const days = take(workingDays(new Date(), 1), 160).slice(130)
  const all = days.flatMap((date) =>
    offered.map(({ service, slot: { startMinute } }) => {
      const [hour, minute] = [Math.floor(startMinute / 60), startMinute % 60]
      const time = `${hour}:${String(minute).padStart(2, '0')}`
      return { date, time, treatment: service.name, doctor: doctorFor(service)?.name ?? '' }
    }),
  )
  return all.slice(0, MOVING.appointments)
}

/** The agenda again and again, bookings, and check-ins of a past day. */
async function deskOf(url: string, dataDir: string): Promise<DeskAtWork['desk']> {
  // Each of the staff stays within the limit of requests.
  const agendas = DESKS.map((_, number) => requestAgenda(number))
  const marked: LoadRequest[] = []
  for (const date of workingDays(new Date(), -1)) {
    const answer = await fetch(`${url}/agenda?date=${date}`, { headers: deskSession(0) })
    const { entries }: Agenda = await answer.json()
    if (entries.length === 0 || marked.length >= MOST_CHANGES) break
    for (const { _id, version } of entries) {
      marked.push({
        method: 'PUT',
        path: `/agenda/${_id}/attendance`,
        headers: deskSession(marked.length),
        body: JSON.stringify({ version, attendance: 'no_show' }),
      })
    }
  }
  return [
    { name: 'agenda', pauseMs: 100, requests: agendas },
    { name: 'bookings', pauseMs: 300, requests: take(bookFreeTimes(dataDir), MOST_CHANGES) },
    { name: 'attendance', pauseMs: 300, requests: marked },
  ]
}

/** Emails to families of the files. */
function countEmails(dataDir: string): number {
  const db = openForTest(databaseFile(dataDir))
  const emails = db.$client
    .prepare<[], number>(
      `select count(*) from notifications where kind <> 'reminder'
       and desk_family_id in (select id from desk_families)`,
    )
    .pluck()
    .get()
  db.$client.close()
  return emails ?? 0
}
