import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorResponse } from '#contract/errors.ts'
import { codeOf } from '#domain/process/errors.ts'
import { describeStatus } from './errors.ts'

/** Statuses by Node's codes, https://nodejs.org/api/http.html#event-clienterror. */
const STATUSES: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Rejects malformed or incomplete requests in the API's error format, and closes the connection. Logs
 * nothing: Node's error contains the bytes, which may include a token.
 * @param headers of every response
 */
export function createRejector(headers: Readonly<Record<string, string>>) {
  const latest = new WeakMap<Socket, { last: ServerResponse; before: ServerResponse | undefined }>()
  const rejected = new WeakSet<Socket>()
  return {
    /** Must be called for every request, so that complete requests get their responses first. */
    track(response: ServerResponse): void {
      const { socket } = response.req
      latest.set(socket, { last: response, before: latest.get(socket)?.last })
    },
    /** Fastify's `clientErrorHandler`. */
    async reject(error: Error, socket: Socket): Promise<void> {
      if (rejected.has(socket)) return
      rejected.add(socket)
      // The rejection must not replace responses to earlier complete requests. A connection's responses end
      // in order, and only its last request can be incomplete.
      const { last, before } = latest.get(socket) ?? {}
      await Promise.all([last, before].map(whenAnswered))
      sendRejection(error, socket, headers)
    },
  }
}

/** Resolves when a complete request has been answered; unlike `events.once`, it never rejects. */
async function whenAnswered(response?: ServerResponse): Promise<void> {
  if (!response?.req.complete || response.writableFinished || response.destroyed) return
  await new Promise((resolve) => response.once('close', resolve))
}

function sendRejection(
  error: Error,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  const cause = codeOf(error) ?? ''
  if (cause === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const status = STATUSES[cause] ?? 400
    const { code, message } = describeStatus(status)
    const body = JSON.stringify({ code, message } satisfies ErrorResponse)
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroySoon()
}
