import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, it } from 'vitest'
import { openingMachine } from '#machines/opening/opening-machine.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { openingDriver } from '#machines/testing/opening/opening-driver.ts'
import { openingWalks } from '#machines/testing/opening/opening-walks.ts'
import { take } from '#machines/testing/tours.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import { OpeningScreen } from './opening-page.tsx'

function open() {
  const actors = holdActors(openingMachine)
  render(
    <InSite>
      <OpeningScreen logic={actors.machine} />
    </InSite>,
    { reactStrictMode: true },
  )
  return screensServer(actors)
}

describe('the page Online booking', () => {
  it.each(openingWalks())('follows the machine: $name', async (walk) => {
    const server = open()
    const page = jsdomScreen(userEvent.setup({ delay: null }))
    await take(walk, openingDriver(page, server))
  })
})
