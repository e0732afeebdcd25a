import type { SiteConfig } from '#contract/config/config.ts'
import * as calls from '#contract/config/config-calls.ts'
import { DEFAULT_FOLLOW_UPS } from '#contract/next-visits/follow-up.ts'
import type { Env } from '#domain/config/env.ts'
import { handle, type Routes } from '#server/http/route.ts'

/** `GET /config`: the public settings of this server. */
export const configRoutes: Routes = (app, services) => {
  const { env, availability, clinic, clinicClock, embedded } = services
  const identity = firebaseConfig(env) ?? embedded?.identity
  const { publishableKey } = env.stripe ?? {}
  const payments = publishableKey ? { publishableKey } : embedded?.payments
  if (!identity || !payments) {
    throw new Error(
      'The identity provider or the payment provider is neither configured nor embedded.',
    )
  }
  handle(app, calls.getConfig, async () => {
    const nextDayIn = clinicClock.untilNextDay()
    const {
      refundBands,
      changeUntilHours,
      mostMoves,
      mostInSeries,
      lockMinutes,
      followUps,
      offerMinutesDays,
      offerMinutesLast,
    } = clinic.settings()
    const { timeZone } = clinicClock.moment()
    return {
      clinic: { ...availability.calendar(), timeZone, nextDayIn },
      refundTerms: { bands: refundBands },
      onlineRules: { changeUntilHours, mostMoves },
      offerMinutes: { most: offerMinutesDays, least: offerMinutesLast },
      mostInSeries,
      lockMinutes,
      // Not in the pages of families, as long as it is the default.
      ...(followUps !== DEFAULT_FOLLOW_UPS && { followUps }),
      identity,
      payments,
    }
  })
}

function firebaseConfig({ firebase }: Env): SiteConfig['identity'] | undefined {
  if (!firebase) return undefined
  const { apiKey, authDomain, projectId, appId } = firebase
  return { mode: 'firebase', apiKey, authDomain, projectId, appId }
}
