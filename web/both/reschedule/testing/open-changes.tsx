import { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll } from 'vitest'
import type { SiteConfig } from '#contract/config/config.ts'
import { rescheduleMachine } from '#machines/reschedule/reschedule-machine.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { changeFixture } from '#machines/testing/reschedule/reschedule-walks.ts'
import { type BookedFamily, BookedFamilyContext } from '#web/both/appointments/booked-family.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { calendarOptions } from '#web/both/times/calendar-query.ts'
import { configOptions } from '#web/lib/api/config.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import RescheduleSection from '../reschedule-section.tsx'

beforeAll(() => import('../move-section.tsx'))

/**
 * Opens the changes of an appointment, whose calls wait for the test.
 * @param family for which staff change it
 */
export function openChanges(family: BookedFamily | null = null) {
  const actors = holdActors(rescheduleMachine)
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  const [, lastDay] = changeFixture.days
  const calendar = { today: '2026-06-01', lastDay, closures: [changeFixture.options.date] }
  queries.setQueryData(calendarOptions().queryKey, calendar)
  const clinic = { ...config.clinic, today: '2026-06-01' }
  queries.setQueryData(configOptions().queryKey, { ...config, clinic } as SiteConfig)
  render(
    <InSite queries={queries}>
      <BookedFamilyContext value={family}>
        <RescheduleSection
          appointmentId={changeFixture.options._id}
          onChanged={() => undefined}
          logic={actors.machine}
        />
      </BookedFamilyContext>
    </InSite>,
    { reactStrictMode: true },
  )
  return { page: jsdomScreen(userEvent.setup({ delay: null })), server: screensServer(actors) }
}
