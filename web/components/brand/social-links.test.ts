import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SOCIAL_NETWORKS } from '#contract/clinic/clinic-details.ts'

it('every social network has an outline', () => {
  const file = new URL('../../illustrations/networks.svg', import.meta.url)
  const outlines = [...readFileSync(file, 'utf8').matchAll(/<symbol id="(\w+)"/g)]
  const names = SOCIAL_NETWORKS.map(([, network]) => network)
  expect(outlines.map(([, id]) => id)).toEqual(expect.arrayContaining(names))
})
