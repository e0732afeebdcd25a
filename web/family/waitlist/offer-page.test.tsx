import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { Offer } from '#contract/waitlist/waitlist.ts'
import { offerFixture } from '#machines/testing/offer/offer-walks.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { OfferFlow } from './offer-page.tsx'

const { _id: id } = offerFixture
const others = [{ _id: 'other', child: 'Ben', date: '2027-03-02', slot: '09:30 AM - 10:00 AM' }]
const reoffered = { ...offerFixture, reoffer: { others } }

function open(offer: Offer = reoffered) {
  const server = fakeServer()
  server.answers[`GET /offers/${id}`] = () => Response.json(offer)
  return { server, ...openAdminPage(`/dashboard/offers/${id}`, () => <OfferFlow id={id} />) }
}

it('says that the clinic closes, and offers other times and the family’s other re-offers', async () => {
  open()
  await screen.findByRole('heading', { name: 'A new time for Mia' })
  screen.getByText(
    /If you don’t answer by then, we’ll cancel your appointment and refund everything/,
  )
  const href = `/dashboard/appointment/${offerFixture.from?._id}?move`
  expect(screen.getByRole('link', { name: 'Other times' }).getAttribute('href')).toBe(href)
  const other = screen.getByRole('link', { name: /^Ben: Tue, Mar 2, 2027, 9:30 AM/ })
  expect(other.getAttribute('href')).toBe('/dashboard/offers/other')
})

it('says why, until when to answer, and what follows before the appointment is canceled', async () => {
  open({
    ...offerFixture,
    answerByAt: { date: '2027-02-26', minute: 18 * 60 },
    reoffer: { others: [], why: 'A pipe has burst.' },
  })
  await screen.findByText('Why: A pipe has burst.')
  const held = screen.getByText(/please answer by/)
  expect(held).toHaveTextContent(
    /please answer by 6:00 PM on Fri, Feb 26, 2027\. If you don’t, we’ll try to call/,
  )
  expect(held).toHaveTextContent(/by 1:00 PM on Mon, Mar 1, 2027, we’ll cancel your appointment/)
  const accept = screen.getByRole('button', { name: 'Accept' })
  const facts = screen.getByText('Instead of')
  expect(accept.compareDocumentPosition(facts) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('names the terms before Accept', async () => {
  const server = fakeServer()
  const { clinic } = config
  server.answers['GET /config'] = () =>
    Response.json({
      ...config,
      clinic: { ...clinic, today: '2027-02-20', lastDay: '2027-05-20' },
      onlineRules: { changeUntilHours: 2, mostMoves: 3 },
      refundTerms: DEFAULT_TERMS,
    })
  server.answers[`GET /offers/${id}`] = () => Response.json({ ...offerFixture, from: null })
  openAdminPage(`/dashboard/offers/${id}`, () => <OfferFlow id={id} />)
  const terms = await screen.findByText('Free to cancel until Mon, Mar 1, 9:00 AM')
  const accept = screen.getByRole('button', { name: 'Accept' })
  expect(terms.compareDocumentPosition(accept) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('cancels the appointment when the family declines', async () => {
  const { server, user } = open()
  server.answers[`POST /offers/${id}/decline`] = () =>
    Response.json({ ...reoffered, state: 'declined' })
  await user.click(await screen.findByRole('button', { name: 'Cancel the appointment' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this appointment?' }))
  expect(server.callsOf('POST', `/offers/${id}/decline`)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Cancel appointment' }))
  await screen.findByRole('heading', { name: 'Your appointment has been canceled' })
  screen.getByText('We’re refunding everything that was paid for it.')
})

it('asks a guardian for phone and address where they are not known', async () => {
  const offer = { ...offerFixture, from: null, needsContact: true }
  const { server, user } = open(offer)
  server.answers[`POST /offers/${id}/accept`] = () =>
    Response.json({ ...offer, state: 'accepted', appointmentId: 'made' })
  const phone = await screen.findByLabelText('Phone')
  await user.type(phone, 'call me')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  await screen.findByText('Enter a valid phone number, such as (503) 555-0142 ext. 12')
  screen.getByText('Address is required')
  expect(server.callsOf('POST', `/offers/${id}/accept`)).toEqual([])
  await user.clear(phone)
  await user.type(phone, '503 555 0142')
  await user.type(screen.getByLabelText('Address'), '1 Main Street')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  await screen.findByRole('heading', { name: 'The time is yours' })
  const contact = { phone: '503 555 0142', address: '1 Main Street' }
  expect(server.callsOf('POST', `/offers/${id}/accept`)).toMatchObject([
    { body: { version: 0, contact } },
  ])
})

it('shows the times of siblings, and accepts all of them at once', async () => {
  const times = [
    { child: 'Mia', slot: '09:00 AM - 09:30 AM', doctor: 'Dr. Amara Okafor' },
    { child: 'Ben', slot: '09:30 AM - 10:00 AM', doctor: null },
  ]
  const children = ['Mia', 'Ben'].map((name) => ({ _id: name, name }))
  const together = { child: 'Mia and Ben', children, from: null, price: 220, times }
  const offer = { ...offerFixture, ...together }
  const { server, user } = open(offer)
  server.answers[`POST /offers/${id}/accept`] = () =>
    Response.json({ ...offer, state: 'accepted', appointmentId: 'made' })
  await screen.findByRole('heading', { name: 'Times for Mia and Ben' })
  screen.getByText('9:00 AM · Dr. Amara Okafor')
  screen.getByText('9:30 AM')
  screen.getByText('$220')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  await screen.findByRole('heading', { name: 'The times are yours' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Mia: Tue, Mar 2, 2027, 9:00 AM',
    'Ben: Tue, Mar 2, 2027, 9:30 AM',
  ])
})
