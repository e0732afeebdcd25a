import type { LoadRequest } from './request.ts'

const WEBHOOK_BYTES = 1_800

type Measured = 'days' | 'own' | 'home'

/** Calls that are measured beside bare Fastify. */
export type Asked = Record<Measured, readonly LoadRequest[]>

export interface Bare {
  url: string
  /** For each call one that is answered as many bytes. */
  asked: Asked
  /** What it keeps as a row, of a webhook's size. */
  written: readonly LoadRequest[]
}

/** How many bytes the site answers to each of these calls. */
export async function sizesOf(
  siteUrl: string,
  { days, own, home }: Asked,
): Promise<Record<Measured, number>> {
  return {
    days: await sizeOf(siteUrl, days[0]),
    own: await sizeOf(siteUrl, own[0]),
    home: await sizeOf(siteUrl, home[0]),
  }
}

/** How to ask bare Fastify (`constant-server.ts`) for answers of these sizes. */
export function askBare(url: string, sizes: Record<Measured, number>): Bare {
  const ask = (size: number): LoadRequest[] => [{ method: 'GET', path: `/${size}` }]
  return {
    url,
    asked: { days: ask(sizes.days), own: ask(sizes.own), home: ask(sizes.home) },
    written: [{ method: 'POST', path: '/row', body: JSON.stringify('x'.repeat(WEBHOOK_BYTES)) }],
  }
}

async function sizeOf(url: string, one?: LoadRequest): Promise<number> {
  if (!one) return 0
  const response = await fetch(url + one.path, { headers: one.headers })
  if (!response.ok) throw new Error(`${one.path} answers ${response.status}`)
  const length = response.headers.get('content-length')
  return Number(length ?? (await response.arrayBuffer()).byteLength)
}
