import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { addFamily } from '#domain/front-desk/families.ts'
import { importer } from '#domain/imports/testing/import-file.ts'
import type { Transaction } from '#drizzle/client.ts'
import {
  appointments,
  childAlerts,
  children,
  deskFamilies,
  pastVisits,
  secondGuardians,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import { addTreatingDoctor, allOf, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { EXPORT_FILES, filesOf } from './export-files.ts'
import { type Manifest, writeExport } from './write-export.ts'

const ALL = { notes: true, alerts: true }

/** The files of an export, by name. */
async function exportOf(db: Transaction, chosen = ALL): Promise<Record<string, Buffer>> {
  const archive = await buffer(writeExport(db, filesOf(chosen), NOW))
  return Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([name, content]) => [name, Buffer.from(content)]),
  )
}

const manifestOf = (files: Record<string, Buffer>): Manifest =>
  JSON.parse(String(files['manifest.json']))

const FAMILIES = `Family id,Child id,Child name,Birth date,Guardian name,Phone,Email,Language,Second guardian name,Second guardian phone
H1,C1,Mia Parker,2021-06-05,Paula Parker,+1 503 555 0142,paula@example.com,Spanish,Paul Parker,+1 503 555 0143
H1,C2,Ben Parker,2018-02-28,Paula Parker,+1 503 555 0142,paula@example.com,Spanish,,
H2,C3,Zoë O’Hara,2024-02-29,"Olive ""Liv"" O’Hara",+44 20 7946 0958,,,,
`
const APPOINTMENTS = `Appointment id,Child id,Date,Time,Minutes,Treatment,Doctor,Price
A1,C1,2027-03-02,10:10,20,Allergy Testing,Ada,95.50
A2,C3,2027-03-05,09:00,30,Allergy Testing,Ada,110
`
const VISITS = `Child id,Date,Treatment
C2,2026-01-15,Allergy Testing
`

/** Siblings who wait together, an urgent child for a sooner time, and one whose entry is paused. */
const WAITS = `Entry id,Child id,Treatment,Doctor,From,To,Weekdays,Part of the day,Notice in minutes,Appointment id,Siblings,Rank,State,Joined
W1,C1,Weight Loss,,2027-03-01,2027-04-30,Monday Tuesday,morning,60,,B1,2,open,2027-02-03T09:00:00.000Z
W2,C2,Weight Loss,,2027-03-01,2027-04-30,Monday Tuesday,morning,60,,B1,2,open,2027-02-03T09:00:00.000Z
W3,C3,Allergy Testing,Ada,2027-03-01,2027-03-05,,any,120,A2,,1,open,2027-02-02T09:00:00.000Z
W4,C2,Allergy Testing,,2027-03-08,2027-05-30,Friday,afternoon,1440,,,2,paused,2027-02-01T09:00:00.000Z
W5,C1,Allergy Testing,,2027-03-08,2027-05-30,Friday,any,120,,,2,ended,2027-01-01T09:00:00.000Z
`

/** A clinic without families, with a doctor. */
function emptyClinic(): Transaction {
  const db = seededDatabase()
  addTreatingDoctor(db, 'Ada', 'Allergy Testing')
  return db
}

async function furnished(): Promise<Transaction> {
  const db = emptyClinic()
  const flow = importer(db)
  await flow.import('families', FAMILIES)
  await flow.import('appointments', APPOINTMENTS)
  await flow.import('visits', VISITS)
  await flow.import('waits', WAITS)
  return db
}

/** What a clinic sees of its records, without ids. */
function recordsOf(db: Transaction) {
  const names = new Map(allOf(db, children).map(({ id, name }) => [id, name]))
  return {
    families: allOf(db, deskFamilies).map((row) => [row.name, row.phone, row.email, row.language]),
    second: allOf(db, secondGuardians).map(({ name, phone, email }) => [name, phone, email]),
    children: allOf(db, children).map(({ name, birthDate }) => [name, birthDate]),
    appointments: allOf(db, appointments).map((row) => [
      names.get(row.childId ?? ''),
      row.date,
      row.startMinute,
      row.lengthMinutes,
      row.treatment,
      row.doctorName,
      row.priceCents,
      row.billedElsewhere,
    ]),
    waits: waitsOf(db, names),
    visits: allOf(db, pastVisits).map(({ childId, date }) => [names.get(childId), date]),
  }
}

/** The waiting list in its order. */
function waitsOf(db: Transaction, names: ReadonlyMap<string, string>) {
  const all = allOf(db, waitlistEntries)
  return all
    .toSorted(
      (one, other) => one.rank - other.rank || one.joinedAt.getTime() - other.joinedAt.getTime(),
    )
    .map((entry) => ({
      child: names.get(entry.childId ?? ''),
      days: [entry.fromDate, entry.toDate, entry.weekdays, entry.part, entry.noticeMinutes],
      rank: [entry.rank, entry.urgentReason, entry.joinedAt, entry.state],
      isSooner: entry.appointmentId !== null,
      hasDoctor: entry.doctorId !== null,
      together: all
        .filter(({ blockId }) => blockId !== null && blockId === entry.blockId)
        .map(({ childId }) => names.get(childId ?? '')),
    }))
}

describe('an export', () => {
  it('has a manifest with the rows, bytes and SHA-256 of each other file', async () => {
    const files = await exportOf(await furnished())
    const { version, createdAt, files: listed } = manifestOf(files)
    expect([version, createdAt]).toEqual([1, NOW.toISOString()])
    expect([...listed.map(({ name }) => name), 'manifest.json']).toEqual(Object.keys(files))
    for (const { name, bytes, sha256 } of listed) {
      const content = files[name] ?? Buffer.alloc(0)
      expect([name, bytes, sha256]).toEqual([
        name,
        content.length,
        createHash('sha256').update(content).digest('hex'),
      ])
    }
    const rows = Object.fromEntries(listed.map(({ name, rows }) => [name, rows]))
    expect(rows).toMatchObject({
      'families.csv': 2,
      'children.csv': 3,
      'appointments.csv': 2,
      'past-visits.csv': 1,
    })
  })

  it('can be imported into an empty clinic, which then has the same records', async () => {
    const db = await furnished()
    const files = await exportOf(db)
    const other = emptyClinic()
    const flow = importer(other)
    for (const { name, readAs } of EXPORT_FILES.toReversed()) {
      if (!readAs) continue
      const { id, ran } = await flow.import(readAs, String(files[name]))
      expect(flow.sentences(id).filter((one) => one !== 'added')).toEqual([])
      expect(ran?.added).toBeGreaterThan(0)
    }
    const records = recordsOf(db)
    expect(recordsOf(other)).toEqual(records)
    expect(records.families.map(([name, _phone, _email, language]) => [name, language])).toEqual([
      ['Paula Parker', 'es'],
      ['Olive "Liv" O’Hara', null],
    ])
    expect(records.waits.map(({ child }) => child)).toEqual([
      'Zoë O’Hara',
      'Ben Parker',
      'Mia Parker',
      'Ben Parker',
    ])
    const again = await exportOf(other)
    const lengths = (archive: Record<string, Buffer>) =>
      manifestOf(archive).files.map(({ name, rows }) => [name, rows])
    expect(lengths(again)).toEqual(lengths(files))
  })

  it('has notes and alerts only if they are chosen', async () => {
    const files = await exportOf(seededDatabase(), { notes: false, alerts: false })
    expect(Object.keys(files)).not.toContain('notes.csv')
    expect(Object.keys(files)).not.toContain('alerts.csv')
    expect(Object.keys(files)).toHaveLength(EXPORT_FILES.length - 1)
  })

  it('has the present alerts, with a guard before what a spreadsheet would run', async () => {
    const db = await furnished()
    const [mia] = allOf(db, children)
    const alert = {
      childId: mia?.id ?? '',
      kind: 'other',
      writtenBy: 'rita',
      writtenAt: NOW,
    } as const
    db.insert(childAlerts)
      .values([
        { ...alert, id: 'kept', version: 1, text: 'old' },
        { ...alert, id: 'kept', version: 2, text: '=HYPERLINK("http://example.com")' },
        { ...alert, id: 'removed', version: 1, text: 'gone' },
        { ...alert, id: 'removed', version: 2, text: '' },
      ])
      .run()
    const csv = String((await exportOf(db))['alerts.csv'])
    expect(csv).toContain(`Mia Parker,Note,"'=HYPERLINK(""http://example.com"")"`)
    expect(csv).not.toMatch(/old|gone/)
  })

  it('has more rows than a page, and lets others go first between two pages', async () => {
    const db = seededDatabase()
    const by = { actor: 'rita', now: NOW, moment: { today: '2027-03-01' } }
    for (let index = 0; index < 450; index++) {
      addFamily(db, { name: `Parent ${index}`, phone: '+1 503 555 0142' }, by)
    }
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const files = await exportOf(db)
    isOver = true
    expect(manifestOf(files).files.find(({ name }) => name === 'families.csv')?.rows).toBe(450)
    expect(new Set(String(files['families.csv']).match(/Parent \d+/g)).size).toBe(450)
    expect(turns).toBeGreaterThan(3)
  })

  it('stops reading when the client is gone', async () => {
    const db = seededDatabase()
    let read = 0
    const endless = {
      name: 'endless.csv',
      about: '',
      columns: [],
      *pages() {
        for (;;) {
          read += 1
          yield [[String(read).repeat(1_000)]]
        }
      },
    }
    const archive = writeExport(db, [endless], NOW)
    for await (const _ of archive) break
    const readThen = await new Promise<number>((resolve) => setImmediate(() => resolve(read)))
    await new Promise((resolve) => setImmediate(resolve))
    expect(read - readThen).toBeLessThanOrEqual(1)
  })
})
