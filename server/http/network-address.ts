import { SocketAddress } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** The prefix length of the IPv6 network that a visitor has. */
const IPV6_PREFIX = 64

/**
 * The network of a request, by which everything that is counted per address is counted: an IPv4 address,
 * however it is written, or an IPv6 network. Some proxies add the port.
 */
export function networkAddressOf({ ip }: FastifyRequest): string {
  return normalizeIP(SocketAddress.parse(ip)?.address ?? ip, IPV6_PREFIX)
}

/**
 * The key for counting a request: the user of its session, or else its network. Visitors without a session
 * thus cannot use up the limits of users on the same network.
 */
export function countedFor(request: FastifyRequest): string {
  const caller = request.server.findCaller(request)
  return caller ? `user:${caller.uid}` : networkAddressOf(request)
}
