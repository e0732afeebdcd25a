import { z } from 'zod'
import { formatWireDate } from '../../contract/dates.ts'
import { anyFrom, pause } from './check.ts'
import { type Answer, ask, book, bookedIn, codeIn, type Wish, wishes } from './requests.ts'
import { emailOf, type FaultySite, uidOf } from './site.ts'

/** What the site has acknowledged, and how it answered. */
export interface Ledger {
  /** By the appointment's id: what was booked, and by whom. */
  booked: Map<string, Wish & { uid: string }>
  /** Appointment → the intent that pays it. */
  paid: Map<string, string>
  answers: number
  /** 503: asked to come again. */
  turnedAway: number
  /** The connection broke or was refused. */
  unanswered: number
  /** What should never be answered. */
  failures: string[]
}

export function newLedger(): Ledger {
  return {
    booked: new Map(),
    paid: new Map(),
    answers: 0,
    turnedAway: 0,
    unanswered: 0,
    failures: [],
  }
}

const own = z.array(
  z.object({ _id: z.string(), treatment: z.string(), date: z.string(), slot: z.string() }),
)
const payable = z.object({ clientSecret: z.string() })
const settled = z.object({ paid: z.boolean(), transactionId: z.string().nullish() })
const named = z.object({ id: z.string() })

const CARD = '4242424242424242'
const DECLINED_CARD = '4000000000000002'

/** A visit goes on in spite of faults, as a patient would, until this says that it is over. */
export type IsOver = () => boolean

/**
 * A patient books, pays, and mostly lets the site know: one in four closes the browser before, one
 * in seven tries a card first that is declined. What is not answered is asked again.
 */
export async function visit(
  site: Pick<FaultySite, 'url' | 'sandbox'>,
  ledger: Ledger,
  { wish, patient, isOver = () => false }: { wish: Wish; patient: number; isOver?: IsOver },
): Promise<void> {
  const insist = (what: () => Promise<Answer>) => persist(ledger, isOver, what)
  const id = await bookOrFind()
  if (!id) return
  ledger.booked.set(id, { ...wish, uid: uidOf(patient) })
  const intent = await insist(() =>
    ask(site.url, patient, {
      method: 'POST',
      path: '/create-payment-intent',
      body: { price: wish.price, appointment: id },
    }),
  )
  const secret = payable.safeParse(intent?.body).data?.clientSecret
  if (!secret) return
  if (anyFrom(1, 7) === 1) await pay(site, secret, DECLINED_CARD)
  await pay(site, secret, CARD)
  if (anyFrom(1, 4) === 1) return
  const transactionId = secret.split('_secret_')[0] ?? ''
  const answer = await insist(() =>
    ask(site.url, patient, {
      method: 'PATCH',
      path: `/booking/${id}`,
      body: { appointment: id, transactionId },
    }),
  )
  if (answer?.status === 200 && settled.parse(answer.body).paid) ledger.paid.set(id, transactionId)

  /** When the answer to a booking was lost, the second try hears that it stands. */
  async function bookOrFind(): Promise<string | undefined> {
    const answer = await insist(() => book(site.url, patient, wish))
    if (!answer) return undefined
    const code = codeIn(answer)
    if (code !== 'already_booked') return bookedIn(answer)
    const path = `/appointments?patient=${encodeURIComponent(emailOf(patient))}`
    const list = await insist(() => ask(site.url, patient, { method: 'GET', path }))
    const { treatment, slot } = wish
    const date = formatWireDate(wish.date)
    const found = own
      .safeParse(list?.body)
      .data?.find((one) => one.treatment === treatment && one.date === date && one.slot === slot)
    if (list && !found) ledger.failures.push(`a reported booking is not listed: ${date}`)
    return found?._id
  }
}

async function persist(
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
      ledger.turnedAway += 1
      if (!answer.retryAfter) ledger.failures.push('503 without Retry-After')
    } catch {
      ledger.unanswered += 1
    }
    if (isOver()) return undefined
    await pause(anyFrom(50, 250))
  }
}

/** What Stripe.js does in the browser. It may fail: whether it was paid is Stripe's to say. */
async function pay({ sandbox }: Pick<FaultySite, 'sandbox'>, clientSecret: string, card: string) {
  const intentId = clientSecret.split('_secret_')[0]
  try {
    const { id } = named.parse(
      await post('/v1/payment_methods', {
        type: 'card',
        'card[number]': card,
        'card[exp_month]': '12',
        'card[exp_year]': '34',
        'card[cvc]': '123',
      }),
    )
    await post(`/v1/payment_intents/${intentId}/confirm`, {
      payment_method: id,
      client_secret: clientSecret,
    })
  } catch {
    // The page would ask Stripe how it stands, as the site does.
  }

  async function post(path: string, form: Record<string, string>): Promise<unknown> {
    const response = await fetch(sandbox.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.publishableKey}` },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(2_000),
    })
    return response.json()
  }
}

/**
 * Visits one after the other, two patients for every third time, until it is stopped.
 * @param pauseMs between two visits of the same visitor
 */
export function startLoad(
  site: FaultySite,
  ledger: Ledger,
  atOnce: number,
  pauseMs = 0,
): { stop(): Promise<void> } {
  const free = wishes(site)
  let isOver = false
  let number = 0
  async function keepComing(): Promise<void> {
    while (!isOver) {
      number += 1
      const [wish, patient] = [free.next().value, number]
      const rivals = patient % 3 === 0 ? [patient, patient + 200] : [patient]
      await Promise.all(
        rivals.map((rival) => visit(site, ledger, { wish, patient: rival, isOver: () => isOver })),
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
