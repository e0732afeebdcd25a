import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Appointment } from '#contract/booking/appointments.ts'
import { changeFixture } from '#machines/change/change-walks.ts'
import { CLIENT_SECRET, TRANSACTION, unpaid } from '#machines/payment/payment-walks.ts'
import { siteQueries } from '#web/testing/site-queries.ts'
import type { CardAdapter } from './card/card-adapter.ts'
import { adapterOf, createFakeStripe } from './card/testing/fake-stripe.ts'
import { PaymentFlow } from './payment-page.tsx'

const other: Appointment = {
  ...unpaid,
  _id: '01890a5d-ac96-774b-bcce-b302099a8058',
  treatment: 'Weight Loss',
  price: 80.5,
}

/** What the server knows, and what it was sent. */
const server = {
  appointments: new Map<string, Appointment>(),
  intent: (): Response => Response.json({ clientSecret: CLIENT_SECRET }),
  options: optionsOf,
  bills: [] as unknown[],
}

/** What can be changed of an appointment; the second one was moved late. */
function optionsOf(id: string): Response {
  const { price, treatment } = id === other._id ? other : unpaid
  const refundCeiling = id === other._id ? 0 : null
  return Response.json({ ...changeFixture.options, _id: id, price, treatment, refundCeiling })
}

beforeEach(() => {
  server.appointments = new Map([unpaid, other].map((each) => [each._id, each]))
  server.intent = () => Response.json({ clientSecret: CLIENT_SECRET })
  server.options = optionsOf
  server.bills = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path === '/payments') {
      server.bills.push(JSON.parse(String(body)))
      return server.intent()
    }
    if (path === `/payments/${TRANSACTION}/check`) {
      return Response.json({ paid: true, transactionId: TRANSACTION })
    }
    const asked = /^\/appointments\/(.+)\/options$/.exec(path)?.[1]
    if (asked) return server.options(asked)
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
    <MemoryRouter>
      <QueryClientProvider client={siteQueries()}>
        <PaymentFlow appointmentId={ids.join()} card={adapter} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { card, user: userEvent.setup({ delay: null }) }
}

it('pays several appointments with one card entry', async () => {
  const { card, user } = open(unpaid._id, other._id)
  expect(await screen.findByRole('heading', { name: '2 appointments' })).toBeVisible()
  expect(screen.getByText('$200.50')).toBeVisible()
  await screen.findByRole('group', { name: 'Card' })
  await card.change({ complete: true })
  await user.click(await screen.findByRole('button', { name: 'Pay' }))
  expect(await screen.findByText('Congrats! Your payment is completed.')).toBeVisible()
  expect(server.bills).toEqual([
    {
      appointments: [
        { appointment: unpaid._id, price: 120 },
        { appointment: other._id, price: 80.5 },
      ],
    },
  ])
})

it('names for whom each appointment is, where one is for a child', async () => {
  open(unpaid._id, other._id)
  expect(await screen.findByRole('heading', { name: '2 appointments' })).toBeVisible()
  expect(screen.queryByText(/^For /)).not.toBeInTheDocument()
  cleanup()
  server.appointments.set(other._id, { ...other, child: { _id: 'mia', name: 'Mia' } })
  open(unpaid._id, other._id)
  const names = await screen.findAllByText(/^For /)
  expect(names.map(({ textContent }) => textContent)).toEqual([
    `For ${unpaid.patientName}`,
    'For Mia',
  ])
})

it('says of each appointment what canceling refunds, also after a failure', async () => {
  server.options = () => Response.json({ code: 'internal', message: 'No.' }, { status: 500 })
  const { user } = open(unpaid._id, other._id)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('We couldn’t load the refund terms')
  server.options = optionsOf
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  const linesOf = async (name: RegExp) => {
    const list = (await screen.findByRole('heading', { name })).nextElementSibling
    return [...(list?.children ?? [])].map(({ textContent }) => textContent)
  }
  expect(await linesOf(/^If you cancel Allergy Testing on /)).toEqual([
    '24 hours or more before: full refund of $120',
    'Later: no refund',
  ])
  expect(await linesOf(/^If you cancel Weight Loss on /)).toEqual(['At any time before: no refund'])
})

it('leaves out what was paid while the page was open', async () => {
  server.intent = () => {
    server.appointments.set(unpaid._id, { ...unpaid, paid: true, transactionId: 'pi_other' })
    server.intent = () => Response.json({ clientSecret: CLIENT_SECRET })
    const refusal = { code: 'already_paid', message: 'Paid.', transactionId: 'pi_other' }
    return Response.json(refusal, { status: 409 })
  }
  open(unpaid._id, other._id)
  expect(await screen.findByRole('heading', { name: '1 appointment' })).toBeVisible()
  expect(screen.queryByText('Allergy Testing')).toBeNull()
})

it('finds nothing when one of them is another patient’s', async () => {
  open(unpaid._id, crypto.randomUUID())
  expect(await screen.findByText('We couldn’t find that appointment')).toBeVisible()
})
