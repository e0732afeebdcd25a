import { QueryClient } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { absenceMachine } from '#machines/absence/absence-machine.ts'
import { absenceDriver } from '#machines/testing/absence/absence-driver.ts'
import { ADA, absenceWalks } from '#machines/testing/absence/absence-walks.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { take } from '#machines/testing/tours.ts'
import { hasUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import AbsencePage from './absence-page.tsx'

function open() {
  const actors = holdActors(absenceMachine)
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  queries.setQueryData(['team', 'absences'], [ADA])
  render(
    <InSite queries={queries}>
      <AbsencePage logic={actors.machine} />
    </InSite>,
    { reactStrictMode: true },
  )
  return screensServer(actors)
}

describe('the page for an ill doctor', () => {
  it.each(absenceWalks())('follows the machine: $name', async (walk) => {
    const server = open()
    const page = jsdomScreen(userEvent.setup({ delay: null }))
    await take(walk, absenceDriver(page, server, ADA.name))
  })

  it('asks before leaving unsaved input', async () => {
    open()
    expect(hasUnsavedChanges()).toBe(false)
    await userEvent.selectOptions(screen.getByLabelText('Doctor'), ADA.name)
    expect(hasUnsavedChanges()).toBe(true)
  })
})
