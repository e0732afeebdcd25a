import type { FaultRuleInput } from '#sandbox/stripe/faults.ts'
import { type Check, forEachConcurrent, randomBetween } from '../check.ts'
import { bookAndPay } from '../patient.ts'
import { type Trial, trial, waitForWebhooks } from '../reconciliation.ts'
import type { FaultySite } from '../site.ts'

const AT_ONCE = 10

/** Books and pays `visits` times; each round adds the next fault. */
async function payUnder(
  faults: readonly FaultRuleInput[],
  { site, ledger, free }: Trial,
  visits: number,
): Promise<void> {
  await forEachConcurrent(Array(visits).keys(), AT_ONCE, async (patient) => {
    const fault = faults[patient % faults.length]
    if (fault) site.sandbox.control.addFault(fault)
    await bookAndPay(site, ledger, { time: free.next().value, patient })
  })
}

const COPIES = 10

/** Each applies to the next webhooks. */
export const webhookFaults: FaultRuleInput[] = [
  { on: 'webhook', times: 6, fault: { kind: 'repeat', copies: COPIES } },
  { on: 'webhook', times: 2, fault: { kind: 'lose' } },
  { on: 'webhook', fault: { kind: 'reorder', window: 8 } },
  { on: 'webhook', times: 3, fault: { kind: 'delay', ms: 700 } },
]

export const unreliableWebhooks: Check = {
  row: 'R7',
  name: 'webhooks lost, repeated tenfold and reordered',
  goal: 'every event handled once',
  cycles: 250,
  run: (cycles) =>
    trial(async (clinic) => {
      const { site, ledger, problems } = clinic
      await payUnder(webhookFaults, clinic, cycles)
      await waitForWebhooks(site)
      const deliveries = site.sandbox.control.deliveries()
      const arrived = await countArrivals(site)
      if (arrived <= deliveries.length) problems.push('no webhook was repeated')
      const lost = deliveries.filter(({ state }) => state === 'lost').length
      return (
        `${cycles} payments: ${deliveries.length} events, ${arrived} deliveries, ${lost} lost; ` +
        `${ledger.refunded.size} refunded by staff`
      )
    }),
}

/** How many webhooks the site has accepted. */
async function countArrivals({ url }: FaultySite): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const line = /duration_seconds_count\{.*route="\/webhooks\/stripe",status="2xx".*\} (\d+)/.exec(
    metrics,
  )
  return Number(line?.[1] ?? 0)
}

const path = '/v1/payment_intents'
const apiFaults: FaultRuleInput[] = (['before', 'after'] as const).flatMap((when) =>
  (
    [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 429 },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 500, saved: true },
      { kind: 'drop' },
      { kind: 'hang' },
      { kind: 'delay', ms: 1_000 },
    ] as const
  ).map((fault) => ({ on: 'api', path, when, times: randomBetween(1, 3), fault })),
)

export const unreliableStripe: Check = {
  row: 'R14',
  name: 'Stripe slow, failing, dropping connections and timing out',
  goal: 'one intent each with the right amount',
  cycles: 200,
  run: (cycles) =>
    trial(async (clinic) => {
      await payUnder(apiFaults, clinic, cycles)
      const { payment_intents: intents } = clinic.site.sandbox.control.record()
      const { booked, refused } = clinic.ledger
      return `${booked.size} booked, ${intents.length} intents, ${refused} responses with 503`
    }),
}
