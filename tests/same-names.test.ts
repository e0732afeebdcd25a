import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { newFamily } from '#contract/families/families.ts'
import type { ReceiptDocument } from '#contract/payments/receipts.ts'
import { calendarFile } from '#domain/notifications/content/calendar-file.ts'
import { exampleAppointment, SENDER, TERMS } from '#domain/notifications/content/examples.ts'
import { LONGEST_NAME, toHeaderText } from '#domain/notifications/content/header-text.ts'
import { speak } from '#domain/notifications/content/speech.ts'
import { composeEmail } from '#domain/notifications/sending/compose.ts'
import { readInvitation } from '#domain/notifications/testing/calendar-model.ts'
import { makeReceiptsCsv } from '#domain/receipts/receipts-csv.ts'
import { searchWords } from '#drizzle/normalize-search-text.ts'
import { insertDeskFamily, searchFamilies } from '#drizzle/queries/front-desk/families.ts'
import type { IssuedDocument } from '#drizzle/queries/payments/receipts.ts'
import { addPatient, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { startMailServer, testEmail } from '#sandbox/smtp/testing/mail-server.ts'

// docs/requirements.md#names

const SEED = 580
const COUNT = 10_000
/** The number of names to search for. */
const SEARCHED = 50
/** The number of names that get an email over SMTP. */
const EMAILED = 20

type Typed = readonly [name: string, keyboard: string]

const pairs = (line: string) => line.split(' ').map((pair) => pair.split('/') as unknown as Typed)

/** Syllables of several scripts, each with its input on an English keyboard. */
const SCRIPTS = [
  pairs(
    'a/a é/e ö/o ñu/nu łu/lu sse/sse þór/thor æl/ael đi/di mığ/mig șa/sa uyễ/uye ßen/ssen Zoe\u0308/zoe',
  ),
  pairs('ли/li на/na ёл/el кин/kin щу/shchu жа/zha мо/mo рук/ruk сан/san дим/dim'),
  pairs('γι/gi ώρ/or γος/gos άν/an θη/thi ξέ/xe μα/ma λος/los'),
  pairs('გი/gi ორ/or ნი/ni თამ/tam'),
  pairs('李/li 小/xiao 龍/long 王/wang 美/mei'),
  pairs('김/gim 민/min 수/su'),
]

/** Words with what a keyboard types for each as a whole. */
const WORDS: readonly Typed[] = [
  ['O’Hara', "o'hara"],
  ['O´Neil', 'oneil'],
  ['Oʻahu', "o'ahu"],
  ['D’Angelo', 'dangelo'],
  ['Mary-Jo', 'mary jo'],
  ['Jean\u2011Luc', 'jean-luc'],
  ['Nuñez‐Łukasz', 'nunez lukasz'],
  ['J.R.R.Tolkien', 'j.r.r.tolkien'],
  ['S.Ramesh', 's.ramesh'],
  ['St.John', 'st.john'],
  ['Ma.Theresa', 'ma.theresa'],
  ['राम', 'ram'],
  ['علی\u200Cرضا', 'علیرضا'],
  ['മോഹന്\u200D', 'മോഹന്'],
]

const word = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...WORDS) },
  ...SCRIPTS.map((syllables) => ({
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...syllables), { minLength: 2, maxLength: 4 })
      .map(
        (parts): Typed => [
          parts.map(([name]) => name).join(''),
          parts.map(([, typed]) => typed).join(''),
        ],
      ),
  })),
)

/** A name as it is pasted, as it is stored, and as a keyboard types it. */
const people = fc
  .record({
    given: word,
    family: word,
    blank: fc.constantFrom(' ', '  ', '\u00A0', '\u3000'),
    mark: fc.constantFrom('', '\u202A', '\u200F', '\u2067', '\u200D'),
  })
  .map(({ given, family, blank, mark }) => ({
    pasted: `${mark}${given[0]}${blank}${family[0]} `,
    name: `${given[0]} ${family[0]}`,
    typed: `${family[1]}, ${given[1]}`,
  }))

/** Numbered, so that each name is unique. */
const PEOPLE = fc
  .sample(people, { seed: SEED, numRuns: COUNT })
  .map(({ pasted, name, typed }, index) => ({
    pasted: `${pasted}${COUNT + index}`,
    name: `${name} ${COUNT + index}`,
    typed: `${typed} ${COUNT + index}`,
  }))
const NAMES = PEOPLE.map(({ name }) => name)

it('stores each name as it was typed', () => {
  expect(PEOPLE.map(({ pasted }) => newFamily.shape.name.parse(pasted))).toEqual(NAMES)
})

it('finds each name in the database by its keyboard spelling', () => {
  const db = seededDatabase()
  const createdBy = addPatient(db, 'staff')
  writeAtOnce(db, (tx) => {
    for (const name of NAMES) {
      const family = { phone: '5035550142', email: null, createdBy, createdAt: new Date(0) }
      insertDeskFamily(tx, { id: name, name, ...family })
    }
  })
  // Searches the indexed text directly; a query of the index would take three milliseconds for each of ten
  // thousand names.
  const rows = db.all<{ person: string; own: string }>(sql`select person, own from search_people`)
  const held = new Map(rows.map(({ person, own }) => [person, own]))
  const wrong = PEOPLE.filter(
    ({ name, typed }) =>
      !searchWords(typed).every((typedWord) => held.get(name)?.includes(typedWord)),
  )
  expect(wrong).toEqual([])
  const from = { today: '2027-01-01', minute: 0 }
  for (const { name, typed } of PEOPLE.slice(0, SEARCHED)) {
    expect(searchFamilies(db, typed, { limit: 2, from })).toMatchObject([{ name }])
  }
})

it('writes each name unchanged into the header of an email', async () => {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const to = NAMES.map((name, index) => ({
    name: toHeaderText(name, LONGEST_NAME),
    address: `a${index}@example.com`,
  }))
  const { message } = await transport.sendMail({ to, text: 'Hello' })
  const received = await PostalMime.parse(message as Buffer)
  expect(received.to?.map(({ name }) => name)).toEqual(NAMES)
})

it('writes each name unchanged into a calendar file', () => {
  const appointment = exampleAppointment()
  const names = NAMES.map((name) => {
    const recipient = {
      name,
      address: 'ann@example.test',
      hasAccount: true,
      language: 'en' as const,
    }
    const file = calendarFile({ appointment, isCancelled: false, recipient }, speak('en', SENDER))
    const { component } = readInvitation(file.content, file.method)
    return component.getFirstProperty('attendee')?.getParameter('cn')
  })
  expect(names).toEqual(NAMES)
})

it('writes each name unchanged into the receipts', () => {
  const item = { treatment: 'Allergy Testing', date: '2027-03-02', slot: '09:00 AM - 09:30 AM' }
  const rows = NAMES.map((name) => {
    const document: Partial<ReceiptDocument> = {
      ...{ kind: 'receipt', number: '2027-000001', issuedOn: '2027-03-01', method: 'cash' },
      ...{ occurredOn: '2027-03-01', concerns: null, transactionId: 'x', currency: 'usd' },
      payer: { name, email: 'a@example.com', address: '' },
      items: [{ ...item, doctor: null, amountCents: 110_00, patientName: name }],
    }
    return { document } as Pick<IssuedDocument, 'document'>
  })
  const lines: string[][] = parse(makeReceiptsCsv(rows), { bom: true, from: 2 })
  expect(lines.map((line) => line[6])).toEqual(NAMES)
  expect(lines.map((line) => line[8])).toEqual(NAMES)
})

it('sends the same names over SMTP', async () => {
  const server = await startMailServer()
  const mailer = server.mailer({ timeoutMs: 30_000 })
  const sent = NAMES.slice(0, EMAILED)
  const appointment = exampleAppointment()
  for (const name of sent) {
    const recipient = {
      name,
      address: 'ann@example.test',
      hasAccount: true,
      language: 'en' as const,
    }
    const subject = { id: testEmail().id, kind: 'booked', recipient, appointment } as const
    const email = composeEmail({ ...subject, terms: TERMS, others: [] }, SENDER)
    await mailer.send(email, AbortSignal.timeout(30_000))
  }
  const received = await server.received()
  expect(received.map(({ to }) => to?.[0]?.name)).toEqual(sent)
})
