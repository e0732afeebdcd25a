import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import { requestAgenda } from './clinic.ts'
import { median } from './report.ts'

/** PDFs per user and minute are limited to 60. */
const RECEIPTS = 50

interface ReceiptTimes {
  /** The first PDF after a start, in milliseconds. */
  first: number
  /** Later PDFs, in milliseconds. */
  p50: number
  /** The longest wait of another request meanwhile, in milliseconds. */
  others: number
}

/** Takes a payment at the desk and downloads its receipt repeatedly, while other requests are sent. */
export async function measureReceipts(url: string): Promise<ReceiptTimes> {
  const { path, headers } = requestAgenda()
  const day: Agenda = await (await fetch(url + path, { headers })).json()
  const unpaid = day.entries.find(({ paid }) => !paid)
  if (!unpaid) throw new Error('Every appointment of the day is paid.')
  const paid = await fetch(`${url}/agenda/${unpaid._id}/payment`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ version: unpaid.version, method: 'cash' }),
  })
  const { payment }: AgendaEntry = await paid.json()
  const pdf = () => timeOf(`${url}/receipts/${payment?.receipt}/pdf`, headers)

  let isDone = false
  const others = (async () => {
    let longest = 0
    while (!isDone) longest = Math.max(longest, await timeOf(`${url}/healthz`))
    return longest
  })()
  const first = await pdf()
  const took: number[] = []
  for (let count = 1; count < RECEIPTS; count += 1) took.push(await pdf())
  isDone = true
  return { first, p50: median(took), others: await others }
}

/** Milliseconds until the response. */
async function timeOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const start = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - start
}
