import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { DeskEntry } from '#contract/waitlist/waitlist.ts'
import { offerFixture } from '#machines/testing/offer/offer-walks.ts'
import { ENTRY } from '#web/both/waitlist/testing/entry.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { fakeServer, refusal } from '#web/testing/admin-site.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { user } from '#web/testing/user.ts'
import WaitingFamilies from './waiting-families.tsx'

/** A Friday. */
const DAY = '2027-03-05'
const SLOT = '09:00 AM - 09:30 AM'

const { child: _, children: __, ...fields } = ENTRY
const waiting = (name: string, rest: Partial<DeskEntry> = {}): DeskEntry => ({
  ...fields,
  _id: name,
  patients: [{ patientName: name }],
  treatment: 'Allergy Testing',
  doctor: null,
  from: DAY,
  to: DAY,
  weekdays: [5],
  part: 'any',
  offer: null,
  family: { _id: name, name, email: 'a@example.com' },
  phone: '555 0100',
  dialablePhone: null,
  urgent: null,
  joinedAt: '2027-03-01T15:00:00.000Z',
  offers: [],
  ...rest,
})

function open(entries: readonly DeskEntry[]) {
  const server = fakeServer()
  server.answers['GET /waitlist'] = () =>
    Response.json(entries, { headers: { 'X-Total-Count': String(entries.length) } })
  const onOffered = vi.fn()
  render(
    <InSite>
      <WaitingFamilies
        date={DAY}
        times={[{ treatment: 'Allergy Testing', doctor: 'Dr. Ada Okoye', slot: SLOT }]}
        onOffered={onOffered}
      />
      <Toasts />
    </InSite>,
  )
  return { server, onOffered }
}

it('offers a free time with one press to a family that wants it, in order of turn', async () => {
  const { server, onOffered } = open([
    waiting('Mia', { urgent: 'Cannot sleep' }),
    waiting('Ben', { part: 'afternoon' }),
    waiting('Zoe', { weekdays: [1] }),
    waiting('Ava', { treatment: 'Weight Loss' }),
    waiting('Leo', { doctor: 'Dr. Ben Roe' }),
    waiting('Kim', { state: 'paused' }),
    waiting('Ren', { doctor: 'Dr. Ada Okoye', family: { _id: 'r', name: 'Ren', email: null } }),
  ])
  const region = within(
    await screen.findByRole('region', { name: '2 families wait for this time' }),
  )
  expect(region.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Offer 9:00 AM to Mia',
    'Offer 9:00 AM to Ren',
  ])
  expect(region.getByText(/^No email is known: call/)).toBeVisible()
  server.answers['POST /waitlist/Ren/offer'] = () => refusal(409, 'This time isn’t free.')
  await user.click(region.getByRole('button', { name: 'Offer 9:00 AM to Ren' }))
  expect(await region.findByText('This time isn’t free.')).toBeVisible()
  server.answers['POST /waitlist/Mia/offer'] = () => Response.json(offerFixture, { status: 201 })
  await user.click(region.getByRole('button', { name: 'Offer 9:00 AM to Mia' }))
  expect(await screen.findByText(/ is held for Mia until 1:00 PM/)).toBeVisible()
  expect(server.callsOf('POST', '/waitlist/Mia/offer')[0]?.body).toEqual({ date: DAY, slot: SLOT })
  expect(onOffered).toHaveBeenCalledOnce()
})

it('shows nothing if no family waits for it', async () => {
  const { server } = open([waiting('Ben', { part: 'afternoon' })])
  await vi.waitFor(() => expect(server.callsOf('GET', '/waitlist')).toHaveLength(1))
  expect(screen.queryByRole('region')).not.toBeInTheDocument()
})
