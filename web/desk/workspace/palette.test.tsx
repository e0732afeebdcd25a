import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { expected } from '#machines/testing/attendance/attendance-walks.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { NOAH } from '#web/desk/patients/testing/noah.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { PaletteField } from './palette-field.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.answers['GET /config'] = () => Response.json(config)
  server.answers['GET /families'] = () => Response.json({ families: [NOAH], isCut: false })
})

function Field({ isForAdmins }: { isForAdmins: boolean }) {
  return (
    <>
      <PaletteField isForAdmins={isForAdmins} />
      <input aria-label="A field" />
    </>
  )
}

async function open({ isForAdmins = true } = {}) {
  const opened = openAdminPage('/dashboard/users', () => <Field isForAdmins={isForAdmins} />)
  await screen.findByRole('button', { name: /^Find a family/ })
  return opened
}

const field = () => screen.findByRole('combobox', { name: 'Family, child, page or action' })
/** Opens the palette and types a text. */
async function find(text: string, options?: Parameters<typeof open>[0]) {
  const opened = await open(options)
  await opened.user.click(screen.getByRole('button', { name: /^Find a family/ }))
  await opened.user.type(await field(), text)
  return opened
}

const chosen = () => screen.getByRole('option', { selected: true })

it('opens with slash outside of fields, receives the input, and returns the focus', async () => {
  const { user } = await open()
  const other = screen.getByRole('textbox', { name: 'A field' })
  await user.type(other, '/')
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  expect(other).toHaveValue('/')
  const button = screen.getByRole('button', { name: /^Find a family/ })
  button.focus()
  await user.keyboard('/noah')
  expect(await field()).toHaveValue('noah')
  expect(await field()).toHaveFocus()
})

it('receives input that is typed before its field has the focus', async () => {
  const { user } = await find('no')
  const typed = await field()
  typed.blur()
  await user.keyboard('ah')
  expect(typed).toHaveValue('noah')
})

it('requests families from three letters on, and few, which are recorded as viewed', async () => {
  const { user, site } = await find('no')
  await user.type(await field(), 'ah')
  const families = within(await screen.findByRole('group', { name: 'Families' }))
  expect(families.getByRole('option')).toHaveTextContent(
    'Noah AbaraAda, born Feb 3, 2019, Mia Abara, born Jun 5, 2021, (503) 555-0129',
  )
  const asked = server.callsOf('GET', '/families').map(({ url }) => url.search)
  expect(asked).toEqual(['?search=noah&limit=6'])
  expect(chosen()).toHaveTextContent('Noah Abara')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(site.location.pathname).toBe('/dashboard/families/noah/book')
})

it('offers staff neither pages nor actions of admins', async () => {
  const { user } = await open({ isForAdmins: false })
  await user.click(screen.getByRole('button', { name: /^Find a family/ }))
  await field()
  const pages = within(screen.getByRole('group', { name: 'Pages' }))
  expect(pages.getByRole('option', { name: 'Families' })).toBeVisible()
  expect(pages.queryByRole('option', { name: 'Audit log' })).not.toBeInTheDocument()
  await user.type(await field(), 'close monday')
  expect(screen.queryByText(/^Close the clinic/)).not.toBeInTheDocument()
})

it('shows initials if names are hidden', async () => {
  localStorage.setItem('sprout.agenda-initials', 'on')
  await find('noah')
  const families = within(await screen.findByRole('group', { name: 'Families' }))
  expect(families.getByRole('option')).toHaveTextContent(/^N\. A\.$/)
  localStorage.removeItem('sprout.agenda-initials')
})

it('finds today’s patients by their initials', async () => {
  const { user, site } = await open()
  queryClient.setQueryData([...AGENDA_KEY, { date: config.clinic.today, days: 1 }], {
    entries: [{ ...expected, date: config.clinic.today, patientName: 'Ida Lindqvist' }],
  })
  await user.click(screen.getByRole('button', { name: /^Find a family/ }))
  await user.type(await field(), 'i.l.')
  expect(chosen()).toHaveTextContent('Ida Lindqvist')
  await user.keyboard('{Enter}')
  expect(site.location.pathname).toBe('/dashboard/agenda')
  expect(site.location.state).toEqual({ appointment: expected._id })
})

it.each([
  ['print tomorrow', '/dashboard/agenda?view=day&date=2026-06-06', { print: true }],
  ['print', '/dashboard/agenda?view=day', { print: true }],
  ['ill doc', '/dashboard/absence', null],
  ['close friday', '/dashboard/schedule/closures?close=2026-06-05', null],
  ['squeeze', '/dashboard/agenda?view=day', { walkIn: 'squeeze' }],
  ['owes', '/dashboard/todo?list=owing', null],
  ['new family', '/dashboard/families?add=true', null],
])('links “%s” to %s', async (text, address, state) => {
  const { user, site } = await find(text)
  await user.keyboard('{Enter}')
  expect(site.location.pathname + site.location.search).toBe(address)
  expect(site.location.state ?? null).toEqual(state)
})

it('finds tasks of the handbook, by their titles first', async () => {
  const { user, site } = await find('family arrives')
  const tasks = () =>
    within(screen.getByRole('group', { name: 'Handbook' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  expect(tasks()[0]).toBe('A family arrivesHandbook for receptionists')
  await user.clear(await field())
  await user.type(await field(), 'take cash')
  expect(tasks()).toContain('A family arrivesHandbook for receptionists')
  await user.clear(await field())
  await user.type(await field(), 'colleague needs access')
  await user.click(screen.getByRole('option', { name: /^A colleague needs access/ }))
  expect(site.location.pathname + site.location.hash).toBe(
    '/dashboard/help/admin#a-colleague-needs-access',
  )
})

it('does not offer staff the tasks of admins', async () => {
  const { user } = await open({ isForAdmins: false })
  await user.click(screen.getByRole('button', { name: /^Find a family/ }))
  await user.type(await field(), 'colleague needs access')
  expect(screen.queryByRole('group', { name: 'Handbook' })).not.toBeInTheDocument()
})

it('locks the screen at once', async () => {
  const { user } = await find('lock')
  expect(chosen()).toHaveTextContent('Lock the screen')
  await user.keyboard('{Enter}')
  expect(localStorage.getItem('sprout.locked')).toContain('ada@example.com')
  localStorage.removeItem('sprout.locked')
})

it('switches to initials and back', async () => {
  const { user } = await open()
  for (const [text, stored] of [
    ['initials', 'on'],
    ['full names', null],
  ] as const) {
    await user.click(screen.getByRole('button', { name: /^Find a family/ }))
    await user.type(await field(), text)
    await user.keyboard('{Enter}')
    expect(localStorage.getItem('sprout.agenda-initials')).toBe(stored)
  }
})

it.each([
  ['away dr okoye', '/dashboard/absence?doctor=ada'],
  ['okoye ill afternoon: flu', '/dashboard/absence?doctor=ada&from=12%3A00&reason=flu'],
  ['away okoye tomorrow', '/dashboard/managedoctors/ada?close=2026-06-06'],
])('opens the form of an absence with the data in “%s”', async (text, address) => {
  const person = { designation: null, specialty: '', img: null, sources: [], twitter: null }
  const ada = { ...person, _id: 'ada', name: 'Dr. Ada Okoye', facebook: null, linkedin: null }
  const leo = { ...ada, _id: 'leo', name: 'Dr. Leo Haddad' }
  server.answers['GET /team'] = () => Response.json([ada, leo])
  const { user, site } = await find(text)
  const actions = within(await screen.findByRole('group', { name: 'Actions' }))
  expect(await actions.findByRole('option', { name: /^Dr\. Ada Okoye away on / })).toBeVisible()
  expect(actions.queryByRole('option', { name: /Haddad/ })).not.toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(site.location.pathname + site.location.search).toBe(address)
})
