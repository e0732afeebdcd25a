import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { it } from 'vitest'
import { secondFactorMachine } from '#machines/second-factor/second-factor-machine.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { secondFactorDriver } from '#machines/testing/second-factor/second-factor-driver.ts'
import { secondFactorWalks } from '#machines/testing/second-factor/second-factor-walks.ts'
import { take } from '#machines/testing/tours.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import { title } from '#words/en/families/profile/two-step.ts'
import SecondFactor from './second-factor.tsx'

const email = 'parent@example.com'

it.each(secondFactorWalks())('the second factor card follows the machine: $name', async (walk) => {
  const actors = holdActors(secondFactorMachine)
  const heading = createRef<HTMLHeadingElement>()
  const card = (emailVerified: boolean) => (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <SecondFactor
        account={{ email, emailVerified, hasPassword: true, hasGoogle: false, phones: [] }}
        onStepGone={() => heading.current?.focus()}
        logic={actors.machine}
      />
      <Toasts />
    </>
  )
  const { rerender } = render(card(false), { wrapper: InSite, reactStrictMode: true })
  const screen = jsdomScreen(userEvent.setup({ delay: null }))
  const account = {
    email,
    openWith: (emailVerified: boolean) => rerender(card(emailVerified)),
    confirmElsewhere: () => {
      rerender(card(false))
      rerender(card(true))
    },
  }
  await take(walk, secondFactorDriver(screen, screensServer(actors), account))
})
