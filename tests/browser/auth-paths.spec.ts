import { authPaths } from '../../machines/auth/auth-paths.ts'
import { describePath, walk } from '../../machines/testing/paths.ts'
import { type Cast, gather } from './auth-cast.ts'
import { walkAuth } from './auth-walker.ts'
import { test as base, openTimeTraveller } from './walking.ts'

const test = base.extend<object, { cast: Cast }>({
  cast: [async ({ walker }, use) => use(await gather(walker.parent)), { scope: 'worker' }],
})

test.describe.configure({ mode: 'parallel' })
test.use({ trace: 'off' })

test.describe('the auth machine in the whole app', () => {
  for (const path of authPaths()) {
    const waits = path.steps.some(({ event }) => event.type.startsWith('xstate.after'))
    test(describePath(path), async ({ walker: usual, cast, browser }) => {
      const walker = waits ? await openTimeTraveller(browser, usual) : usual
      const { driver, expectRecords } = await walkAuth({ walker, cast, path })
      await walk(path, driver)
      await expectRecords()
      if (waits) await walker.close()
    })
  }
})
