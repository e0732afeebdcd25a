import { describe, it } from 'vitest'
import { rescheduleDriver } from '#machines/testing/reschedule/reschedule-driver.ts'
import { changeFixture, rescheduleWalks } from '#machines/testing/reschedule/reschedule-walks.ts'
import { take } from '#machines/testing/tours.ts'
import { openChanges } from './testing/open-changes.tsx'

describe('the changes of an appointment', () => {
  it.each(rescheduleWalks(undefined, { each: 'definition' }))(
    'follow the machine: $name',
    async (walk) => {
      const { page, server } = openChanges()
      await take(walk, rescheduleDriver(page, server, changeFixture))
    },
  )
})
