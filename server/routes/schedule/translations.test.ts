import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { translateClinic } from '#domain/translations/translations.ts'
import { treatments } from '#drizzle/schema/index.ts'
import { eventsOf } from '#drizzle/testing/seeded-database.ts'
import { buildTestApp, changeClinic, signInAdmin, withoutChange } from '#server/testing/test-app.ts'

// docs/requirements.md#languages

async function start() {
  const api = await buildTestApp()
  const admin = await signInAdmin(api)
  const read = async () => (await admin.call('GET', '/translations/es')).body
  const find = async (text: string) =>
    (await read()).texts.find((one: { text: string }) => one.text === text)
  const save = (change: object) => admin.call('PUT', '/translations/es', change)
  return { api, admin, read, find, save }
}

test('texts that no clinic has changed come translated, its own ones do not', async () => {
  const { api, find } = await start()
  expect(await find('Allergy Testing')).toEqual({
    place: 'treatments',
    text: 'Allergy Testing',
    translation: 'Pruebas de alergia',
  })
  await changeClinic(api, { whatToBring: 'A favorite toy\nThe vaccination record' })
  expect(await find('A favorite toy')).toMatchObject({ place: 'clinic', translation: '' })
  expect(await find('The vaccination record')).toMatchObject({
    translation: 'La cartilla de vacunación',
  })
  expect(await find('A list of the medicines your child takes')).toBeUndefined()
})

test('a treatment that is no longer offered keeps its translation, and can be given one', async () => {
  const { api, find, save } = await start()
  api.db
    .update(treatments)
    .set({ active: false })
    .where(eq(treatments.name, 'Allergy Testing'))
    .run()
  expect(await find('Allergy Testing')).toMatchObject({ translation: 'Pruebas de alergia' })
  const change = { text: 'Allergy Testing', before: 'Pruebas de alergia' }
  expect((await save({ ...change, translation: 'Alergias' })).status).toBe(200)
  const { translations } = translateClinic(api.db, 'es', DEFAULT_CLINIC, '2027-03-01')
  expect(translations['Allergy Testing']).toBe('Alergias')
})

test('a long testimonial is translated as a whole, and then shortened', async () => {
  const { api, admin, save } = await start()
  const [one, other] = [`They ${'always '.repeat(30)}listen.`, `They ${'always '.repeat(30)}call.`]
  const of = (details: string, name: string) => ({
    ...{ name, relation: 'Mother of two', details },
    ...{ permissionSince: '2027-01-04', permissionBy: name },
  })
  const words = { testimonials: [of(one, 'Rosa M.'), of(other, 'Ana L.')] }
  const change = { section: 'testimonials', words, confirmed: [], version: 0 }
  expect((await admin.put('/site/testimonials', change)).statusCode).toBe(200)
  const translation = `Siempre ${'nos '.repeat(40)}escuchan.`
  expect((await save({ text: one, before: '', translation })).status).toBe(200)
  const { details, translations } = translateClinic(
    api.db,
    'es',
    (await api.app.inject('/clinic')).json(),
    '2027-03-01',
  )
  expect(details.words?.testimonials?.map(({ details, lang }) => ({ details, lang }))).toEqual([
    { details: `${translation.slice(0, 130)}…`, lang: undefined },
    { details: `${other.slice(0, 130)}…`, lang: 'en' },
  ])
  expect(translations).not.toHaveProperty([one])
})

test('a translation is kept with its event, and removed when it is emptied', async () => {
  const { api, admin, find, save } = await start()
  const change = { text: 'Allergy Testing', before: 'Pruebas de alergia' }
  expect((await save({ ...change, translation: ' Alergias ' })).status).toBe(200)
  expect(await find('Allergy Testing')).toMatchObject({ translation: 'Alergias' })
  expect(eventsOf(api.db, 'es').map(({ kind }) => kind)).toEqual(['translation.changed'])
  const [entry] = (await admin.call('GET', '/audit')).body.events
  expect(entry).toMatchObject({ kind: 'translation.changed', subject: { label: 'Spanish' } })

  const emptied = { text: 'Allergy Testing', before: 'Alergias', translation: '' }
  expect((await save(emptied)).status).toBe(200)
  expect(await find('Allergy Testing')).toMatchObject({ translation: 'Pruebas de alergia' })
})

test('is refused after another admin’s change, and for texts that the clinic does not say', async () => {
  const { api, read, save } = await start()
  await withoutChange(api, async () => {
    const late = await save({ text: 'Allergy Testing', before: 'Otra', translation: 'Alergias' })
    expect(late).toMatchObject({ status: 409, body: { code: 'stale', current: await read() } })
    const unknown = await save({ text: 'Never said', before: '', translation: 'Nunca' })
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const same = { text: 'Allergy Testing', before: '', translation: 'Pruebas de alergia' }
    expect((await save(same)).status).toBe(200)
  })
})

test('is only for the site’s other languages', async () => {
  const { admin } = await start()
  for (const language of ['en', 'xx']) {
    expect((await admin.call('GET', `/translations/${language}`)).status).toBe(400)
  }
})
