import { queryOptions } from '@tanstack/react-query'
import { millisecondsInDay } from 'date-fns/constants'
import { type SiteConfig, siteConfig } from '#contract/config/config.ts'
import { timerDelay } from '#contract/timer-delay.ts'
import { request } from './request.ts'

// Milliseconds. Several parts of a page request the settings when it opens.
const SAME_MOMENT = 10_000
const SECOND = 1000

let last: { askedAt: number; answer: Promise<SiteConfig> } | null = null

function ask(): Promise<SiteConfig> {
  const asked = { askedAt: Date.now(), answer: request('/config', { schema: siteConfig }) }
  last = asked
  asked.answer.catch(() => {
    if (last === asked) last = null
  })
  return asked.answer
}

/**
 * The server's settings (`GET /config`), requested once per page and again only after a failure;
 * the clinic's day in them may be outdated. Throws `ApiError`.
 */
export function loadConfig(): Promise<SiteConfig> {
  return last?.answer ?? ask()
}

/** The server's settings, at most ten seconds old. Throws `ApiError`. */
export function recentConfig(): Promise<SiteConfig> {
  // A negative age means that the clock was set back.
  const isRecent = last && Math.abs(Date.now() - last.askedAt) < SAME_MOMENT
  return (isRecent && last?.answer) || ask()
}

/** The settings for screens; requested again when the clinic's next day begins. */
export function configOptions() {
  return queryOptions({
    queryKey: ['config'],
    queryFn: recentConfig,
    refetchInterval: ({ state: { data, dataUpdatedAt } }) =>
      data ? untilNextDay(data.clinic.nextDayIn, dataUpdatedAt) : false,
  })
}

/**
 * Milliseconds until one second after the clinic's next day begins.
 * @param nextDayIn milliseconds as of `answeredAt`, because the device's clock may be wrong, and
 *   the device may have slept since
 */
export function untilNextDay(nextDayIn: number, answeredAt: number): number {
  return timerDelay(nextDayIn - (Date.now() - answeredAt), { most: millisecondsInDay }) + SECOND
}

/**
 * Minutes since the clinic's midnight, according to settings that were answered at `answeredAt`.
 */
export function minuteOfClinic({ clinic }: SiteConfig, answeredAt: number): number {
  const untilMidnight = clinic.nextDayIn - (Date.now() - answeredAt)
  return 24 * 60 - Math.ceil(untilMidnight / 60_000)
}
