import { expect, it } from 'vitest'
import { buildWatchedApp } from '#server/testing/watched-app.ts'
import { ADVICE, ERRORS_PAGE, errorsPageOf } from './errors-page.ts'

// `npm run errors` writes the page.
it('docs/errors.md lists the refusals that the calls declare', async () => {
  const { routes } = await buildWatchedApp()
  const page = errorsPageOf(
    routes.map(({ schema, config }) => ({
      operationId: schema?.operationId ?? '',
      refusals: config?.refusals ?? {},
    })),
  )
  await expect(page).toMatchFileSnapshot(ERRORS_PAGE)
  const unknown = Object.keys(ADVICE).filter(
    (code) => !page.includes(`\n| \`${code}\` |`) && !page.includes(`\n### ${code}\n`),
  )
  expect(unknown).toEqual([])
})
