// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetched } from '#web/testing/fetched.ts'
import { followEvents, listenToEvents } from './event-stream.ts'

/** Longer than the longest pause between two attempts. */
const LONG = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => vi.useRealTimers())

/** A response that ends after these pieces. */
function streamOf(...pieces: string[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  return new Response(body)
}

/** Listens until `attempts` have been made; returns how many events were reported. */
async function listen(attempts: number): Promise<number> {
  const stop = new AbortController()
  const onEvent = vi.fn()
  const ended = listenToEvents('/changes', { onEvent, signal: stop.signal })
  while (fetched.mock.calls.length < attempts) await vi.advanceTimersByTimeAsync(100)
  await vi.advanceTimersByTimeAsync(0)
  stop.abort()
  await ended
  return onEvent.mock.calls.length
}

const lastIds = () =>
  fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('last-event-id'))

it('reports that the stream is open and each event, but no heartbeats', async () => {
  fetched.mockResolvedValueOnce(streamOf(':\n\n', 'id: 1\ndata: ["a"]\n\nid: 2\nda', 'ta: []\n\n'))
  expect(await listen(1)).toBe(3)
})

it('passes on the data of an event', async () => {
  fetched.mockResolvedValueOnce(streamOf(':\n\n', 'id: 1\ndata: ["a"]\n\n'))
  const [onEvent, stop] = [vi.fn(), new AbortController()]
  const ended = listenToEvents('/changes', { onEvent, signal: stop.signal })
  await vi.advanceTimersByTimeAsync(0)
  stop.abort()
  await ended
  expect(onEvent.mock.calls).toEqual([[], ['["a"]']])
})

it('continues after a disconnect from the last event that it received', async () => {
  fetched.mockResolvedValueOnce(streamOf('id: 7\ndata: ["a"]\n\n'))
  fetched.mockResolvedValueOnce(streamOf(':\n\n'))
  expect(await listen(2)).toBe(3)
  expect(lastIds()).toEqual([null, '7'])
})

it('retries while the stream is refused or the network is down', async () => {
  fetched.mockResolvedValueOnce(new Response('{}', { status: 503 }))
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fetched.mockResolvedValueOnce(streamOf(':\n\n'))
  expect(await listen(3)).toBe(1)
})

it('ends when it is no longer needed', async () => {
  fetched.mockResolvedValue(new Response('{}', { status: 503 }))
  await listen(1)
  await vi.advanceTimersByTimeAsync(LONG)
  expect(fetched).toHaveBeenCalledOnce()
})

it('shares one connection per tab, until the last listener leaves', async () => {
  let signal: AbortSignal | null | undefined
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('id: 1\ndata: ["a"]\n\n')),
  })
  fetched.mockImplementationOnce((_, init) => {
    signal = init?.signal
    return Promise.resolve(new Response(body))
  })
  const [first, second, onState] = [vi.fn(), vi.fn(), vi.fn()]
  const leaveFirst = followEvents('/changes', { onEvent: first })
  const leaveSecond = followEvents('/changes', { onEvent: second, onState })
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toHaveBeenCalledOnce()
  expect(first.mock.calls.flat()).toEqual([undefined, '["a"]'])
  expect(second.mock.calls).toEqual(first.mock.calls)
  expect(onState.mock.calls).toEqual([[true]])
  leaveFirst()
  expect(signal?.aborted).toBe(false)
  leaveSecond()
  expect(signal?.aborted).toBe(true)
})
