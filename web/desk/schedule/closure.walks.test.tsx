import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, it } from 'vitest'
import { closureMachine } from '#machines/closure/closure-machine.ts'
import { closureDriver } from '#machines/testing/closure/closure-driver.ts'
import { closureWalks } from '#machines/testing/closure/closure-walks.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { take } from '#machines/testing/tours.ts'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import { AbsencesList } from './closures/absences-list.tsx'
import { scheduleOptions } from './schedule-api.ts'
import { noClosures } from './testing/schedules.ts'

function open() {
  const actors = holdActors(closureMachine)
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  queries.setQueryData(scheduleOptions(undefined).queryKey, noClosures)
  render(
    <QueryClientProvider client={queries}>
      <AbsencesList logic={actors.machine} />
    </QueryClientProvider>,
    { reactStrictMode: true },
  )
  return screensServer(actors)
}

describe('the form for closures', () => {
  it.each(closureWalks())('follows the machine: $name', async (walk) => {
    const server = open()
    const page = jsdomScreen(userEvent.setup({ delay: null }))
    await take(walk, closureDriver(page, server))
  })
})
