import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { insertDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { deskFamilies, users } from '#drizzle/schema/index.ts'
import {
  addAppointment,
  addPatient,
  NOW,
  seededDatabase,
} from '#drizzle/testing/seeded-database.ts'
import { findRecipient } from './recipient.ts'

it('gets emails in the language of the account, of the family at the desk, or in English', () => {
  const db = seededDatabase()
  const uid = addPatient(db, 'ana')
  const desk = { id: 'desk-1', name: 'Luz', email: 'luz@example.com', phone: '', createdBy: 'desk' }
  insertDeskFamily(db, { ...desk, createdAt: NOW })
  const appointmentId = addAppointment(db, { patientUid: null })

  const noRecipient = { uid: null, deskFamilyId: null, recipient: null, appointmentId: null }
  const languageOf = (notification: Partial<Parameters<typeof findRecipient>[1]>) =>
    findRecipient(db, { ...noRecipient, ...notification })

  expect(languageOf({ uid })).toMatchObject({ hasAccount: true, language: 'en' })
  expect(languageOf({ deskFamilyId: desk.id })).toMatchObject({ language: 'en' })
  db.update(users).set({ language: 'es' }).where(eq(users.uid, uid)).run()
  db.update(deskFamilies).set({ language: 'es' }).run()
  expect(languageOf({ uid })).toMatchObject({ hasAccount: true, language: 'es' })
  expect(languageOf({ deskFamilyId: desk.id })).toMatchObject({ name: 'Luz', language: 'es' })
  const recipient = 'guest@example.com'
  expect(languageOf({ recipient, appointmentId })).toMatchObject({ language: 'en' })
})
