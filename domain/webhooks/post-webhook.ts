import { type LookupAddress, lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Time limit of DNS, connection, request and response together, in milliseconds. */
const TIMEOUT_MS = 10_000

/** How much of a response is read, in bytes; it only says whether the request was accepted. */
const MOST_READ = 64 * 1024

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** Sends a request. Rejects with the reason when it is not accepted. */
export type PostWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<void>

interface Network {
  /** All addresses of a host name. */
  resolve: (hostname: string) => Promise<LookupAddress[]>
  isAllowed: (address: string) => boolean
  /** Trusted instead of the well-known certificate authorities (PEM), in tests. */
  ca: string
  timeoutMs: number
}

/**
 * Creates the only function that calls an address typed by a person. It resolves the name once, requires each
 * address to be public, and connects to one of these addresses: a later change in DNS has no effect. Does not
 * follow redirects.
 */
export function createPostWebhook({
  resolve = resolveAll,
  isAllowed = isPublicAddress,
  ca,
  timeoutMs = TIMEOUT_MS,
}: Partial<Network> = {}): PostWebhook {
  return async ({ url, headers, body }, signal) => {
    const { protocol, hostname } = new URL(url)
    if (protocol !== 'https:') throw new Error('The address does not begin with https.')
    // A host in brackets is an IPv6 address.
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const family = isIP(host)
    const resolved = family > 0 ? Promise.resolve([{ address: host, family }]) : resolve(host)
    const addresses = await abortable(ended, resolved)
    if (addresses.length === 0) throw new Error('The host has no address.')
    if (!addresses.every(({ address }) => isAllowed(address))) {
      throw new Error('The host is not on the public internet.')
    }
    const agent = new Agent({ keepAlive: false })
    const answered = new Promise<void>((done, failed) => {
      const call = request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent,
        lookup: lookupIn(addresses),
        signal: ended,
        ...(ca !== undefined && { ca }),
      })
      call.on('error', failed)
      call.on('response', (response) => void readAnswer(response).then(done, failed))
      call.end(body)
    })
    try {
      await abortable(ended, answered)
    } finally {
      agent.destroy()
    }
  }
}

function resolveAll(hostname: string): Promise<LookupAddress[]> {
  return new Promise((done, failed) => {
    lookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
      if (error) failed(new Error('The host was not found.', { cause: error }))
      else done(addresses)
    })
  })
}

/** Returns the checked addresses, whatever DNS says by now. */
function lookupIn(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, options, done) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
}

function abortable<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((done, failed) => {
    const stop = () => {
      const isLate = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
      failed(new Error(isLate ? 'There was no answer in time.' : 'The request was stopped.'))
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    promise.then(done, failed)
  })
}

/** Whether the response accepts the request: 2xx, and not a web page, such as that of a login or a proxy. */
async function readAnswer(response: IncomingMessage): Promise<void> {
  const { statusCode = 0, headers } = response
  if (statusCode < 200 || statusCode > 299) {
    response.destroy()
    const isRedirect = statusCode >= 300 && statusCode <= 399
    throw new Error(
      isRedirect ? `The answer was a redirect (${statusCode}).` : `The answer was ${statusCode}.`,
    )
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MOST_READ) break
  }
  const text = Buffer.concat(chunks).toString().trimStart()
  if (/html/i.test(headers['content-type'] ?? '') || /^<(!doctype\s+html|html)/i.test(text)) {
    throw new Error('The answer was a web page.')
  }
}
