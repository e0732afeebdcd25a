import { sendAsUser } from './request.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

interface StreamOptions {
  /** Called with the data of each event, and without data whenever the stream opens. */
  onEvent: (data?: string) => void
  /** Called with true when the stream opens, and with false when it breaks. */
  onState?: (isOpen: boolean) => void
  signal: AbortSignal
}

type Listener = Omit<StreamOptions, 'signal'>

interface SharedStream {
  listeners: Set<Listener>
  /** Null until the first attempt has succeeded or failed. */
  isOpen: boolean | null
  /** Connects at once, unless the page is hidden. */
  connect: () => void
  end: () => void
}

/** By path. */
const streams = new Map<string, SharedStream>()

/**
 * Listens to server-sent events while the page is visible. Browsers allow six connections to a
 * server, so hidden tabs close theirs, and all listeners of a tab share one. If the stream is
 * broken, it reconnects at once. Returns a function that ends it.
 */
export function followEvents(path: string, listener: Listener): () => void {
  const stream = streams.get(path) ?? shareStream(path)
  stream.listeners.add(listener)
  if (stream.isOpen) listener.onState?.(true)
  if (stream.isOpen === false) stream.connect()
  return () => {
    stream.listeners.delete(listener)
    if (stream.listeners.size > 0) return
    stream.end()
    streams.delete(path)
  }
}

function shareStream(path: string): SharedStream {
  let listening: AbortController | undefined
  const listeners = new Set<Listener>()
  const stream: SharedStream = {
    listeners,
    isOpen: null,
    connect() {
      listening?.abort()
      stream.isOpen = null
      if (document.hidden) return
      listening = new AbortController()
      void listenToEvents(path, {
        onEvent: (data) => {
          for (const { onEvent } of listeners) onEvent(data)
        },
        onState: (isOpen) => {
          stream.isOpen = isOpen
          for (const { onState } of listeners) onState?.(isOpen)
        },
        signal: listening.signal,
      })
    },
    end() {
      document.removeEventListener('visibilitychange', stream.connect)
      listening?.abort()
    },
  }
  document.addEventListener('visibilitychange', stream.connect)
  streams.set(path, stream)
  stream.connect()
  return stream
}

/**
 * Listens to server-sent events with the session's token, which `EventSource` cannot send.
 * Reconnects after growing delays until `signal` aborts, and resolves then.
 */
export async function listenToEvents(path: string, { onEvent, onState, signal }: StreamOptions) {
  let lastEventId = ''
  let pause = FIRST_PAUSE_MS
  while (!signal.aborted) {
    try {
      const headers = new Headers({ accept: 'text/event-stream' })
      if (lastEventId) headers.set('last-event-id', lastEventId)
      const response = await open(path, headers, signal)
      pause = FIRST_PAUSE_MS
      onState?.(true)
      onEvent()
      for await (const event of readEvents(response)) {
        lastEventId = event.id || lastEventId
        onEvent(event.data)
      }
    } catch {
      // After a refusal or a broken connection it retries; meanwhile the screen polls.
    }
    if (!signal.aborted) onState?.(false)
    await wait(pause * (0.5 + Math.random()), signal)
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
  }
}

async function open(path: string, headers: Headers, signal: AbortSignal) {
  let body: ReadableStream<BufferSource> | null = null
  await sendAsUser(async (bearer) => {
    headers.set('authorization', `Bearer ${bearer ?? ''}`)
    const response = await fetch(path, { headers, signal })
    body = response.ok ? response.body : null
    return { status: response.status, text: '' }
  })
  if (!body) throw new Error('The stream of events could not be opened.')
  return body as ReadableStream<BufferSource>
}

/** The events with data; comments only keep the connection open. */
async function* readEvents(
  body: ReadableStream<BufferSource>,
): AsyncGenerator<{ id: string; data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: ?(.*)$/m.exec(block)?.[1]
      if (data === undefined) continue
      yield { id: /^id: ?(.*)$/m.exec(block)?.[1] ?? '', data }
    }
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
