import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorResponse } from '../contract/errors.ts'
import { codeOf } from '../domain/process/error-code.ts'
import { describeRefusal } from './default-errors.ts'

/** By Node's codes, https://nodejs.org/api/http.html#event-clienterror. */
const STATUSES: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Answers what never becomes a request, because it cannot be read or does not arrive, in the one
 * shape of errors (design section 5), and ends the connection. Nothing of it is logged: Node's
 * error carries the bytes that came, which may hold a token.
 * @param headers of every answer
 */
export function refuseUnreadable(
  error: Error,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  const cause = codeOf(error) ?? ''
  if (cause === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const status = STATUSES[cause] ?? 400
    const [code, message] = describeRefusal(status)
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
