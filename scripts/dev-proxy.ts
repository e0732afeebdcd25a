import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ProxyOptions } from 'vite'

const WEB = join(import.meta.dirname, '..', 'web')

/** First parts of the paths that are the server's (design section 5). */
const API = [
  'admin',
  'appointment',
  'appointments',
  'audit',
  'available',
  'booking',
  'config',
  'create-payment-intent',
  'docs',
  'doctor',
  'healthz',
  'identitytoolkit.googleapis.com',
  'images',
  'metrics',
  'profile',
  'readyz',
  'sandbox',
  'securetoken.googleapis.com',
  'services',
  'team',
  'user',
  'users',
  'webhooks',
]

/** Pages that the server itself shows. */
const SERVER_PAGES = /^\/(docs|sandbox)(\/|$)/

/** Vite's `server.proxy`: passes the API's calls on to the server at `target`, and nothing else. */
export function passOn(target: string): Record<string, ProxyOptions> {
  const calls = `^/(${API.join('|').replaceAll('.', '\\.')})([/?]|$)`
  return { [calls]: { target, bypass: ({ url = '/', headers }) => keep(url, headers.accept) } }
}

/** What Vite answers itself although it looks like a call: a source file, or a page of the app. */
function keep(url: string, accept = ''): string | undefined {
  if (isSource(url)) return url
  return accept.includes('text/html') && !SERVER_PAGES.test(url) ? '/index.html' : undefined
}

/** `web/admin/…` and the like have the names of calls. */
function isSource(url: string): boolean {
  const { pathname } = new URL(url, 'http://localhost')
  return statSync(join(WEB, pathname), { throwIfNoEntry: false })?.isFile() ?? false
}
