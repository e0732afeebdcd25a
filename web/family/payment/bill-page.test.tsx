import { cleanup, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Appointment } from '#contract/booking/appointments.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { CLIENT_SECRET, TRANSACTION, unpaid } from '#machines/testing/payment/payment-walks.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { REOFFERED } from '#web/both/waitlist/testing/entry.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { user } from '#web/testing/user.ts'
import { BillFlow } from './bill-page.tsx'
import type { CardAdapter } from './card/card-adapter.ts'
import { adapterOf, createFakeStripe } from './card/testing/fake-stripe.ts'

const own: Appointment = { ...unpaid, date: 'Jun 9, 2026', terms: DEFAULT_TERMS, moves: 0 }
const other: Appointment = {
  ...own,
  _id: '01890a5d-ac96-774b-bcce-b302099a8058',
  treatment: 'Weight Loss',
  price: 80.5,
}

/** The appointment whose time is closed. */
const visit = { _id: other._id, date: '2026-06-09', slot: other.slot }

/** What the server knows, and what it was sent. */
const server = {
  appointments: new Map<string, Appointment>(),
  intent: (): Response => Response.json({ clientSecret: CLIENT_SECRET, cards: [] }),
  bills: [] as unknown[],
}

beforeEach(() => {
  server.appointments = new Map([own, other].map((each) => [each._id, each]))
  server.intent = () => Response.json({ clientSecret: CLIENT_SECRET, cards: [] })
  server.bills = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path === '/payments') {
      server.bills.push(JSON.parse(String(body)))
      return server.intent()
    }
    if (path === `/payments/${TRANSACTION}/check`) {
      return Response.json({ paid: true, transactionId: TRANSACTION })
    }
    if (path === '/config') return Response.json(config)
    if (path.startsWith('/waitlist')) return Response.json([{ ...REOFFERED, appointment: visit }])
    const found = server.appointments.get(path.replace('/appointment/', ''))
    return Response.json(found ?? { code: 'not_found', message: 'No.' }, {
      status: found ? 200 : 404,
    })
  })
})

function open(...ids: string[]) {
  const card = createFakeStripe()
  const adapter: CardAdapter = {
    ...adapterOf(card.stripe),
    createPaymentMethod: async () => 'pm_1',
    confirm: async () => ({ kind: 'charged', transactionId: TRANSACTION }),
  }
  render(
    <InSite>
      <BillFlow ids={ids} card={adapter} />
    </InSite>,
  )
  return card
}

async function pay(card: ReturnType<typeof open>) {
  await screen.findByRole('group', { name: 'Card' })
  await card.change({ complete: true })
  await user.click(await screen.findByRole('button', { name: /^Pay \$/ }))
  expect(await screen.findByText('Congrats! Your payment is completed.')).toBeVisible()
}

it('pays several appointments with one card entry', async () => {
  const card = open(own._id, other._id)
  expect(await screen.findByRole('heading', { name: '2 appointments' })).toBeVisible()
  expect(screen.getByText('$200.50')).toBeVisible()
  await pay(card)
  expect(server.bills).toEqual([
    {
      appointments: [
        { appointment: unpaid._id, price: 120 },
        { appointment: other._id, price: 80.5 },
      ],
    },
  ])
})

it('names who each appointment is for, where one is for a child', async () => {
  open(own._id, other._id)
  expect(await screen.findByRole('heading', { name: '2 appointments' })).toBeVisible()
  expect(screen.queryByText('For')).not.toBeInTheDocument()
  cleanup()
  server.appointments.set(other._id, { ...other, child: { _id: 'mia', name: 'Mia' } })
  open(own._id, other._id)
  const names = await screen.findAllByText('For')
  expect(names.map(({ textContent }) => textContent)).toEqual([
    `For ${unpaid.patientName}`,
    'For Mia',
  ])
  expect(document.querySelectorAll('[data-initials="M"]')).toHaveLength(1)
  expect(screen.getAllByText(/^Tue, Jun 9, 2026,/)).toHaveLength(2)
})

describe('what is paid for', () => {
  const missed: Appointment = {
    ...other,
    date: 'May 5, 2026',
    outcome: {
      kind: 'missed',
      on: 'May 5, 2026',
      treatmentId: 'weight',
      paid: 0,
      refunded: 0,
      kept: 0,
      toHandBack: 0,
      onItsWay: 0,
      atDesk: false,
    },
  }

  it('lists only upcoming appointments at first; the others are labeled', async () => {
    server.appointments.set(missed._id, missed)
    server.appointments.set(own._id, { ...own, shared: true, mayPay: true })
    open(own._id, missed._id)
    expect(await screen.findByRole('heading', { name: '1 of 2 appointments' })).toBeVisible()
    expect(
      screen.getByRole('checkbox', { name: /^Allergy Testing.*another guardian/ }),
    ).toBeChecked()
    expect(screen.getByRole('checkbox', { name: /^Weight Loss.*Missed May 5/ })).not.toBeChecked()
    expect(screen.getByText('Total').parentElement).toHaveTextContent('$120')
  })

  it('is chosen line by line, and the sum follows', async () => {
    server.appointments.set(missed._id, missed)
    const card = open(own._id, missed._id)
    await user.click(await screen.findByRole('checkbox', { name: /^Weight Loss/ }))
    const total = () => screen.getByText('Total').parentElement
    expect(total()).toHaveTextContent('$200.50')
    await user.click(screen.getByRole('checkbox', { name: /^Allergy Testing/ }))
    expect(total()).toHaveTextContent('$80.50')
    await user.click(screen.getByRole('checkbox', { name: /^Weight Loss/ }))
    expect(screen.getByText('Choose at least one appointment to pay for.')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: /^Weight Loss/ }))
    await user.click(screen.getByRole('checkbox', { name: /^Allergy Testing/ }))
    await pay(card)
    const last = {
      appointments: [own, missed].map(({ _id: appointment, price }) => ({ appointment, price })),
    }
    expect(server.bills.at(-1)).toEqual(last)
  })

  it('has its terms said once where all share them, and none for what is over', async () => {
    server.appointments.set(other._id, { ...other, child: { _id: 'mia', name: 'Mia' } })
    server.appointments.set(own._id, { ...own, child: { _id: 'ben', name: 'Ben' } })
    open(own._id, other._id)
    const lines = async () => {
      const list = await screen.findByRole('list', { name: 'Changes and refunds' })
      return [...list.children].map(({ textContent }) => textContent)
    }
    const until = [
      'Free to cancel until Mon, Jun 8, 9:00 AM',
      'Can be moved online until Tue, 7:00 AM',
    ]
    expect(await lines()).toEqual(until)
    cleanup()
    server.appointments.set(other._id, {
      ...other,
      child: { _id: 'mia', name: 'Mia' },
      refundCeiling: 0,
    })
    open(own._id, other._id)
    expect(await lines()).toEqual([
      `Ben: ${until.join(' · ')}`,
      'Mia: No refund if you cancel · Can be moved online until Tue, 7:00 AM',
    ])
    cleanup()
    server.appointments.set(other._id, {
      ...other,
      child: { _id: 'ben', name: 'Ben' },
      date: 'Jun 10, 2026',
    })
    open(own._id, other._id)
    expect((await lines())[0]).toBe(`Ben, Tue, Jun 9, 2026: ${until.join(' · ')}`)
  })
})

it('leaves out what was paid while the page was open', async () => {
  server.intent = () => {
    server.appointments.set(own._id, { ...own, paid: true, transactionId: 'pi_other' })
    server.intent = () => Response.json({ clientSecret: CLIENT_SECRET, cards: [] })
    const refusal = { code: 'already_paid', message: 'Paid.', transactionId: 'pi_other' }
    return Response.json(refusal, { status: 409 })
  }
  open(own._id, other._id)
  expect(await screen.findByRole('heading', { name: '1 appointment' })).toBeVisible()
  expect(screen.queryByText('Allergy Testing')).toBeNull()
})

it('finds nothing when one of them is another patient’s', async () => {
  open(unpaid._id, crypto.randomUUID())
  expect(await screen.findByText('We couldn’t find that appointment')).toBeVisible()
})

it('leaves out what needs an answer first', async () => {
  const third = { ...own, _id: '01890a5d-ac96-774b-bcce-b302099a8059', treatment: 'Nutrition' }
  server.appointments.set(third._id, third)
  server.appointments.set(other._id, { ...other, reoffer: { offer: 'offer' } })
  const card = open(own._id, other._id, third._id)
  expect(await screen.findByRole('heading', { name: '2 appointments' })).toBeVisible()
  expect(await screen.findByRole('region', { name: 'Needs your answer' })).toBeVisible()
  expect(screen.getByText(/1 appointment can’t take place at its time/)).toBeVisible()
  await pay(card)
  const items = [own, third].map(({ _id }) => ({ appointment: _id, price: 120 }))
  expect(server.bills).toEqual([{ appointments: items }])
})

it('says what happens next right after the booking', async () => {
  const mia = { _id: '01890a5d-ac96-774b-bcce-b302099a8060', name: 'Mia' }
  server.appointments.set(other._id, { ...other, child: mia })
  render(
    <InSite>
      <BillFlow ids={[own._id, other._id]} isJustBooked />
    </InSite>,
  )
  expect(await screen.findByText('Your appointments are booked')).toBeVisible()
  const next = within(screen.getByRole('region', { name: 'What happens next' }))
  expect(next.getByRole('heading', { name: 'Where' })).toBeVisible()
  expect(next.getByRole('heading', { name: 'What to bring' })).toBeVisible()
  expect(next.getByRole('button', { name: 'Add to calendar: Mia, Tue, Jun 9, 2026' })).toBeVisible()
})

it('asks for no card when all of it needs an answer first', async () => {
  for (const each of [own, other]) {
    server.appointments.set(each._id, { ...each, reoffer: { offer: 'offer' } })
  }
  open(own._id, other._id)
  expect(await screen.findByText(/2 appointments can’t take place at their time/)).toBeVisible()
  expect(await screen.findByRole('button', { name: /^Accept/ })).toBeVisible()
  expect(screen.queryByRole('group', { name: 'Card' })).not.toBeInTheDocument()
  expect(screen.queryByText('Canceled')).not.toBeInTheDocument()
})
