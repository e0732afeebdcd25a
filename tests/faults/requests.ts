import { addDays } from 'date-fns/addDays'
import { isWeekend } from 'date-fns/isWeekend'
import { z } from 'zod'
import { formatSlot } from '#contract/booking/slots.ts'
import { type IsoDate, toIsoDate } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import { forgeToken } from '#server/testing/forge-token.ts'
import { emailOf, type FaultySite, uidOf } from './site.ts'

/** A slot that is free at first, with its price in dollars. */
export interface FreeTime {
  treatment: string
  date: IsoDate
  slot: string
  price: number
}

export interface Answer {
  status: number
  retryAfter: string | null
  body: unknown
}

export type FreeTimes = Generator<FreeTime, never, undefined>

/** Every bookable slot, day by day, starting a week from now. */
export function* freeTimes({ db }: Pick<FaultySite, 'db'>): FreeTimes {
  const offered = listOfferedTreatments(db)
  for (let day = addDays(new Date(), 7); ; day = addDays(day, 1)) {
    if (isWeekend(day)) continue
    const date = toIsoDate(day)
    for (const { name: treatment, prices, slots } of offered) {
      for (const slot of slots) {
        yield {
          treatment,
          date,
          slot: formatSlot(slot),
          price: toDollars(priceOn(prices, date) ?? 0),
        }
      }
    }
  }
}

/** Timeout of a request, in milliseconds. */
const PATIENCE_MS = 30_000

/** Sends a request as a user, whose session stays valid although the site's clock is wrong. */
export async function ask(
  url: string,
  uid: string,
  { method, path, body }: { method: string; path: string; body?: object | undefined },
): Promise<Answer> {
  const now = Math.floor(Date.now() / 1000)
  const day = 86_400
  const token = forgeToken(uid, { claims: { iat: now - 2 * day, exp: now + 2 * day } })
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
  }
}

/** The body of `POST /appointments`. */
export const bookingOf = (time: FreeTime, patient: number) => ({
  ...time,
  patientName: uidOf(patient),
  email: emailOf(patient),
  phone: '+1 503 555 0100',
  address: '1 Orchard Lane',
  paid: false,
})

/** `POST /appointments`. */
export function book(url: string, patient: number, time: FreeTime): Promise<Answer> {
  const body = bookingOf(time, patient)
  return ask(url, uidOf(patient), { method: 'POST', path: '/appointments', body })
}

const booking = z.object({ booking: z.object({ _id: z.string() }) })
const refusal = z.object({ code: z.string() })

/** The id of an acknowledged booking. */
export function bookedIn({ status, body }: Answer): string | undefined {
  return status === 201 ? booking.parse(body).booking._id : undefined
}

/** The code of a refusal. */
export function codeIn({ body }: Answer): string | undefined {
  return refusal.safeParse(body).data?.code
}
