import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { formatWireDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import { paymentPage } from '#contract/payments/reconciliation.ts'
import { refundQuote } from '#contract/payments/refund-terms.ts'
import { payWithCard } from '#sandbox/stripe/testing/browser.ts'
import { randomBetween } from './check.ts'
import { type Answer, ask, book, bookedIn, codeIn, type FreeTime, freeTimes } from './requests.ts'
import { ADMIN, emailOf, type FaultySite, uidOf } from './site.ts'

/** What the site has acknowledged, and how it has responded. */
export interface Ledger {
  /** By appointment id: the slot and the patient. */
  booked: Map<string, FreeTime & { uid: string }>
  /** By appointment id: a time to which it may have moved, since the response was lost. */
  moving: Map<string, FreeTime & { uid: string }>
  moved: number
  /** Appointment → the intent that pays it. */
  paid: Map<string, string>
  /** By appointment id: the cents to refund after a cancellation. */
  cancelled: Map<string, number>
  /** By appointment id: the cents that staff refunded. */
  refunded: Map<string, number>
  answers: number
  /** Number of responses with 503. */
  refused: number
  /** Number of connections that broke or were refused. */
  unanswered: number
  /** Responses that must not occur. */
  failures: string[]
}

export function newLedger(): Ledger {
  return {
    booked: new Map(),
    moving: new Map(),
    moved: 0,
    paid: new Map(),
    cancelled: new Map(),
    refunded: new Map(),
    answers: 0,
    refused: 0,
    unanswered: 0,
    failures: [],
  }
}

const own = z.array(
  z.object({ _id: z.string(), treatment: z.string(), date: z.string(), slot: z.string() }),
)
const payable = z.object({ clientSecret: z.string() })
const settled = z.object({ paid: z.boolean(), transactionId: z.string().nullish() })
const quoted = z.object({ version: z.number(), quote: refundQuote })
const available = z.array(z.object({ name: z.string(), slots: z.array(z.string()) }))
const cancellation = z.object({ refund: z.number() })

const CARD = '4242424242424242'
const DECLINED_CARD = '4000000000000002'

/** A patient retries in spite of faults until this returns true. */
type IsOver = () => boolean

/**
 * A patient books and pays. One in four closes the browser before the site is notified; one in seven uses a
 * declined card first. Afterwards staff refund half to one in five, one in five moves, and one in five
 * cancels. Requests without a response are retried.
 */
export async function bookAndPay(
  site: Pick<FaultySite, 'url' | 'sandbox'>,
  ledger: Ledger,
  { time, patient, isOver = () => false }: { time: FreeTime; patient: number; isOver?: IsOver },
): Promise<void> {
  const retry = (what: () => Promise<Answer>) => retryUntilAnswered(ledger, isOver, what)
  const send = (uid: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    retry(() => ask(site.url, uid, { method, path, body }))
  const uid = uidOf(patient)
  const id = await bookOrFind()
  if (!id) return
  ledger.booked.set(id, { ...time, uid })
  const payment = { price: time.price, appointment: id }
  const intent = await send(uid, 'POST', '/create-payment-intent', payment)
  const secret = payable.safeParse(intent?.body).data?.clientSecret
  if (!secret) return
  if (randomBetween(1, 7) === 1) await pay(secret, DECLINED_CARD)
  await pay(secret, CARD)
  if (randomBetween(1, 4) > 1) await sayPaid(id, secret)
  if (randomBetween(1, 5) === 1) await refundHalf(id)
  if (randomBetween(1, 5) === 1) await move(id)
  if (randomBetween(1, 5) === 1) await cancel(id)

  /** May fail: only Stripe knows whether the card was charged, and the site asks Stripe. */
  async function pay(secret: string, card: string): Promise<void> {
    await payWithCard(site.sandbox, secret, card).catch(() => undefined)
  }

  async function sayPaid(id: string, secret: string): Promise<void> {
    const transactionId = secret.split('_secret_')[0] ?? ''
    const answer = await send(uid, 'PATCH', `/booking/${id}`, { appointment: id, transactionId })
    if (answer?.status === 200 && settled.parse(answer.body).paid)
      ledger.paid.set(id, transactionId)
  }

  /** An admin refunds half of what is kept; when repeated, the answer is that it has changed. */
  async function refundHalf(id: string): Promise<void> {
    const intentId = ledger.paid.get(id)
    if (intentId === undefined) return
    const list = await send(ADMIN, 'GET', `/payments?search=${intentId}`)
    if (!list) return
    const item = paymentPage.safeParse(list.body).data?.payments[0]?.items[0]
    if (!item) ledger.failures.push(`the staff’s list of payments: ${JSON.stringify(list.body)}`)
    if (!item || item.keptCents === 0) return
    const { _id: itemId, keptCents } = item
    const amountCents = Math.ceil(keptCents / 2)
    const body = { itemId, keptCents, amountCents, reason: 'Waited for an hour' }
    const answer = await send(ADMIN, 'POST', `/payments/${intentId}/refund`, body)
    if (answer?.status === 200 || (answer && codeIn(answer) === 'changed')) {
      ledger.refunded.set(id, amountCents)
    } else if (answer) ledger.failures.push(`the staff’s refund: ${JSON.stringify(answer.body)}`)
  }

  /** Moves to another time of that day if one is free; another patient may be faster. */
  async function move(id: string): Promise<void> {
    const path = `/appointments/${id}`
    const options = await send(uid, 'GET', `${path}/options`)
    const day = await send(uid, 'GET', `/available?date=${time.date}`)
    const offered = available.safeParse(day?.body).data
    const slot = offered?.find(({ name }) => name === time.treatment)?.slots.at(-1)
    if (options?.status !== 200 || slot === undefined) return
    const { version } = quoted.parse(options.body)
    const moved = { ...time, slot, uid }
    ledger.moving.set(id, moved)
    const answer = await send(uid, 'POST', `${path}/move`, { version, date: time.date, slot })
    if (answer) ledger.moving.delete(id)
    if (answer?.status === 200) {
      ledger.booked.set(id, moved)
      ledger.moved += 1
    }
  }

  /**
   * Cancels with the quoted refund. A payment that is settled meanwhile changes the quote, so that the site
   * refuses.
   */
  async function cancel(id: string): Promise<void> {
    const path = `/appointments/${id}`
    const options = await send(uid, 'GET', `${path}/options`)
    if (options?.status !== 200) return
    const { version, quote } = quoted.parse(options.body)
    const { refund, rule } = quote
    const body = { version, refund, rule, reason: 'no_time' }
    const answer = await send(uid, 'POST', `${path}/cancel`, body)
    if (answer?.status !== 200) return
    ledger.cancelled.set(id, toCents(cancellation.parse(answer.body).refund))
  }

  /** If the response to a booking was lost, the retry reports `already_booked`. */
  async function bookOrFind(): Promise<string | undefined> {
    const answer = await retry(() => book(site.url, patient, time))
    if (!answer) return undefined
    const code = codeIn(answer)
    if (code !== 'already_booked') return bookedIn(answer)
    const path = `/appointments?patient=${encodeURIComponent(emailOf(patient))}`
    const list = await send(uid, 'GET', path)
    const { treatment, slot } = time
    const date = formatWireDate(time.date)
    const found = own
      .safeParse(list?.body)
      .data?.find((one) => one.treatment === treatment && one.date === date && one.slot === slot)
    if (list && !found) ledger.failures.push(`a reported booking is not listed: ${date}`)
    return found?._id
  }
}

async function retryUntilAnswered(
  ledger: Ledger,
  isOver: IsOver,
  what: () => Promise<Answer>,
): Promise<Answer | undefined> {
  for (;;) {
    try {
      const answer = await what()
      ledger.answers += 1
      if (answer.status !== 503) {
        const { status, body } = answer
        if (status >= 500) ledger.failures.push(`${status} ${JSON.stringify(body)}`)
        return answer
      }
      ledger.refused += 1
      if (!answer.retryAfter) ledger.failures.push('503 without Retry-After')
    } catch {
      ledger.unanswered += 1
    }
    if (isOver()) return undefined
    await pause(randomBetween(50, 250))
  }
}

/**
 * Books and pays in `atOnce` concurrent loops until stopped; two patients compete for every third slot.
 * @param pauseMs between two bookings of a loop
 */
export function startLoad(
  site: FaultySite,
  ledger: Ledger,
  atOnce: number,
  pauseMs = 0,
): { stop(): Promise<void> } {
  const free = freeTimes(site)
  let isOver = false
  let number = 0
  async function keepComing(): Promise<void> {
    while (!isOver) {
      number += 1
      const [time, patient] = [free.next().value, number]
      const rivals = patient % 3 === 0 ? [patient, patient + 200] : [patient]
      await Promise.all(
        rivals.map((rival) =>
          bookAndPay(site, ledger, { time, patient: rival, isOver: () => isOver }),
        ),
      )
      await pause(pauseMs)
    }
  }
  const visitors = Array.from({ length: atOnce }, keepComing)
  return {
    async stop() {
      isOver = true
      await Promise.all(visitors)
    },
  }
}
