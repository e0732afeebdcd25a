import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DeadlineRules } from '#contract/booking/deadlines.ts'
import { dayStart } from '#contract/clinic-time.ts'
import type { SiteConfig } from '#contract/config/config.ts'
import { dayAfter } from '#contract/dates.ts'
import { configOptions } from './api/config.ts'

const TICK_MS = 10_000

/**
 * The present instant at the clinic, independent of the device's clock.
 * @param answeredAt when the settings were answered, by the device's clock
 */
function nowOfClinic(
  { clinic: { today, nextDayIn } }: SiteConfig,
  { timeZone, answeredAt }: { timeZone: string; answeredAt: number },
): Date {
  const nextDay = dayStart(dayAfter(today), timeZone)
  return new Date(nextDay.getTime() - nextDayIn + (Date.now() - answeredAt))
}

/** The clinic's clock and its rules for changes online; `now` advances while the screen is open. */
export interface ClinicClock {
  rules: DeadlineRules
  now: Date
}

/** Undefined until the clinic's settings are known. */
export function useClinicClock(): ClinicClock | undefined {
  const { data, dataUpdatedAt: answeredAt } = useQuery(configOptions())
  const [, setTicks] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const timeZone = data?.clinic.timeZone
  if (!data?.onlineRules || timeZone === undefined) return undefined
  return {
    rules: { ...data.onlineRules, timeZone },
    now: nowOfClinic(data, { timeZone, answeredAt }),
  }
}
