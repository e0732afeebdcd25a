import { addDays } from 'date-fns/addDays'
import { dayAfter, type IsoDate, toIsoDate } from '#contract/dates.ts'
import { treatmentAdministration } from '#contract/treatments/treatment-admin.ts'
import { refreshInsights } from '#domain/insights/roll-ups.ts'
import { openStore } from '#domain/process/open-store.ts'
import type { Database } from '#drizzle/client.ts'
import type { BenchSite } from './bench-site.ts'
import { type Families, fillClinic, PATIENTS, session, take, uidOf, workingDays } from './clinic.ts'
import { type Goals, median, table } from './report.ts'

// What staff and families wait for, on a clinic of 200,000 appointments and 10,000 families, with
// children, payments, receipts and the audit log of who has seen whom.

export const APPOINTMENTS = 200_000

/**
 * Limits of every read, in milliseconds: each blocks all others. The longest is judged by what it
 * computes, as a shared machine stands still for longer now and then.
 */
const MOST_P50_MS = 20
const MOST_CPU_MS = 50

const ROUNDS = 30

/** Enough that none reaches the rate limit. */
const ADMINS = 15
const adminOf = (number: number) => `admin-${number % ADMINS}`

const FIRST_NAMES =
  'Maria José Lena Anna John Paul Zoë Mia Emma Noah Liam Olivia Ava Ethan Lucas Mason Sofia Elena Ivan Omar'
const LAST_NAMES =
  'García Parent Smith Jones Nguyen Kim López Patel Brown Davis Miller Wilson Moore Taylor Lee Hall Young King'
const [FIRST, LAST] = [FIRST_NAMES.split(' '), LAST_NAMES.split(' ')]
const pick = (list: readonly string[], number: number) => list[number % list.length] ?? ''

const lastNameOf = (number: number) =>
  pick(LAST, number * 11) + pick(LAST, number * 7).toLowerCase()
const nameOf = (number: number) => `${pick(FIRST, number * 7)} ${lastNameOf(number)}`
const phoneOf = (number: number) =>
  `+1 (212) 5${String(number * 97)
    .padStart(6, '0')
    .slice(-6)}`
const childOf = (number: number) => ({
  id: `child-${number}`,
  name: `${pick(FIRST, number * 3)} ${lastNameOf(number)}`,
  birthDate: dayAfter('2014-01-01', (number * 13) % 4000),
})

/** Appointments of the last days that are not settled: some 3,000. */
const UNSETTLED_DAYS = 24

function familiesOn(today: IsoDate): Families {
  const firstUnsettled = dayAfter(today, -UNSETTLED_DAYS)
  return {
    nameOf,
    prepare(db) {
      const now = Date.now()
      const addChild = db.$client.prepare(
        'insert into children (id, name, birth_date, created_by, created_at) values (?, ?, ?, ?, ?)',
      )
      const addGuardian = db.$client.prepare(
        `insert into guardianships (child_id, uid, is_owner, may_book, may_pay, receives_email, created_at)
         values (?, ?, 1, 1, 1, 1, ?)`,
      )
      for (let number = 0; number < PATIENTS; number += 1) {
        const { id, name, birthDate } = childOf(number)
        addChild.run(id, name, birthDate, uidOf(number), now)
        addGuardian.run(id, uidOf(number), now)
      }
      const addAdmin = db.$client.prepare(
        `insert into users (uid, email, name, role, created_at) values (?, ?, ?, 'admin', ?)`,
      )
      for (let number = 0; number < ADMINS; number += 1) {
        addAdmin.run(adminOf(number), `${adminOf(number)}@example.com`, `Admin ${number}`, now)
      }
    },
    detailsOf({ id, date, number }) {
      const child = childOf(number)
      const isPast = date < today
      const isPaid = isPast && number % 5 < 3
      return {
        phone: phoneOf(number),
        patient_name: nameOf(number),
        child_id: child.id,
        child_name: child.name,
        child_birth_date: child.birthDate,
        attendance: isPast && date < firstUnsettled ? 'completed' : 'expected',
        paid: isPaid ? 1 : 0,
        transaction_id: isPaid ? `pi_${id}` : null,
      }
    },
  }
}

/** Creates the clinic, its figures counted. */
export async function fillReads(dataDir: string): Promise<void> {
  fillClinic(dataDir, APPOINTMENTS, familiesOn(toIsoDate(new Date())))
  const db = openStore(dataDir)
  db.$client.pragma('synchronous = OFF')
  db.$client.transaction(() => {
    addPayments(db)
    addEvents(db)
    addClosure(db)
  })()
  await refreshInsights({ db, timeZone: 'America/Los_Angeles', now: () => new Date() })
  db.$client.pragma('wal_checkpoint(TRUNCATE)')
  db.$client.close()
}

function addPayments(db: Database): void {
  const at = `unixepoch(date) * 1000 + start_minute * 60000`
  db.$client.exec(`
    insert into payments (id, payer_uid, amount_cents, currency, created_at, checked_at)
      select transaction_id, patient_uid, price_cents, 'usd', ${at}, ${at}
      from appointments where transaction_id is not null;
    insert into payment_items (id, payment_id, appointment_id, amount_cents)
      select 'item-' || id, transaction_id, id, price_cents
      from appointments where transaction_id is not null;
    update payments set state = 'succeeded', succeeded_at = created_at;
    insert into stripe_cursors (name, seen_until) values ('comparison', unixepoch() * 1000);
    insert into receipts (year, number, kind, payment_id, occurred_at, issued_at, document)
      select strftime('%Y', 'now') + 0, row_number() over (order by created_at), 'receipt', id, created_at, created_at, '{}'
      from payments;`)
}

/** A booking and two views of each appointment. */
function addEvents(db: Database): void {
  const id = (kind: number) => `printf('01890000-000${kind}-7000-8000-%012d', rowid)`
  const at = 'created_at - 86400000'
  db.$client.exec(`
    insert into events (id, kind, actor, subject, data, occurred_at)
      select ${id(1)}, 'appointment.booked', patient_uid, id, json_object('treatmentId', treatment_id, 'date', date, 'startMinute', start_minute), ${at} from appointments;
    insert into events (id, kind, actor, subject, data, occurred_at)
      select ${id(2)}, 'user.viewed', 'desk', patient_uid, '{"what":"agenda"}', ${at} from appointments;
    insert into events (id, kind, actor, subject, data, occurred_at)
      select ${id(3)}, 'user.viewed', 'admin-' || (rowid % ${ADMINS}), patient_uid, '{"what":"agenda"}', ${at}
      from appointments;`)
}

/** A day on which all appointments no longer fit. */
function addClosure(db: Database): void {
  const days = workingDays(new Date(), 1)
  const [, , , , day] = Array.from({ length: 5 }, () => days.next().value)
  db.$client
    .prepare(
      `insert into closures (id, from_date, to_date, reason) values ('closed', ?, ?, 'Training')`,
    )
    .run(day, day)
}

/**
 * Each read by its name; the paths are asked in turns.
 * @param treatments their ids
 */
function reads(
  treatments: readonly string[],
): [name: string, paths: readonly string[], uid?: (round: number) => string, body?: object][] {
  const weekday = workingDays(new Date(), 1).next().value
  const [closed] = take(workingDays(addDays(new Date(), 14), 1), 1)
  const patients = [17, 2_500, 9_001].map((number) => ({ number, uid: uidOf(number) }))
  const asPatient = (round: number) => patients[round % patients.length]?.uid ?? ''
  const search = (path: string, ...texts: string[]) =>
    texts.map((text) => `${path}${new URLSearchParams({ search: text })}`)
  return [
    ['family search, name', search('/families?', 'garcia', 'zoe par', 'Lopez, Maria')],
    ['family search, email', search('/families?', 'patient77', 'patient12@exam')],
    ['family search, everyone', search('/families?', 'example.com')],
    ['family search, phone', search('/families?', '2125000097', '(212) 512', '970')],
    ['family search, birth date', search('/families?', '2014-01-14', '1/27/2014')],
    ['family search, two letters', search('/families?', 'ma', 'le')],
    ['agenda, day', [`/agenda?date=${weekday}`]],
    // The calendar reads a week day by day.
    [
      'agenda, days of last week',
      take(workingDays(new Date(), -1), 5).map((date) => `/agenda?date=${date}`),
    ],
    ['agenda, to settle', ['/agenda/to-settle']],
    ['schedule conflicts', ['/schedule/misfits']],
    [
      'preview of a closed morning, with re-offers',
      ['/schedule/closures/preview'],
      undefined,
      { fromDate: closed, toDate: closed, fromMinute: 0, toMinute: 12 * 60, reason: 'Training' },
    ],
    ['to do, numbers', ['/todo']],
    ['to do, owing', ['/todo/owing']],
    ['to do, calls', ['/todo/calls']],
    ['treatments', ['/treatments']],
    ['coming appointments of a treatment', treatments.map((id) => `/treatments/${id}/coming`)],
    ['history, a page', ['/appointments/history'], asPatient],
    [
      'GET /appointments',
      patients.map(({ number }) => `/appointments?patient=patient${number}@example.com`),
      asPatient,
    ],
    ['users search', search('/users?', 'garcia', 'maria lop', 'an')],
    ['users search, everyone', search('/users?', 'example.com')],
    ['users, page 300', ['/users?page=300', '/users?page=300&role=patient']],
    ['payments search', search('/payments?', 'garcia', 'patient77@', 'zoe', 'ma')],
    [
      'payments search, nothing found',
      search('/payments?', 'zoe garciaking', 'patient77@example.org'),
    ],
    ['insights, 12 months', figuresOf(365)],
    ['insights, 60 months', figuresOf(1_826)],
    ['insights, not paid', ['/insights/appointments?of=unpaid&from=2000-01-01&to=2099-12-31']],
    ['audit', ['/audit', '/audit?kind=appointment.booked']],
    ['audit, a family', ['/audit?person=patient77%40example.com', '/audit?person=garciaking']],
    ['audit, the front desk', ['/audit?person=desk%40example.com']],
  ]
}

/** Both calls of the page, for so many days. */
function figuresOf(days: number): string[] {
  const today = toIsoDate(new Date())
  const range = new URLSearchParams({ from: dayAfter(today, -days), to: dayAfter(today, -1) })
  return [`/insights?${range}`, `/insights/money?${range}`]
}

/** The ids of all treatments. */
async function readTreatments(url: string): Promise<string[]> {
  const response = await fetch(`${url}/treatments`, { headers: session(0, adminOf(0)) })
  const { treatments } = treatmentAdministration.parse(await response.json())
  return treatments.map(({ _id }) => _id)
}

/** Prints how long each read takes, and adds the goals. */
export async function measureReads({ url, cpuMs }: BenchSite, goals: Goals): Promise<string> {
  const rows: string[][] = []
  for (const [name, paths, uid = adminOf, wanted] of reads(await readTreatments(url))) {
    const took: number[] = []
    const computed: number[] = []
    let bytes = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const path = paths[round % paths.length]
      const headers = session(round, uid(round))
      const [start, computedBefore] = [performance.now(), cpuMs()]
      const response = await fetch(url + path, { headers, ...(wanted && toPost(headers, wanted)) })
      const body = await response.text()
      took.push(performance.now() - start)
      computed.push(cpuMs() - computedBefore)
      bytes = Math.max(bytes, body.length)
      if (!response.ok) throw new Error(`${path} responded ${response.status}: ${body}`)
    }
    const [p50, most] = [median(took), Math.max(...took)]
    const [cpuP50, cpuMost] = [median(computed), Math.max(...computed)]
    goals.below(`${name}, p50`, p50, MOST_P50_MS, 'ms')
    goals.below(`${name}, CPU max`, cpuMost, MOST_CPU_MS, 'ms')
    const figures = [p50, most, cpuP50, cpuMost].map((figure) => figure.toFixed(1))
    rows.push([name, ...figures, (bytes / 1000).toFixed(0)])
  }
  return table(['reads', 'p50 ms', 'max ms', 'CPU p50', 'CPU max', 'kB'], rows)
}

function toPost(headers: Record<string, string>, body: object): RequestInit {
  const type = { 'content-type': 'application/json' }
  return { method: 'POST', headers: { ...headers, ...type }, body: JSON.stringify(body) }
}
