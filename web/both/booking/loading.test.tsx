import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { calendarOptions } from '#web/both/times/calendar-query.ts'
import AppointmentPage from '#web/family/booking/appointment-page.tsx'
import { queryClient } from '#web/lib/api/query-client.ts'
import { saveSession } from '#web/lib/session.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { config } from './testing/fake-clinic.ts'

const treatments = [{ _id: 'weight', name: 'Weight Loss', slots: [], price: 80 }]

const down = { config: false, available: false }
let asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('fetch', async (path: string) => {
    // The user's own bookings and children do not matter here.
    if (path.startsWith('/appointments')) return Response.json([])
    if (path.startsWith('/children')) {
      return Response.json({ today: config.clinic.today, children: [] })
    }
    const what = path.startsWith('/config') ? 'config' : 'available'
    asked.push(what)
    if (down[what]) throw new TypeError('Failed to fetch')
    return Response.json(what === 'config' ? config : treatments)
  })
  saveSession({ accessToken: 'token', user: parent })
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** The query cache batches notifications, which arrive a moment later. */
const drawn = () => pass(50)

async function open() {
  render(
    <InSite queries={queryClient}>
      <AppointmentPage />
    </InSite>,
  )
  await drawn()
}

// In this order, because the settings are requested once per page, until they have loaded.
describe('while the clinic’s server cannot be reached', () => {
  it.each([
    ['config', 'Loading the calendar', 'We couldn’t load the calendar'],
    ['available', 'Loading appointments for Jun 5, 2026', 'We couldn’t load appointments'],
  ] as const)('asks four times, then on request: %s', async (what, waiting, failure) => {
    Object.assign(down, { config: false, available: false, [what]: true })
    await open()
    expect(screen.getByText(waiting)).toBeInTheDocument()
    // When the three retries begin: lib/api/query-client.test.ts.
    await pass(6900)
    expect(asked.filter((call) => call === what)).toHaveLength(3)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await pass(100)
    expect(asked.filter((call) => call === what)).toHaveLength(4)
    await drawn()
    expect(screen.getByRole('alert')).toHaveTextContent(failure)

    down[what] = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await drawn()
    expect(screen.getByRole('heading', { name: 'Weight Loss' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('keeps the calendar when its settings cannot be refetched', async () => {
    Object.assign(down, { config: false, available: false })
    await open()
    // A response from the same moment would be reused.
    await pass(60_000)
    down.config = true
    asked = []
    void queryClient.invalidateQueries(calendarOptions())
    await pass(10_000)
    expect(asked.filter((call) => call === 'config')).toHaveLength(4)
    expect(screen.getByRole('grid')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})
