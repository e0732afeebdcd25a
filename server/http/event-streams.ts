import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError, type Refused } from './http-error.ts'
import { countedFor } from './network-address.ts'
import { unavailable } from './refuse.ts'

/** The most open streams of one kind in one process. */
const MOST_STREAMS = 2_000

/** After how many seconds a refused reader may retry. */
const STREAM_RETRY_AFTER = 30

/** The most unread bytes before a reader is disconnected; it catches up when it reconnects. */
const MOST_UNREAD = 64 * 1024

/**
 * Proxies close connections that are silent for longer. The reader's rights are checked at the same interval.
 */
const HEARTBEAT_MS = 20_000

interface StreamLimits {
  /** The most streams of one user, or of one network without a session. */
  mostOfReader: number
  /** The refusal of a reader at that limit. */
  tooMany: Refused
}

interface EventStream {
  /**
   * Starts listening, with a function that sends an event, and one to call when the reader's rights may have
   * changed. Returns a function that stops it.
   */
  listen: (send: (event: string) => void, ask: () => void) => () => void
  /** Rejects when the reader may no longer read. Nothing is sent until it resolves. */
  mayRead?: () => Promise<unknown>
}

/**
 * Server-sent events with limits, heartbeats, and an end for slow readers.
 * @returns a function that answers a request with a stream
 */
export function createEventStreams(app: FastifyInstance, limits: StreamLimits) {
  /** The open streams with their readers. */
  const streams = new Map<PassThrough, string>()
  // The server waits for open responses, so they must end first.
  app.addHook('preClose', (done) => {
    for (const stream of streams.keys()) stream.end()
    done()
  })

  return (request: FastifyRequest, reply: FastifyReply, { listen, mayRead }: EventStream) => {
    const reader = countedFor(request)
    if (streams.size >= MOST_STREAMS) throw unavailable()
    const own = [...streams.values()].filter((other) => other === reader)
    if (own.length >= limits.mostOfReader) {
      throw new HttpError(limits.tooMany, { retryAfter: STREAM_RETRY_AFTER })
    }
    reply.type('text/event-stream').header('x-accel-buffering', 'no')
    if (request.method === 'HEAD') return reply.send('')

    const stream = new PassThrough()
    /** How many checks of the reader's rights are pending; events wait for all of them. */
    let questions = 0
    let waiting: string[] = []
    const write = (event: string) => {
      if (stream.writableEnded || stream.destroyed) return
      stream.write(event)
      if (stream.writableLength > MOST_UNREAD) stream.destroy()
    }
    const ask = async () => {
      if (!mayRead) return
      questions += 1
      try {
        await mayRead()
        questions -= 1
      } catch {
        stream.end()
      }
      if (questions > 0) return
      const events = waiting
      waiting = []
      for (const event of events) write(event)
    }
    // Rights may have changed before the stream started to listen.
    void ask()
    const stop = listen(
      (event) => (questions > 0 ? waiting.push(event) : write(event)),
      () => void ask(),
    )
    const heartbeat = setInterval(() => {
      // Otherwise a reader who reads nothing would keep an ended stream open.
      if (stream.writableEnded) stream.destroy()
      else void ask().then(() => write(':\n\n'))
    }, HEARTBEAT_MS)
    streams.set(stream, reader)
    stream.once('close', () => {
      clearInterval(heartbeat)
      stop()
      streams.delete(stream)
    })
    // Tells the browser that the stream is open.
    stream.write(':\n\n')
    return reply.send(stream)
  }
}
