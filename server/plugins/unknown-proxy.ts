import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a proxy on this machine or network has passed on visitors that TRUST_PROXY does not name. */
    hasUnknownProxy(): boolean
  }
}

/** Addresses of this machine and of private networks: visitors do not come from there. */
const PRIVATE = new BlockList()
PRIVATE.addSubnet('127.0.0.0', 8)
PRIVATE.addSubnet('10.0.0.0', 8)
PRIVATE.addSubnet('172.16.0.0', 12)
PRIVATE.addSubnet('192.168.0.0', 16)
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')

const isPrivate = (address: string) => PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Warns once per address of a proxy that TRUST_PROXY does not name: all visitors behind it would share one
 * address and its rate limits. Only warns, because a visitor can send the header, too.
 */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  const MOST = 5
  const known = new Set<string>()
  app.decorate('hasUnknownProxy', () => [...known].some(isPrivate))
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
