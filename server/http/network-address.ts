import { SocketAddress } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** A visitor has a whole IPv6 network of this size. */
const IPV6_PREFIX = 64

/**
 * The network that a request comes from, which everything that is counted by address counts: an IPv4
 * address, however it is written, or an IPv6 network. Some proxies add the port.
 */
export function networkAddressOf({ ip }: FastifyRequest): string {
  return normalizeIP(SocketAddress.parse(ip)?.address ?? ip, IPV6_PREFIX)
}

/**
 * What a request is counted for: the user of its session, else its network, so that strangers use up
 * nothing of the users who share it.
 */
export function countedFor(request: FastifyRequest): string {
  const caller = request.server.findCaller(request)
  return caller ? `user:${caller.uid}` : networkAddressOf(request)
}
