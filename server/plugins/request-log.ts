import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only errors are logged. */
    logErrorsOnly?: boolean
  }
}

/** Logs one line per request when its response ends; for some routes only errors. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override routeNotFound() {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const isError = error || reply.statusCode >= 400
    if (request.routeOptions.config?.logErrorsOnly && !isError) return
    const line = {
      ...describeRequest(request),
      user: request.user?.uid,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (error) request.log.error({ ...line, err: error }, 'client disconnected')
    else request.log.info(line, 'request completed')
  }
}

/**
 * A request without personal data: the route's pattern (`none` if no route matches) instead of the URL,
 * because URLs contain emails.
 */
export function describeRequest({ method, routeOptions, ip }: FastifyRequest) {
  return { method, route: routeOptions?.url ?? 'none', ip }
}
