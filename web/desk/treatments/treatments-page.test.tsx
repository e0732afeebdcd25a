import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type {
  AdminTreatment,
  ComingAppointments,
  TreatmentAdministration,
} from '#contract/treatments/treatment-admin.ts'
import { ALLERGY } from '#web/desk/doctors/testing/novak.ts'
import { type Call, fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import TreatmentsPage from './treatments-page.tsx'

const coming: ComingAppointments = [
  { date: '2027-03-02', startMinute: 540, lengthMinutes: 30, ageMonths: null, count: 1 },
  { date: '2027-05-02', startMinute: 540, lengthMinutes: 30, ageMonths: 20, count: 2 },
]
const weight: AdminTreatment = {
  ...ALLERGY,
  _id: '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed2',
  name: 'Weight Loss',
  needsDoctor: false,
  startMinutes: [540],
  maxAgeMonths: null,
  prices: [{ validFrom: '2000-01-01', price: 80 }],
  doctors: [],
}
const OPEN = [{ from: 540, to: 1020 }]
const list: TreatmentAdministration = {
  today: '2027-03-01',
  treatments: [ALLERGY, weight],
  week: [[], OPEN, OPEN, OPEN, OPEN, OPEN, []],
}

const ONE = `/treatments/${ALLERGY._id}`
const typedIn = (call: Call) => call.body as Partial<AdminTreatment>

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  // Charts need a width to be drawn.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  server = fakeServer()
  server.answers['GET /treatments'] = () => Response.json(list)
  server.answers[`GET ${ONE}/coming`] = () => Response.json(coming)
})

async function open() {
  const { user } = openAdminPage('/dashboard/treatments', TreatmentsPage)
  await screen.findByRole('heading', { name: 'Allergy Testing' })
  const type = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), text)
  }
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { user, type, press }
}

const namesShown = () =>
  within(screen.getByRole('list', { name: 'Treatments' }))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)

describe('the list', () => {
  it('shows price, length, times, ages and doctors of each treatment', async () => {
    await open()
    expect(
      screen.getByText(
        '$110 · $120 planned · 30 minutes · 2 times a day · 1 not offered · 0–2 years · Dr. Amara Okafor',
      ),
    ).toBeVisible()
  })

  it('moves a treatment by keyboard, and back if the server refuses', async () => {
    const answer = server.holdBack('PUT /treatments/order')
    const { user } = await open()
    screen.getByRole('button', { name: 'Move Weight Loss up' }).focus()
    await user.keyboard('{Enter}')
    expect(namesShown()).toEqual(['Weight Loss', 'Allergy Testing'])
    expect(screen.getByRole('button', { name: 'Move Weight Loss down' })).toHaveFocus()
    expect(screen.getByText('Weight Loss is now 1 of 2')).toBeInTheDocument()
    answer(refusal(409, 'Someone else was faster.'))
    expect(await screen.findByText('Someone else was faster.')).toBeVisible()
    await waitFor(() => expect(namesShown()).toEqual(['Allergy Testing', 'Weight Loss']))
    const [first, second] = list.treatments.map(({ _id }) => _id)
    expect(server.callsOf('PUT', '/treatments/order')[0]?.body).toEqual({
      seen: [first, second],
      order: [second, first],
    })
  })

  it('offers to add a treatment if there is none', async () => {
    server.answers['GET /treatments'] = () => Response.json({ ...list, treatments: [] })
    const { user } = openAdminPage('/dashboard/treatments', TreatmentsPage)
    expect(await screen.findByText('No treatments yet')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Add one' }))
    expect(await screen.findByRole('form', { name: 'Add a treatment' })).toBeVisible()
  })
})

describe('editing', () => {
  it('marks times that are not offered, shows the effects, and saves', async () => {
    server.answers[`PUT ${ONE}`] = (call) =>
      Response.json({ ...ALLERGY, ...typedIn(call), version: 4 })
    const { type, press } = await open()
    await press('Edit Allergy Testing')
    expect(await screen.findByText('Not offered: outside opening hours')).toBeVisible()
    expect(screen.getByRole('img', { name: /^1 of 2 start times lie within/ })).toBeVisible()
    expect(await screen.findByText('3 upcoming appointments: all of them still fit.')).toBeVisible()

    await press('Remove 9:00 AM')
    expect(screen.getByText('3 of 3 upcoming appointments will no longer fit.')).toBeVisible()
    await type('Every (minutes)', '60')
    await press('Replace with 8 times')
    expect(screen.getByText('3 upcoming appointments: all of them still fit.')).toBeVisible()
    await type('Below age, years', '1')
    expect(screen.getByText('2 of 3 upcoming appointments will no longer fit.')).toBeVisible()
    await type('Below age, years', '3')
    await type('Below age, months', '6')
    await press('Save')
    expect(await screen.findByText('Allergy Testing is saved')).toBeVisible()
    expect(server.callsOf('PUT', ONE)[0]?.body).toEqual({
      name: 'Allergy Testing',
      active: true,
      booking: 'online',
      needsDoctor: true,
      lengthMinutes: 30,
      startMinutes: [540, 600, 660, 720, 780, 840, 900, 960],
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      bufferMinutes: 0,
      minAgeMonths: null,
      maxAgeMonths: 42,
      version: 3,
    })
    expect(screen.queryByRole('form', { name: /^Edit/ })).not.toBeInTheDocument()
  })

  it('keeps the input if another admin was faster, and shows their change', async () => {
    const theirs = { ...ALLERGY, lengthMinutes: 45, version: 4 }
    server.answers[`PUT ${ONE}`] = () =>
      refusal(409, 'Overtaken', { code: 'stale', current: theirs })
    const { type, press } = await open()
    await press('Edit Allergy Testing')
    await type('Name', 'Allergies')
    await press('Save')
    expect(await screen.findByRole('alert')).toHaveTextContent('Length (minutes)45')
    expect(screen.getByLabelText('Name')).toHaveValue('Allergies')
    expect(screen.getByLabelText('Length (minutes)')).toHaveValue(45)

    server.answers[`PUT ${ONE}`] = (call) =>
      Response.json({ ...theirs, ...typedIn(call), version: 5 })
    await press('Save')
    await screen.findByText('Allergies is saved')
    expect(server.callsOf('PUT', ONE).at(-1)?.body).toMatchObject({
      name: 'Allergies',
      lengthMinutes: 45,
      version: 4,
    })
  })

  it('shows what is wrong beside its fields, and focuses the first of them', async () => {
    const issues = [
      { path: 'bufferMinutes', message: 'Too long' },
      { path: 'name', message: 'Another treatment has this name' },
    ]
    server.answers[`PUT ${ONE}`] = () => refusal(400, 'x', { issues })
    const { type, press } = await open()
    await press('Edit Allergy Testing')
    await type('From age, years', '2')
    await press('Save')
    expect(await screen.findByText('The upper age has to be above the lower one')).toBeVisible()
    await type('Below age, years', '3')
    await press('Save')
    await screen.findByText('Another treatment has this name')
    const name = screen.getByLabelText('Name')
    expect(name).toHaveAccessibleDescription('Another treatment has this name')
    expect(screen.getByText('Too long')).toBeVisible()
    expect(name).toHaveFocus()
  })
})

describe('prices', () => {
  it('are planned with one form, which says what does not change', async () => {
    server.answers[`POST ${ONE}/prices`] = ({ body }) => {
      const { price, validFrom } = body as { price: number; validFrom: string }
      return Response.json({
        ...ALLERGY,
        prices: [...ALLERGY.prices, { validFrom, price }],
        version: 4,
      })
    }
    const { user, type, press } = await open()
    await press('Edit Allergy Testing')
    expect(screen.getByText('3 appointments from that day on keep their price.')).toBeVisible()
    await press('Plan price')
    expect(await screen.findByText('Enter a price of at least $0.50')).toBeVisible()
    await type('New price (dollars)', '125.50')
    await user.clear(screen.getByLabelText('From', { selector: '[type=date]' }))
    await user.type(screen.getByLabelText('From', { selector: '[type=date]' }), '2027-07-01')
    await press('Plan price')
    expect(await screen.findByText('The price from Thu, Jul 1, 2027 is planned')).toBeVisible()
    const steps = screen.getByRole('img', { name: /^Prices of Allergy Testing: / })
    expect(steps).toHaveAccessibleName(/, \$125\.50 from Thu, Jul 1, 2027$/)
    expect(steps).toHaveTextContent('$125.50')
    expect(server.callsOf('POST', `${ONE}/prices`)[0]?.body).toEqual({
      price: 125.5,
      validFrom: '2027-07-01',
      version: 3,
    })
  })

  it('can be withdrawn while they are planned, and restored', async () => {
    const without = { ...ALLERGY, prices: ALLERGY.prices.slice(0, 2), version: 4 }
    server.answers[`DELETE ${ONE}/prices/2027-06-01`] = () => Response.json(without)
    server.answers[`POST ${ONE}/prices`] = () => Response.json({ ...ALLERGY, version: 5 })
    const { press } = await open()
    await press('Edit Allergy Testing')
    expect(screen.getByText('Current').closest('li')).toHaveTextContent(
      '$110 from Fri, Jan 1, 2027',
    )
    expect(screen.getByText('Past prices (1)')).toBeVisible()
    await press('Withdraw the price from Tue, Jun 1, 2027')
    expect(await screen.findByText('The price from Tue, Jun 1, 2027 is withdrawn')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).not.toBeInTheDocument()
    await press('Undo')
    expect(await screen.findByRole('button', { name: /^Withdraw/ })).toBeVisible()
    expect(server.callsOf('POST', `${ONE}/prices`)[0]?.body).toEqual({
      price: 120,
      validFrom: '2027-06-01',
      version: 4,
    })
  })

  it('are not planned over another admin’s change', async () => {
    const theirs = {
      ...ALLERGY,
      prices: [...ALLERGY.prices, { validFrom: '2027-09-01', price: 150 }],
      version: 4,
    }
    server.answers[`POST ${ONE}/prices`] = () =>
      refusal(409, 'Someone else has changed this.', { code: 'stale', current: theirs })
    const { type, press } = await open()
    await press('Edit Allergy Testing')
    await type('New price (dollars)', '125')
    await press('Plan price')
    expect(await screen.findByText('Someone else has changed this.')).toBeVisible()
    expect(screen.getByText('from Wed, Sep 1, 2027', { exact: false })).toBeVisible()
    expect(screen.getByLabelText('New price (dollars)')).toHaveValue('125')
  })
})

it('adds a treatment with its first price', async () => {
  server.answers['POST /treatments'] = () => Response.json({ insertedId: '1' }, { status: 201 })
  const { type, press } = await open()
  await press('Add a treatment')
  await type('Name', 'Sleep Training')
  await press('Save')
  expect(await screen.findByText('Enter a price of at least $0.50')).toBeVisible()
  await type('Price (dollars)', '$65')
  await press('Fill with 16 times')
  await press('Save')
  expect(await screen.findByText('Sleep Training is added')).toBeVisible()
  expect(server.callsOf('POST', '/treatments')[0]?.body).toMatchObject({
    name: 'Sleep Training',
    price: 65,
    lengthMinutes: 30,
  })
})
