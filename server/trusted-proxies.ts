import { compile } from '@fastify/proxy-addr'

/** More than a clinic has proxies; beyond, visitors come directly and bring a header of their own. */
const MOST_KNOWN = 100

/**
 * Tells whether to believe an address that says for whom it asks, as Fastify's `trustProxy`. What
 * was found out about an address is kept: to read it takes longer than all else about a request's
 * origin.
 * @param proxies addresses and networks (`10.0.0.0/8`), and the names that Fastify knows
 */
export function trustOnly(proxies: readonly string[]): (address: string) => boolean {
  const isTrusted = compile([...proxies])
  const known = new Map<string, boolean>()
  return (address) => {
    const before = known.get(address)
    if (before !== undefined) return before
    const answer = isTrusted(address, 0)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(address, answer)
    return answer
  }
}
