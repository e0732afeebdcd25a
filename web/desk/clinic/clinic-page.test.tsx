import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { changeOf, SETTING_GROUPS } from '#contract/clinic/clinic-settings.ts'
import type { SettingGroup } from '#contract/clinic/setting.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import { CLINIC_STATE } from '#web/testing/clinic-state.ts'
import ClinicPage from './clinic-page.tsx'

type Setting = SettingGroup['settings'][string]

const SETTINGS = 'GET /clinic/settings'
const COPY = 'GET /second-copy'
const SAVE = 'PUT /clinic/settings'
const state = CLINIC_STATE

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.answers[SETTINGS] = () => Response.json(state)
  server.answers[COPY] = () => Response.json({ copy: null })
  server.answers['GET /available/next'] = () => Response.json([])
})

const pathOf = (title: string) => `/dashboard/clinic/${title.toLowerCase().replaceAll(' ', '-')}`

/** Opens the page of a group. */
async function open(title = 'Contact') {
  const { user, site } = openAdminPage(
    pathOf(title),
    ClinicPage,
    undefined,
    '/dashboard/clinic/:section?',
  )
  const field = (label: string) => screen.getByLabelText(label)
  await screen.findByRole('form', { name: title })
  return {
    site,
    field,
    async type(label: string, text: string) {
      await user.clear(field(label))
      await user.type(field(label), text)
    },
    press: (name: string) => user.click(screen.getByRole('button', { name })),
  }
}

it('saves the changes of a group, and keeps the others', async () => {
  server.answers[SAVE] = ({ body }) => Response.json({ ...state, ...(body as object), version: 4 })
  const { field, type, press } = await open('Reminders by email')
  expect(screen.queryByRole('navigation', { name: 'Sections' })).not.toBeInTheDocument()
  await type('First reminder, days before', '5')
  fireEvent.change(field('Second reminder at'), { target: { value: '12:30' } })
  await press('Save changes')
  expect(await screen.findByText('The clinic’s settings are saved')).toBeVisible()
  expect(server.callsOf('PUT', '/clinic/settings')[0]?.body).toEqual({
    ...changeOf(state),
    firstReminderDays: 5,
    secondReminderTime: '12:30',
  })
  expect(screen.queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument()
})

it.each(SETTING_GROUPS.map((group: SettingGroup) => group))(
  'has a page for “$title”, with a field for each of its settings',
  async ({ title, settings }) => {
    await open(title)
    const form = within(screen.getByRole('form', { name: title }))
    for (const { label, hint, type } of Object.values<Setting>(settings)) {
      if (type === 'own') continue
      expect(form.getByLabelText(label)).toHaveAccessibleDescription(hint ?? '')
    }
  },
)

it('shows the hours from the schedule', async () => {
  await open('Opening hours')
  expect(screen.getByText('Monday to Friday 09:00am to 05:00pm')).toBeVisible()
})

it('keeps the input if another admin was faster, shows their change, and saves both once they are merged', async () => {
  const theirs = { ...state, city: 'Salem', phone: '(503) 555-0111', version: 4 }
  server.answers[SAVE] = () => refusal(409, 'Overtaken', { code: 'stale', current: theirs })
  const { field, type, press } = await open()
  await type('Phone', '(503) 555-0199')
  await press('Save changes')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Nothing you typed was lost')
  expect(document.activeElement).toContainElement(alert)
  expect(alert).toHaveTextContent('CitySalem')
  expect(alert).toHaveTextContent('Phone(503) 555-0111')
  expect(field('Phone')).toHaveValue('(503) 555-0199')
  expect(field('City')).toHaveValue('Salem')

  server.answers[SAVE] = () => refusal(429, 'Please wait a minute.')
  await press('Save changes')
  const failure = await screen.findByText(/^Please wait a minute. Nothing you typed/)
  expect(document.activeElement).toContainElement(failure)

  server.answers[SAVE] = ({ body }) => Response.json({ ...theirs, ...(body as object), version: 5 })
  await press('Save changes')
  await screen.findByText('The clinic’s settings are saved')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(server.callsOf('PUT', '/clinic/settings').at(-1)?.body).toMatchObject({
    city: 'Salem',
    phone: '(503) 555-0199',
    version: 4,
  })
})

it('edits the refund terms line by line, and keeps the last line', async () => {
  server.answers[SAVE] = ({ body }) => Response.json({ ...state, ...(body as object), version: 4 })
  const { press } = await open('Changes and refunds')
  const lines = (label: string) => screen.getAllByLabelText(label)
  await press('Add a line')
  expect(
    lines('At least this many hours before').map((line) => (line as HTMLInputElement).value),
  ).toEqual(['24', '12', '0'])
  const bar =
    '100 percent from 24 hours before, 100 percent from 12 hours before, 0 percent from 0 hours before'
  expect(screen.getByRole('img', { name: bar })).toBeVisible()
  await press('Save changes')
  await screen.findByText('The clinic’s settings are saved')
  const saved = () => server.callsOf('PUT', '/clinic/settings').at(-1)?.body
  const bands = [
    { hours: 24, percent: 100 },
    { hours: 12, percent: 100 },
    { hours: 0, percent: 0 },
  ]
  expect(saved()).toMatchObject({ refundBands: bands })
  await press('Add a line')
  await press('Remove line 1')
  await press('Remove line 1')
  await press('Remove line 1')
  expect(lines('Percent refunded')).toHaveLength(1)
})

it('shows what is wrong beside its field, before and after asking the server', async () => {
  const { field, type, press } = await open()
  await type('City', ' ')
  await press('Save changes')
  expect(field('City')).toHaveAccessibleDescription(/./)
  expect(server.callsOf('PUT', '/clinic/settings')).toEqual([])

  server.answers[SAVE] = () =>
    refusal(400, 'Not valid', {
      issues: [
        { path: 'quietFrom', message: 'Too early' },
        { path: 'city', message: 'City is unknown' },
      ],
    })
  await press('Discard changes')
  await type('City', 'Nowhere')
  await press('Save changes')
  await screen.findByText('City is unknown')
  expect(field('City')).toHaveFocus()
  expect(field('City')).toHaveAccessibleDescription('City is unknown')
  expect(field('City')).toHaveValue('Nowhere')
})

it('says which buttons of Next visit are possible', async () => {
  const { field, type, press } = await open('Next visits')
  await type('Buttons of Next visit', '2 weeks, soon')
  await press('Save changes')
  expect(field('Buttons of Next visit')).toHaveAccessibleDescription(
    /Enter up to 8 different intervals, like: 2 weeks, 3 months, 1 year/,
  )
  expect(server.callsOf('PUT', '/clinic/settings')).toEqual([])
})

it('links to every section that is not a tab', async () => {
  await open()
  const links = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link')
  const titles = SETTING_GROUPS.map(({ title }) => title).filter(
    (title) => title !== 'Front desk' && title !== 'Reminders by email',
  )
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    titles.map((title) => [title, pathOf(title)]),
  )
  expect(screen.getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'page')
})

it.each([
  ['/dashboard/clinic', '/dashboard/clinic', 'Name'],
  ['/dashboard/clinic#waiting-list', '/dashboard/clinic/waiting-list', 'Waiting list'],
  ['/dashboard/clinic/unknown', '/dashboard/clinic', 'Name'],
])('redirects from %s to %s', async (address, path, title) => {
  const { site } = openAdminPage(address, ClinicPage, undefined, '/dashboard/clinic/:section?')
  expect(await screen.findByRole('form', { name: title })).toBeVisible()
  expect(site.location.pathname).toBe(path)
})

it('leads to the refund terms only if they are wrong together', async () => {
  const { field, type, press } = await open('Changes and refunds')
  const moves = 'Online moves per appointment'
  await press('Add a line')
  const [first, second] = screen.getAllByLabelText('Percent refunded')
  await type(moves, '-1')
  fireEvent.change(first as HTMLElement, { target: { value: '10' } })
  fireEvent.change(second as HTMLElement, { target: { value: '20' } })
  await press('Save changes')
  await screen.findByText(/^Each line needs fewer hours/)
  expect(field(moves)).toHaveFocus()
  await type(moves, '1')
  await press('Save changes')
  expect(screen.getAllByLabelText('At least this many hours before')[0]).toHaveFocus()
  expect(server.callsOf('PUT', '/clinic/settings')).toEqual([])
})

it('shows the age of the second copy, and the result of its last check', async () => {
  await open('Second copy')
  expect(await screen.findByText(/There is no second copy/)).toBeVisible()
  const copy = {
    place: 's3://clinic/copy',
    ageSeconds: 480,
    alarmMinutes: 5,
    isTooOld: true,
    drill: { at: '2027-03-01T11:00:00.000Z', failed: ['integrity', 'images'] },
  }
  server.answers[COPY] = () => Response.json({ copy })
  await open('Second copy')
  expect(await screen.findByText('8 minutes behind')).toHaveTextContent('too old')
  expect(screen.getByText('Failed: the database is damaged; images are missing')).toBeVisible()
})
