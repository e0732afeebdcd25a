import type { FastifyInstance } from 'fastify'

/**
 * Warns once per address of a proxy that TRUST_PROXY does not name: all visitors behind it would share one
 * address and its rate limits. Only warns, because a visitor can send the header, too.
 */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  const MOST = 5
  const known = new Set<string>()
  app.addHook('onRequest', (request, _reply, done) => {
    // biome-ignore lint/plugin: the address of the connection is what TRUST_PROXY names.
    const [address, proxy] = [request.ip, request.socket.remoteAddress]
    const isUnknown = 'x-forwarded-for' in request.headers && address === proxy
    if (isUnknown && !known.has(address) && known.size < MOST) {
      known.add(address)
      request.log.warn(
        { proxy },
        'X-Forwarded-For came from an address that TRUST_PROXY does not name: name it if it is your proxy, as all visitors behind it count as one',
      )
    }
    done()
  })
}
