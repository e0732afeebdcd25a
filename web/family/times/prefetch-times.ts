import {
  DAY_PARAMETER,
  dayParameters,
  TREATMENT_PARAMETER,
  timeParameters,
} from '#contract/booking/time-address.ts'
import { dateInAddress } from '#contract/dates.ts'
import { nextTimesOptions } from '#web/both/times/next-times-query.ts'
import type { Prefetch } from '#web/lib/api/prefetch.ts'
import { dayOptions } from './day-query.ts'
import { readLinkedTime } from './linked-time.ts'

const prefetchTimes: Prefetch = {
  async knownSearch({ data, search }) {
    const treatment = search.get(TREATMENT_PARAMETER)
    const known = (await data.nextTimes()).find(({ _id }) => _id === treatment)
    if (treatment === null || !known) return new URLSearchParams()
    const time = readLinkedTime(search)
    const { today, lastDay } = await data.calendar()
    if (!time || time.date < today || time.date > lastDay) {
      const asked = dateInAddress(search, DAY_PARAMETER, null)
      const day = known.days.find(({ date }) => date === asked)
      return dayParameters(treatment, day?.date)
    }
    const offered = (await data.treatmentsOn(time.date)).find(({ _id }) => _id === treatment)
    const doctor = offered?.doctors?.find(({ _id }) => _id === time.doctor)?._id
    return timeParameters({ ...time, doctor })
  },

  async load({ queries, data, search }) {
    queries.setQueryData(nextTimesOptions().queryKey, await data.nextTimes())
    const time = readLinkedTime(search)
    if (time)
      queries.setQueryData(dayOptions(time.date).queryKey, await data.treatmentsOn(time.date))
  },
}

export default prefetchTimes
