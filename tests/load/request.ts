/** One HTTP request, ready to be sent as often as wanted. */
export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  /** JSON. */
  body?: string
}

/** Separates requests in a file of them; it occurs in no request. */
export const SEPARATOR = '\u001e'

/** The request as it goes over the wire. */
export function toWire({ method, path, headers = {}, body }: LoadRequest): string {
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/**
 * Another visitor's address for each number: the site counts requests of an address, and is
 * measured with its limits on.
 */
export function visitor(number: number): Record<string, string> {
  const parts = [number >> 16, number >> 8, number].map((part) => part & 255)
  return { 'x-forwarded-for': `10.${parts.join('.')}` }
}
