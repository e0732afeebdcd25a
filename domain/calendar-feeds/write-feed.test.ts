import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { dayAfter } from '#contract/dates.ts'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { book, booked, MOMENT, TIME_ZONE } from '#domain/testing/booking.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { allOf, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { feedVersion, writeFeed } from './write-feed.ts'

const FEED = { doctorId: null, withNames: true }
const CONTEXT = { siteUrl: 'https://clinic.example', timeZone: TIME_ZONE, clinic: DEFAULT_CLINIC }
const DAYS = ['2027-03-02', '2027-03-03', '2027-03-04', '2027-03-05', '2027-03-08']

const write = (db: ReturnType<typeof seededDatabase>, options?: { sliceMs: number }) =>
  writeFeed(db, FEED, MOMENT.today, CONTEXT, options)

it('writes the file as of one moment, although appointments move while it is written in slices', async () => {
  const db = seededDatabase()
  const [first] = DAYS.map((date, index) => booked(db, { date, uid: `patient-${index}` }))
  const days = ['2027-03-09', '2027-03-01', '2027-03-10', '2027-02-26']
  const writing = write(db, { sliceMs: 0 })
  for (const date of days) {
    await new Promise((resolve) => setImmediate(resolve))
    db.update(appointments)
      .set({ date })
      .where(eq(appointments.id, first?.id ?? ''))
      .run()
  }
  const { content } = await writing
  expect(content.match(/^UID:.*$/gm)?.toSorted()).toEqual(
    (await write(db)).content.match(/^UID:.*$/gm)?.toSorted(),
  )
  expect(content.match(/^BEGIN:VEVENT/gm)).toHaveLength(DAYS.length)
})

/** New values for columns that accept neither a higher number nor any text. */
const NEW_VALUES: Record<string, string | number> = {
  date: '2027-03-03',
  status: 'cancelled',
  cancelled_at: NOW.getTime(),
  created_at: NOW.getTime() + 60_000,
}

it('gets another version after a change of any column that the file contains', async () => {
  const db = seededDatabase()
  booked(db)
  const columns = db.all<{ name: string }>(sql`select name from pragma_table_info('appointments')`)
  const changing: string[] = []
  for (const { name } of columns) {
    const before = { ...(await write(db)), version: feedVersion(db, MOMENT.today, CONTEXT) }
    const column = sql.identifier(name)
    try {
      db.run(sql`update appointments set ${column} =
        ${NEW_VALUES[name] ?? sql`iif(typeof(${column}) = 'integer', ${column} + 30, 'x')`}`)
    } catch {
      // The database rejects this value.
      continue
    }
    const { content } = await write(db)
    if (content === before.content) continue
    changing.push(name)
    expect(feedVersion(db, MOMENT.today, CONTEXT), name).not.toBe(before.version)
  }
  expect(changing).toEqual(
    expect.arrayContaining(['treatment', 'date', 'start_minute', 'patient_name', 'created_at']),
  )
})

const change = fc.record({
  kind: fc.constantFrom(
    'book',
    'book',
    'cancel',
    'move',
    'rename',
    'clinic’s name',
    'next days',
    'nothing',
  ),
  pick: fc.nat(8),
})

it('keeps its version exactly while its file is the same, whatever changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 40 }), async (changes) => {
      const db = seededDatabase()
      let { today } = MOMENT
      let context = CONTEXT
      const files = new Map<string, string>()
      for (const [step, { kind, pick }] of changes.entries()) {
        const rows = allOf(db, appointments)
        const row = rows[pick % (rows.length || 1)]
        const set = (values: Partial<typeof appointments.$inferInsert>) =>
          row && db.update(appointments).set(values).where(eq(appointments.id, row.id)).run()
        if (kind === 'book')
          book(db, { uid: `guest-${step}`, date: DAYS[pick % DAYS.length] ?? '' })
        if (kind === 'cancel' && row?.status === 'booked') {
          cancelByClinic(db, row, { actor: 'admin', now: NOW })
        }
        // Each step uses different minutes, so that appointments do not overlap.
        if (kind === 'move') set({ startMinute: 13 * 60 + step * 5, lengthMinutes: 5 })
        if (kind === 'rename' && row?.status === 'booked') set({ patientName: `Guest ${pick}` })
        if (kind === 'clinic’s name') {
          context = { ...context, clinic: { ...context.clinic, name: `Clinic ${pick % 2}` } }
        }
        if (kind === 'next days') today = dayAfter(today, pick * 5)
        const version = feedVersion(db, today, context)
        const { content } = await writeFeed(db, FEED, today, context)
        expect(files.get(version) ?? content).toBe(content)
        files.set(version, content)
      }
    }),
    { numRuns: 10 },
  )
})
