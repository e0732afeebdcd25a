import { describe, expect, it } from 'vitest'
import { removeFamily } from '#domain/front-desk/families.ts'
import { emailTest, HOUR } from '#domain/testing/emails.ts'
import type { Transaction } from '#drizzle/client.ts'
import { countUnpaidOfChild } from '#drizzle/queries/booking/appointments.ts'
import { countOwing } from '#drizzle/queries/front-desk/todo.ts'
import { payAppointment } from '#drizzle/queries/payments/payments.ts'
import { readStoredSettings, storeSettings } from '#drizzle/queries/schedule/clinic-settings.ts'
import { readOpening, storeOpening } from '#drizzle/queries/schedule/opening.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import {
  appointments,
  children,
  deskFamilies,
  events,
  freedTimes,
  importRefs,
  importRows,
  imports,
  notifications,
  pastVisits,
  secondGuardians,
} from '#drizzle/schema/index.ts'
import {
  addPatient,
  addTreatingDoctor,
  allOf,
  NOW,
  seededDatabase,
} from '#drizzle/testing/seeded-database.ts'
import { wait } from '../waitlist/testing/waiting-clinic.ts'
import { tidyImports } from './run-imports.ts'
import { importer, some } from './testing/import-file.ts'

const daysLater = (days: number) => new Date(NOW.getTime() + days * 24 * 3_600_000)

const FAMILIES = `Household ID,Patient ID,First Name,Last Name,DOB,Guardian First Name,Guardian Last Name,Phone,Email,Guardian 2 Name,Guardian 2 Phone
H1,C1,Mia,Parker,2021-06-05,Paula,Parker,(503) 555-0142 ext. 12,paula@example.com,Paul Parker,(503) 555-0143
H1,C2,Ben,Parker,2018-02-28,Paula,Parker,(503) 555-0142 ext. 12,paula@example.com,,
H2,C3,Zoë,O’Hara,2024-02-29,Olive,O’Hara,+44 20 7946 0958,n/a,,
H3,C4,,Nguyen,2020-01-01,Nina,Nguyen,503-555-0199,,,
`

const treatmentId = (db: Parameters<typeof listOfferedTreatments>[0], name: string) =>
  listOfferedTreatments(db).find((treatment) => treatment.name === name)?.id ?? ''

describe('a file of families', () => {
  it('is checked without a trace, and adds families, children and second guardians', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    const id = await flow.load('families', FAMILIES)
    expect(some(await flow.check(id))).toEqual({ added: 4 })
    expect(allOf(db, deskFamilies)).toEqual([])
    expect(allOf(db, importRefs)).toEqual([])
    expect(some(await flow.run(id))).toEqual({ added: 4 })
    expect(allOf(db, deskFamilies).map(({ name, phone, email }) => [name, phone, email])).toEqual([
      ['Paula Parker', '(503) 555-0142 ext. 12', 'paula@example.com'],
      ['Olive O’Hara', '+44 20 7946 0958', null],
      ['Nina Nguyen', '503-555-0199', null],
    ])
    expect(allOf(db, children).map(({ name, birthDate }) => `${name} ${birthDate}`)).toEqual([
      'Mia Parker 2021-06-05',
      'Ben Parker 2018-02-28',
      'Zoë O’Hara 2024-02-29',
      'Nguyen 2020-01-01',
    ])
    expect(allOf(db, secondGuardians)).toMatchObject([
      { name: 'Paul Parker', phone: '(503) 555-0143', email: null },
    ])
    expect(allOf(db, notifications)).toEqual([])
    expect(allOf(db, events).at(-1)).toMatchObject({ kind: 'import.run', subject: id })
  })

  it('adds nothing the second time', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    await flow.import('families', FAMILIES)
    const before = [allOf(db, deskFamilies), allOf(db, children), allOf(db, secondGuardians)]
    const again = await flow.import('families', FAMILIES)
    expect([some(again.checked), some(again.ran)]).toEqual([{ same: 4 }, { same: 4 }])
    expect([allOf(db, deskFamilies), allOf(db, children), allOf(db, secondGuardians)]).toEqual(
      before,
    )
  })
})

describe('the language in a file of families', () => {
  const header = 'Household,Child,Birthday,Parent,Phone,Idioma\n'
  const languages = (db: Transaction) =>
    allOf(db, deskFamilies).map(({ name, language }) => `${name}: ${language}`)

  it('is that of the family, which any row of its household states', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    await flow.import(
      'families',
      `${header}H1,Mia Parker,2021-06-05,Paula Parker,503-555-0142,
H1,Ben Parker,2018-02-28,Paula Parker,503-555-0142,ESPANOL
H2,Ida Lee,2020-01-01,Lia Lee,503-555-0199,Inglés
H3,Kim Fox,2020-01-01,Kai Fox,503-555-0188,unknown
`,
    )
    expect(languages(db)).toEqual(['Paula Parker: es', 'Lia Lee: null', 'Kai Fox: null'])
  })

  it('is refused if no email is written in it, and differs if the family has another one', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    const file = `${header}H1,Mia Parker,2021-06-05,Paula Parker,503-555-0142,Spanish
H2,Ida Lee,2020-01-01,Lia Lee,503-555-0199,Klingon
`
    const { id } = await flow.import('families', file)
    expect(flow.sentences(id)).toEqual([
      'added',
      'refused: “Klingon” is not a language of our emails. Write English or Spanish, or nothing for English.',
    ])
    const again = await flow.import('families', file.replace('Spanish', 'English'))
    expect(flow.sentences(again.id)[0]).toBe(
      'differs: The language is Spanish here, and English in the file.',
    )
    expect(languages(db)).toEqual(['Paula Parker: es'])
  })
})

describe('a later file of families', () => {
  it('fills what is empty as a correction, and lists what differs', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    await flow.import('families', FAMILIES)
    const changed = FAMILIES.replace('n/a', 'olive@example.com').replace('2018-02-28', '2018-02-27')
    const again = await flow.import('families', changed.replace('555-0199', '555-0198'))
    expect(some(again.ran)).toEqual({ same: 1, filled: 1, differs: 2 })
    expect(flow.sentences(again.id)).toEqual([
      'same',
      'differs: Ben Parker is born Feb 28, 2018 here, and Feb 27, 2018 in the file.',
      'filled',
      'differs: The phone is 503-555-0199 here, and 503-555-0198 in the file.',
    ])
    const olive = allOf(db, deskFamilies).find(({ name }) => name === 'Olive O’Hara')
    expect(olive?.email).toBe('olive@example.com')
  })

  it('knows a family without a household number by phone and guardian, however they are written', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    await flow.import('families', FAMILIES)
    const plain = `Child,Birthday,Parent,Phone
"Parker, Mia","Jun 5, 2021",paula PARKER,+1 503 555 0142 x12
Ida Parker,"Jun 6, 2023",Paula Parker,(503) 555-0142 ext. 12
`
    const again = await flow.import('families', plain)
    expect(flow.sentences(again.id)).toEqual(['same', 'added'])
    expect(allOf(db, deskFamilies)).toHaveLength(3)
  })

  it('asks whether a family that resembles a known one is the same', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    await flow.import('families', FAMILIES)
    const other = `Child,DOB,Parent,Phone
Sam Parker,2020-05-05,Peter Parker,(503) 555-0142 ext. 12
Mia Parker,2021-06-05,Grandma Parker,(503) 555-0777
`
    const id = await flow.load('families', other)
    expect(some(await flow.check(id))).toEqual({ duplicate: 2 })
    expect(flow.sentences(id)).toEqual([
      'duplicate: Paula Parker has the same phone.',
      'duplicate: Paula Parker has the same child.',
    ])
    await flow.map(id, {}, [
      { row: 1, decision: 'different' },
      { row: 2, decision: 'same' },
    ])
    await flow.check(id)
    await flow.run(id)
    expect(flow.sentences(id)).toEqual([
      'added',
      'differs: The guardian is Paula Parker here, and Grandma Parker in the file. The phone is (503) 555-0142 ext. 12 here, and (503) 555-0777 in the file.',
    ])
    const later = await flow.load('families', other.replaceAll('Parker', 'Parkr'))
    await flow.check(later)
    await flow.map(later, {}, [{ row: 1, decision: 'later' }])
    await flow.check(later)
    expect(flow.sentences(later)[0]).toBe('left_out: Left out for now.')
  })

  it('asks also about families that the file itself adds, in its check as in its run', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    const file = `Household,Child,DOB,Parent,Phone
H1,Mia Parker,2021-06-05,Paula Parker,5035550142
H2,Sam Lee,2020-05-05,Peter Lee,(503) 555-0142
H3,Ida Kim,2020-05-05,Kay Kim,503 555 0142
`
    const id = await flow.load('families', file)
    expect(some(await flow.check(id))).toEqual({ added: 1, duplicate: 2 })
    await flow.map(id, {}, [{ row: 2, decision: 'same' }])
    const checked = await flow.check(id)
    expect(some(checked)).toEqual({ added: 2, duplicate: 1 })
    expect(await flow.run(id)).toEqual(checked)
    expect(allOf(db, deskFamilies).map(({ name }) => name)).toEqual(['Paula Parker'])
  })

  it('adds nothing to an account whose email is not confirmed', async () => {
    const db = seededDatabase()
    addPatient(db, 'anna')
    const flow = importer(db)
    const file =
      'Child,DOB,Parent,Phone,Email\nMax Ash,2020-05-05,Anna Ash,5035550111,anna@example.com\n'
    const id = await flow.load('families', file)
    expect(some(await flow.check(id))).toEqual({ duplicate: 1 })
    await flow.map(id, {}, [{ row: 1, decision: 'same' }])
    await flow.check(id)
    db.$client.prepare('update users set email_verified = 0').run()
    await flow.run(id)
    expect(flow.sentences(id)).toEqual([
      'refused: The account has not confirmed its email, so nothing is added to it.',
    ])
  })

  it.each([
    [
      'a birth date in the future',
      'Mia,2029-01-01,Paula,5035550142',
      'The birth date is in the future.',
    ],
    [
      'an adult',
      'Mia,2001-01-01,Paula,5035550142',
      'The patient is 18 or older, and books without a guardian.',
    ],
    ['no phone', 'Mia,2021-01-01,Paula,', 'Phone is required (guardian).'],
    ['no guardian', 'Mia,2021-01-01,,5035550142', 'Name is required (guardian).'],
    ['no child', ',2021-01-01,Paula,5035550142', 'Name is required.'],
    ['no day', 'Mia,soon,Paula,5035550142', '“soon” is not a birth date.'],
    ['a day that is none', 'Mia,2021-02-30,Paula,5035550142', '“2021-02-30” is not a birth date.'],
    [
      'more cells than headers',
      'Mia,2021-01-01,Paula,5035550142,x',
      'This row has more cells than there are headers.',
    ],
    [
      'a long cell',
      `Mia,2021-01-01,${'a'.repeat(1_001)},5035550142`,
      'A cell of this row has more than 1,000 characters.',
    ],
    ['a NUL', 'M\0ia,2021-01-01,Paula,5035550142', 'Name has characters that can’t be shown.'],
  ])('refuses a row with %s, and says why', async (_, row, sentence) => {
    const db = seededDatabase()
    const flow = importer(db)
    const id = await flow.load('families', `Child,DOB,Parent,Phone\n${row}\n`)
    await flow.check(id)
    expect(flow.sentences(id)).toEqual([`refused: ${sentence}`])
  })

  it('refuses a thirteenth child', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    const rows = Array.from(
      { length: 13 },
      (_, index) => `Child ${'abcdefghijklm'[index]},2020-01-01,Paula,5035550142`,
    )
    const { id, ran } = await flow.import(
      'families',
      `Child,DOB,Parent,Phone\n${rows.join('\n')}\n`,
    )
    expect(some(ran)).toEqual({ added: 12, refused: 1 })
    expect(flow.sentences(id).at(-1)).toBe('refused: A family can have up to 12 children.')
  })
})

const APPOINTMENTS = `Appt ID,Patient ID,Date,Start Time,Duration,Appt Type,Provider,Status,Fee
A1,C1,03/15/2027,10:10 AM,20,Allergy test,Ada,Scheduled,$80.00
A2,C2,03/15/2027,10:20 AM,20,Allergy test,Ada,Scheduled,
A3,C3,03/16/2027,2:30 PM,45,Allergy test,Ada,Cancelled,
A4,C9,03/16/2027,2:30 PM,45,Allergy test,Ada,Scheduled,
A5,C1,03/14/2027,2:30 AM,30,Allergy test,Ada,Scheduled,
A6,C1,02/01/2027,2:30 PM,30,Allergy test,Ada,Scheduled,
A7,C4,03/17/2027,3:00 PM,300,Allergy test,Ada,Scheduled,
A8,C4,03/18/2027,3:00 PM,30,Old thing,Ada,Scheduled,
`

describe('a file of coming appointments', () => {
  async function clinic() {
    const db = seededDatabase()
    const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
    const flow = importer(db)
    await flow.import('families', FAMILIES)
    const treatments = [
      { name: 'Allergy test', treatment: treatmentId(db, 'Allergy Testing') },
      { name: 'Old thing', treatment: null },
    ]
    return { db, ada, flow, treatments }
  }

  it('keeps start and length, at the file’s price, without an email', async () => {
    const { db, ada, flow, treatments } = await clinic()
    const { id, checked, ran } = await flow.import('appointments', APPOINTMENTS, { treatments })
    expect(flow.sentences(id)).toEqual([
      'added',
      'refused: Ada is taken at that time.',
      'left_out: The status is “Cancelled”.',
      'refused: No child with this number is known. Import the families first.',
      'refused: The clocks are set forward then, so this time does not exist.',
      'refused: It is in the past. Import it as a past visit.',
      'refused: An appointment takes 5 to 240 minutes.',
      'left_out: “Old thing” is left out.',
    ])
    expect(checked).toEqual(ran)
    expect(allOf(db, appointments)).toMatchObject([
      {
        childName: 'Mia Parker',
        patientName: 'Paula Parker',
        date: '2027-03-15',
        startMinute: 610,
        lengthMinutes: 20,
        priceCents: 8_000,
        doctorId: ada,
        billedElsewhere: true,
        paid: false,
        overrideReason: 'From the previous system',
        squeezed: false,
      },
    ])
    const kinds = new Set(allOf(db, notifications).map(({ kind }) => kind))
    expect([...kinds]).toEqual(['reminder'])
  })

  it.each([
    ['sends reminders of its days after the opening', true, '2027-03-15', ['reminder sent']],
    ['sends none of days before the opening', true, '2027-03-16', ['reminder dropped']],
    ['sends none if an admin has turned them off', false, '2027-03-15', ['reminder dropped']],
  ])('%s', async (_, importReminders, from, states) => {
    const { db, flow, treatments } = await clinic()
    await flow.import('appointments', APPOINTMENTS, { treatments })
    storeOpening(db, { state: 'opens', from, reason: null }, readOpening(db).version)
    const { version } = readStoredSettings(db)
    storeSettings(db, { details: { importReminders, secondReminderDays: 0 }, seen: version })
    const mail = emailTest(db)
    await mail.pass(15 * 24 * HOUR, HOUR)
    expect(new Set(mail.states())).toEqual(new Set(states))
  })

  it('owes nothing, and cannot be paid', async () => {
    const { db, flow, treatments } = await clinic()
    await flow.import('appointments', APPOINTMENTS, { treatments })
    const [row] = allOf(db, appointments)
    db.$client.prepare("update appointments set date = '2027-02-26'").run()
    const days = { from: '2027-02-01', to: '2027-02-28' }
    expect(countOwing(db, days)).toBe(0)
    expect(countUnpaidOfChild(db, row?.childId ?? '', { today: '2027-01-01', minute: 0 })).toBe(0)
    const ids = { appointmentId: row?.id ?? '', paymentId: 'pi_1' }
    expect(payAppointment(db, ids, NOW)).toBe(false)
    const mark = () =>
      db.$client.prepare("update appointments set paid = 1, transaction_id = 'pi_1'").run()
    expect(mark).toThrow('cannot be paid here')
  })

  it('squeezes in what is taken, if the admin says so', async () => {
    const { db, flow, treatments } = await clinic()
    await flow.import('appointments', APPOINTMENTS, { treatments, squeeze: true })
    expect(allOf(db, appointments).map(({ squeezed }) => squeezed)).toEqual([false, true])
  })

  it('adds nothing the second time, also after a move or a cancellation', async () => {
    const { db, flow, treatments } = await clinic()
    await flow.import('appointments', APPOINTMENTS, { treatments })
    db.$client.prepare("update appointments set date = '2027-04-01', version = 1").run()
    const again = await flow.import('appointments', APPOINTMENTS, { treatments })
    expect(flow.sentences(again.id)[0]).toBe('differs: It is on Thu, Apr 1, 2027 at 10:10 AM here.')
    db.$client.prepare("update appointments set status = 'cancelled', cancelled_at = 1").run()
    const third = await flow.import('appointments', APPOINTMENTS, { treatments })
    expect(flow.sentences(third.id)[0]).toBe('differs: It is canceled here.')
    expect(
      allOf(db, appointments).filter(({ childName }) => childName === 'Mia Parker'),
    ).toHaveLength(1)
  })

  it('remembers treatments and doctors for the next file', async () => {
    const { flow, treatments, ada } = await clinic()
    await flow.import('appointments', APPOINTMENTS, { treatments })
    const id = await flow.load('appointments', APPOINTMENTS)
    expect(flow.find(id).mapping).toMatchObject({
      treatments: expect.arrayContaining(treatments),
      doctors: [{ name: 'Ada', doctor: ada }],
      dateOrder: 'mdy',
    })
  })
})

describe('a file of past visits', () => {
  it('says when a child was here, once', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    await flow.import('families', FAMILIES)
    const file =
      'Patient ID,Visit Date,Visit Type\nC1,2025-06-05,Checkup\nC1,2025-06-05,Checkup\nC1,2019-01-01,Checkup\nC1,2028-01-01,Checkup\n'
    const treatments = [{ name: 'Checkup', treatment: treatmentId(db, 'Allergy Testing') }]
    const { id } = await flow.import('visits', file, { treatments })
    expect(flow.sentences(id)).toEqual([
      'added',
      'same',
      'refused: It is before the child was born.',
      'refused: It is in the future. Import it as an appointment.',
    ])
    expect(allOf(db, pastVisits)).toMatchObject([{ date: '2025-06-05', importId: id }])
    expect(some((await flow.import('visits', file, { treatments })).ran)).toEqual({
      same: 2,
      refused: 2,
    })
  })
})

describe('the steps of an import', () => {
  it('wait for the order of the dates, which is never guessed', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    const row = (day: string) => `Child,DOB,Parent,Phone\nMia,${day},Paula,5035550142\n`
    const id = await flow.load('families', row('3/4/2019'))
    expect(flow.find(id).mapping.dateOrder).toBeNull()
    await expect(flow.check(id)).rejects.toThrow('mapping_incomplete')
    await flow.map(id, { dateOrder: 'dmy' })
    await flow.check(id)
    await flow.run(id)
    expect(allOf(db, children)[0]?.birthDate).toBe('2019-04-03')
    const proven = await flow.load('families', row('3/14/2019'))
    expect(flow.find(proven).mapping.dateOrder).toBe('mdy')
  })

  it('run only the report that was read, and repeat nothing', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    const id = await flow.load('families', FAMILIES)
    expect(await flow.start(id)).toEqual({ outcome: 'outdated' })
    await flow.check(id)
    const { fingerprint, version } = flow.find(id)
    expect(await flow.map(id, {})).toEqual({ outcome: 'done' })
    expect(flow.find(id)).toMatchObject({ version: version + 1, fingerprint: null })
    await flow.check(id)
    expect(flow.find(id).fingerprint).not.toBe(fingerprint)
    await flow.run(id)
    expect(await flow.start(id)).toEqual({ outcome: 'done' })
    await flow.work()
    expect(allOf(db, children)).toHaveLength(4)
  })

  it('are one at a time', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    const first = await flow.load('families', FAMILIES)
    const second = await flow.load('families', FAMILIES)
    await flow.check(first)
    await flow.check(second)
    expect(await flow.start(first)).toEqual({ outcome: 'done' })
    expect(await flow.start(second)).toEqual({ outcome: 'busy' })
  })
})

describe('undoing an import', () => {
  it('deletes what nothing has touched, and says why the rest stays', async () => {
    const db = seededDatabase()
    addTreatingDoctor(db, 'Ada', 'Allergy Testing')
    const flow = importer(db)
    const families = await flow.import('families', FAMILIES)
    const treatments = [
      { name: 'Allergy test', treatment: treatmentId(db, 'Allergy Testing') },
      { name: 'Old thing', treatment: null },
    ]
    const visits = await flow.import('appointments', APPOINTMENTS, { treatments })
    await flow.undo(families.id)
    expect(flow.find(families.id).state).toBe('undone')
    expect(flow.kept(families.id).map(({ number, sentence }) => [number, sentence])).toEqual([
      [
        1,
        'The child was changed since, has new appointments or guardians, or its family was invited. The family was changed or invited since, or has a new account, child or appointment.',
      ],
    ])
    expect(allOf(db, deskFamilies).map(({ name }) => name)).toEqual(['Paula Parker'])
    expect(allOf(db, children).map(({ name }) => name)).toEqual(['Mia Parker'])
    await flow.undo(visits.id)
    expect(allOf(db, appointments)).toEqual([])
    expect(allOf(db, importRefs).filter(({ kind }) => kind === 'appointment')).toEqual([])
  })

  it('offers the times of deleted appointments to families that wait', async () => {
    const db = seededDatabase()
    addTreatingDoctor(db, 'Ada', 'Allergy Testing')
    const flow = importer(db)
    await flow.import('families', FAMILIES)
    const treatments = [
      { name: 'Allergy test', treatment: treatmentId(db, 'Allergy Testing') },
      { name: 'Old thing', treatment: null },
    ]
    const { id } = await flow.import('appointments', APPOINTMENTS, { treatments })
    wait(db, 'anna', NOW)
    await flow.undo(id)
    expect(allOf(db, freedTimes)).toMatchObject([
      { date: '2027-03-15', startMinute: 610, lengthMinutes: 20, state: 'offering' },
    ])
    expect(allOf(db, events).map(({ kind }) => kind)).toContain('times.freed')
  })

  it('keeps every family that something has touched, and deletes the others', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    // The same child would be asked about.
    const bornOn = (index: number) =>
      new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)
    const rows = Array.from(
      { length: 320 },
      (_, index) => `H${index},Mia,${bornOn(index)},Paula,50355${String(index).padStart(5, '0')}`,
    )
    const file = `Household,Child,DOB,Parent,Phone\n${rows.join('\n')}\n`
    const { id, ran } = await flow.import('families', file)
    expect(some(ran)).toEqual({ added: 320 })
    db.$client
      .prepare(
        `insert into child_alerts (id, version, child_id, kind, text, written_by, written_at)
          select 'alert ' || id, 1, id, 'other', 'Nuts', 'rita', 1 from children limit 300`,
      )
      .run()
    await flow.undo(id)
    expect(flow.kept(id)).toHaveLength(300)
    expect(allOf(db, children)).toHaveLength(300)
    expect(allOf(db, deskFamilies)).toHaveLength(300)
  })

  it('is possible for 14 days, or as many as an admin has set', async () => {
    const db = seededDatabase()
    const { id } = await importer(db).import('families', FAMILIES)
    const later = importer(db, () => daysLater(15))
    await expect(later.undo(id)).rejects.toThrow('not_possible')
    storeSettings(db, { details: { importUndoDays: 16 }, seen: readStoredSettings(db).version })
    await later.undo(id)
    expect(allOf(db, deskFamilies)).toEqual([])
  })
})

describe('the texts of a file', () => {
  const textsOf = (db: Transaction) =>
    allOf(db, importRows).flatMap(({ raw, sentence }) => [...(raw ?? []), sentence ?? ''])

  it('are deleted after 14 days, or as many as an admin has set, and the records stay', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    const { id } = await flow.import('families', FAMILIES)
    await tidyImports(db, daysLater(13))
    expect(textsOf(db)).toContain('Mia')
    await tidyImports(db, daysLater(15))
    expect(textsOf(db).filter(Boolean)).toEqual([])
    expect(flow.find(id)).toMatchObject({ facts: null, counts: { added: 4 } })
    expect(allOf(db, children)).toHaveLength(4)
    const second = await flow.load('families', FAMILIES)
    storeSettings(db, { details: { importKeptDays: 3 }, seen: readStoredSettings(db).version })
    await tidyImports(db, daysLater(4))
    expect(flow.find(second)).toMatchObject({ emptiedAt: daysLater(4), facts: null })
  })

  it('are deleted with the family that they describe', async () => {
    const db = seededDatabase()
    const flow = importer(db)
    await flow.import('families', FAMILIES)
    await flow.import('families', FAMILIES.replace('503-555-0199', '503-555-0198'))
    const nina = allOf(db, deskFamilies).find(({ name }) => name === 'Nina Nguyen')
    expect(removeFamily(db, nina?.id ?? '', { actor: 'rita', now: NOW })).toEqual({
      outcome: 'done',
    })
    expect(textsOf(db).join()).not.toMatch(/Nina|Nguyen|555-019/)
    expect(textsOf(db)).toContain('Paula')
    const kept = JSON.stringify([allOf(db, imports), allOf(db, importRefs), allOf(db, events)])
    expect(kept).not.toMatch(/Nina|Nguyen|555-019|C4/)
  })
})
