import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { ImportView } from '#contract/imports/imports.ts'
import { importForm } from '#domain/testing/multipart.ts'
import { type LatencyFigures, latenciesOf } from './report.ts'
import type { LoadRequest } from './requests.ts'

// Runs as a process: a front desk at work, first alone and then while an admin moves a clinic in.

/** The message to this process. */
export interface DeskAtWork {
  url: string
  admin: Record<string, string>
  files: readonly { kind: ImportKind; content: string }[]
  /** Requests of the desk by name, each with the pause after it in milliseconds. */
  desk: readonly { name: string; pauseMs: number; requests: readonly LoadRequest[] }[]
  /** Seconds for which the desk works alone. */
  aloneSeconds: number
}

/** How long the desk waited for one kind of request, in milliseconds. */
export interface DeskWait extends LatencyFigures {
  name: string
  count: number
  failed: number
}

/** The message of this process. */
export interface DeskAtWorkMessage {
  alone: DeskWait[]
  beside: DeskWait[]
  /** Seconds of each step. */
  steps: { name: string; seconds: number }[]
  reports: ImportView[]
}

const POLL_MS = 250

/** Sends the desk's requests until it is stopped. */
function startDesk({ url, desk }: Pick<DeskAtWork, 'url' | 'desk'>, from: number) {
  let isOver = false
  const loops = desk.map(async ({ name, pauseMs, requests }, index) => {
    const histogram = createHistogram()
    let [count, failed] = [0, 0]
    for (let number = from; !isOver; number += 1) {
      const request = requests[number % requests.length]
      if (!request) break
      const { method, path, headers = {}, body = null } = request
      const began = performance.now()
      const all = body === null ? headers : { ...headers, 'content-type': 'application/json' }
      const answer = await fetch(url + path, { method, headers: all, body })
      await answer.arrayBuffer()
      histogram.record(Math.max(1, Math.round((performance.now() - began) * 1000)))
      count += 1
      if (!answer.ok) failed += 1
      await sleep(pauseMs + index)
    }
    return { name, count, failed, ...latenciesOf(histogram) }
  })
  return async (): Promise<DeskWait[]> => {
    isOver = true
    return Promise.all(loops)
  }
}

process.once('message', async ({ url, admin, files, desk, aloneSeconds }: DeskAtWork) => {
  async function ask(path: string, init: RequestInit = {}): Promise<ImportView> {
    const answer = await fetch(url + path, { ...init, headers: { ...admin, ...init.headers } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<ImportView>
  }
  const send = (method: string, path: string, body: object) =>
    ask(path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  async function until(id: string, state: ImportView['state']): Promise<ImportView> {
    for (;;) {
      const shown = await ask(`/imports/${id}`)
      if (shown.state === state) return shown
      await sleep(POLL_MS)
    }
  }
  const steps: DeskAtWorkMessage['steps'] = []
  async function time<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const began = performance.now()
    const result = await work()
    steps.push({ name, seconds: (performance.now() - began) / 1000 })
    return result
  }

  const stopAlone = startDesk({ url, desk }, 0)
  await sleep(aloneSeconds * 1000)
  const alone = await stopAlone()
  // The requests that change something are used up.
  const used = Math.max(...alone.map(({ count }) => count))
  const stop = startDesk({ url, desk }, used)
  const reports: ImportView[] = []
  for (const { kind, content } of files) {
    const form = importForm(content)
    const uploaded = await time(`upload ${kind}`, () =>
      ask(`/imports?kind=${kind}&name=${kind}.csv`, {
        method: 'POST',
        headers: form.headers,
        body: form.payload,
      }),
    )
    const { _id: id, version, mapping, missing } = uploaded
    if (missing.length > 0) throw new Error(`${JSON.stringify(mapping)} ${missing.join(' ')}`)
    const report = await time(`check ${kind}`, async () => {
      await send('POST', `/imports/${id}/check`, { version })
      return until(id, 'checked')
    })
    const done = await time(`run ${kind}`, async () => {
      await send('POST', `/imports/${id}/run`, { fingerprint: report.fingerprint })
      return until(id, 'done')
    })
    reports.push(done)
  }
  const beside = await stop()
  process.send?.({ alone, beside, steps, reports } satisfies DeskAtWorkMessage)
  process.disconnect()
})
