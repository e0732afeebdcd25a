import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, it } from 'vitest'
import { importMachine } from '#machines/import/import-machine.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { importDriver } from '#machines/testing/import/import-driver.ts'
import { importWalks } from '#machines/testing/import/import-walks.ts'
import { take } from '#machines/testing/tours.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import { ImportScreen } from './import-page.tsx'

function open() {
  const actors = holdActors(importMachine)
  render(
    <InSite>
      <ImportScreen logic={actors.machine} />
    </InSite>,
    { reactStrictMode: true },
  )
  return screensServer(actors)
}

describe('the page Import', () => {
  it.each(importWalks())('follows the machine: $name', async (walk) => {
    const server = open()
    const user = userEvent.setup({ delay: null })
    const chooseFile = (label: string, file: File) =>
      user.upload(screen.getByLabelText(label), file)
    await take(walk, importDriver({ screen: jsdomScreen(user), server, chooseFile }))
  })
})
