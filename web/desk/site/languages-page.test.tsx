import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { ClinicText, TranslationChange } from '#contract/translations/translations.ts'
import { hasUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import LanguagesPage from './languages-page.tsx'

let server: ReturnType<typeof fakeServer>
let texts: ClinicText[]

const SAVE = 'PUT /translations/es'

beforeEach(() => {
  texts = [
    { place: 'treatments', text: 'Allergy Testing', translation: 'Pruebas de alergia' },
    { place: 'treatments', text: 'Sports Exam', translation: '' },
    { place: 'clinic', text: 'A favorite toy', translation: '' },
  ]
  server = fakeServer()
  server.answers['GET /translations/es'] = () => Response.json({ language: 'es', texts })
})

/** Saves as the server does. */
function accept() {
  server.answers[SAVE] = ({ body }) => {
    const { text, translation } = body as TranslationChange
    texts = texts.map((one) => (one.text === text ? { ...one, translation } : one))
    return Response.json({ language: 'es', texts })
  }
}

async function open() {
  const { user } = openAdminPage('/dashboard/languages', LanguagesPage)
  await screen.findByRole('heading', { level: 2 })
  return user
}

const fieldOf = (text: string) => screen.getByRole('textbox', { name: `Spanish ${text}` })
const sent = () => server.callsOf('PUT', '/translations/es').map(({ body }) => body)

it('counts the texts without a translation, and lists them first in each place', async () => {
  await open()
  expect(screen.getByRole('status')).toHaveTextContent('2 texts are not in Spanish yet')
  const treatments = within(screen.getByRole('region', { name: 'Treatments (1)' }))
  expect(treatments.getByRole('textbox', { name: 'Spanish Sports Exam' })).toBeVisible()
  expect(treatments.getByText('In Spanish: 1')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Clinic (1)' })).toBeVisible()
  expect(screen.queryByRole('region', { name: /^Doctors/ })).toBeNull()
  expect(fieldOf('Sports Exam')).toHaveAttribute('lang', 'es')
})

it('saves one text with the keyboard, which stays in its place', async () => {
  accept()
  const user = await open()
  await user.type(fieldOf('Sports Exam'), 'Examen deportivo')
  expect(hasUnsavedChanges()).toBe(true)
  await user.tab()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('The translation is saved')).toBeVisible()
  expect(sent()).toEqual([{ text: 'Sports Exam', before: '', translation: 'Examen deportivo' }])
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(
    '1 text is not in Spanish yet',
  )
  expect(fieldOf('Sports Exam')).toHaveFocus()
  expect(fieldOf('Sports Exam')).toBeVisible()
  expect(hasUnsavedChanges()).toBe(false)
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
})

it('keeps what was typed when another admin saved first, and saves it with the next press', async () => {
  const user = await open()
  const theirs = [{ place: 'clinic', text: 'A favorite toy', translation: 'Un juguete' }]
  const current = { language: 'es', texts: theirs }
  server.answers[SAVE] = () => refusal(409, 'Overtaken', { code: 'stale', current })
  await user.type(fieldOf('A favorite toy'), 'Su juguete favorito')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Someone else has saved changes')
  expect(screen.getByRole('alert')).toHaveTextContent('Un juguete')
  expect(fieldOf('A favorite toy')).toHaveValue('Su juguete favorito')

  accept()
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('The translation is saved')
  expect(sent().at(-1)).toEqual({
    text: 'A favorite toy',
    before: 'Un juguete',
    translation: 'Su juguete favorito',
  })
})

it('shows why a text was refused, and discards what was typed', async () => {
  const message = 'The clinic no longer says this to families.'
  server.answers[SAVE] = () => refusal(404, message)
  const user = await open()
  await user.type(fieldOf('A favorite toy'), 'Un juguete')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(fieldOf('A favorite toy')).toBeInvalid()
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(fieldOf('A favorite toy')).toHaveValue('')
  expect(fieldOf('A favorite toy')).toBeValid()
})

it('says that all texts are translated', async () => {
  texts = texts.slice(0, 1)
  await open()
  expect(screen.getByRole('status')).toHaveTextContent('All texts are in Spanish')
})

it('says that there is nothing to translate', async () => {
  texts = []
  await open()
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('No texts to translate')
})

it('can be loaded again after a failure', async () => {
  const answer = server.answers['GET /translations/es']
  server.answers['GET /translations/es'] = () => refusal(404, 'Out of order')
  const { user } = openAdminPage('/dashboard/languages', LanguagesPage)
  await screen.findByText('We couldn’t load the texts in Spanish')
  if (answer) server.answers['GET /translations/es'] = answer
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 texts are not in Spanish yet')).toBeVisible()
})
