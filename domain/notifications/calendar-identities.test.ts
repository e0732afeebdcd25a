import { expect, it } from 'vitest'
import { openClinic } from '#domain/schedule/clinic-details.ts'
import { testEnv } from '#domain/testing/settings.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { addAppointment, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { calendarFile, sequenceOf } from './content/calendar-file.ts'
import { SENDER } from './content/examples.ts'
import { speak } from './content/speech.ts'

/** Starts the site with an address and a sender. */
function start(db: ReturnType<typeof seededDatabase>, siteUrl: string, address: string) {
  const mail = { url: 'smtp://mail.example', from: { name: 'Clinic', address }, replyTo: undefined }
  openClinic(db, { ...testEnv(), siteUrl, mail })
}

function identityOf(db: ReturnType<typeof seededDatabase>, id: string) {
  const row = findAppointment(db, id) ?? expect.fail()
  const appointment = { ...row, sequence: sequenceOf(row), changedAt: row.createdAt }
  const file = { appointment, isCancelled: false }
  // Simulates changed settings.
  const { content } = calendarFile(
    file,
    speak('en', { ...SENDER, siteUrl: 'https://other.example' }),
  )
  const of = (name: string) => new RegExp(`^${name}.*?:(.*)\r$`, 'm').exec(content)?.[1]
  return { uid: of('UID'), organizer: of('ORGANIZER') }
}

it('keeps UID and ORGANIZER of an appointment when the site’s address or its sender changes', () => {
  const db = seededDatabase()
  start(db, 'https://one.example', 'one@clinic.example')
  const id = addAppointment(db)
  const first = { uid: id, organizer: 'mailto:one@clinic.example' }
  expect(identityOf(db, id)).toEqual(first)
  start(db, 'https://two.example', 'two@clinic.example')
  expect(identityOf(db, id)).toEqual(first)
  const later = addAppointment(db, { id: 'appointment-2', patientUid: 'anna', date: '2027-03-09' })
  expect(identityOf(db, later)).toMatchObject({ organizer: 'mailto:two@clinic.example' })
})

it('keeps the identity that earlier versions sent for an appointment, and assigns it once', () => {
  const db = seededDatabase()
  const id = addAppointment(db)
  // The state that migration 0078 finds.
  db.$client.exec(`drop trigger appointments_calendar_identity_kept;
    update appointments set calendar_uid = ''`)
  start(db, 'https://www.clinic.example:8443', 'one@clinic.example')
  const sent = { uid: `${id}@www.clinic.example`, organizer: 'mailto:one@clinic.example' }
  expect(identityOf(db, id)).toEqual(sent)
  start(db, 'https://two.example', 'two@clinic.example')
  expect(identityOf(db, id)).toEqual(sent)
})

it('never changes an assigned identity', () => {
  const db = seededDatabase()
  addAppointment(db)
  expect(() => db.$client.exec("update appointments set calendar_uid = 'x'")).toThrow(
    'appointment:calendar_identity',
  )
})
