import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import { atEndOfTurn } from './end-of-turn.ts'

const INFO = pino.levels.values.info

/**
 * What is logged of requests: one line for each, when it is answered. The route's pattern stands
 * for the address, because addresses hold emails (design section 11).
 */
export class RequestLog extends LogController {
  readonly #log: Logger
  readonly #write: (line: object) => void

  constructor(log: Logger) {
    super()
    this.#log = log
    const destination: DestinationStream = Reflect.get(log, pino.symbols.streamSym)
    this.#write = atEndOfTurn((lines) => {
      destination.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    })
  }

  override incomingRequest() {}

  override routeNotFound() {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { method, route, ip } = describeRequest(request)
    // Who asks, by the id that the record of events goes by; nothing for a stranger.
    const user = request.user?.uid
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime * 10) / 10
    if (error) {
      const answer = { method, route, ip, user, status, ms, err: error }
      request.log.error(answer, 'answer broken off')
    } else if (this.#log.isLevelEnabled('info')) {
      // As Pino writes it, but for what it looks for in each value: nothing private and no error
      // is in these lines, of which every request writes one.
      this.#write({
        level: INFO,
        time: Date.now(),
        pid: process.pid,
        reqId: request.id,
        method,
        route,
        ip,
        user,
        status,
        ms,
        msg: 'answered',
      })
    }
  }
}

/** A request without anything personal; `none` when no route matches. */
export function describeRequest({ method, routeOptions, ip }: FastifyRequest) {
  return { method, route: routeOptions?.url ?? 'none', ip }
}
