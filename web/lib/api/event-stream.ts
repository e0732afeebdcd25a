import { sendAsUser } from './request.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

interface StreamOptions {
  /** Called with the data of each event, and without any whenever the stream is open, again or at first. */
  onEvent: (data?: string) => void
  /** Called with whether the stream is open, when it opens and when it ends against its will. */
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
 * Listens to server-sent events while the page is visible: browsers allow six connections to a
 * server, so that hidden tabs give theirs up, and all who listen in a tab share one. Where it is
 * broken, it connects at once. Returns a function that ends it.
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
 * Listens to server-sent events with the session's token, which `EventSource` cannot send. It
 * reconnects, after growing pauses, until `signal` aborts; resolves then.
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
      // A refusal or a broken connection; both are tried again, and the screen polls meanwhile.
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
