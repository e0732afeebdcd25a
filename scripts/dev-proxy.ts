import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ProxyOptions } from 'vite'

const WEB = join(import.meta.dirname, '..', 'web')

/** First path segments of the API's routes. */
const API = [
  'absences',
  'admin',
  'agenda',
  'appointment',
  'appointment-blocks',
  'appointment-series',
  'appointments',
  'audit',
  'available',
  'booking',
  'calendar-feeds',
  'children',
  'clinic',
  'closing',
  'config',
  'contact',
  'corrections',
  'create-payment-intent',
  'desk-refunds',
  'docs',
  'doctor',
  'email-settings',
  'families',
  'todo',
  'family-links',
  'feeds',
  'fhir',
  'guardian-invitations',
  'healthz',
  'identitytoolkit.googleapis.com',
  'images',
  'insights',
  'metrics',
  'my-day',
  'notifications',
  'offers',
  'payments',
  'profile',
  'readyz',
  'receipts',
  'sandbox',
  'schedule',
  'second-copy',
  'securetoken.googleapis.com',
  'services',
  'sessions',
  'team',
  'treatments',
  'unsubscribe',
  'user',
  'users',
  'waitlist',
  'webhook-endpoints',
  'webhooks',
]

/** Pages rendered by the server. */
const SERVER_PAGES = /^\/(docs|sandbox)(\/|$)/

/** Vite's `server.proxy`: forwards API calls to the server at `target`, and nothing else. */
export function passOn(target: string): Record<string, ProxyOptions> {
  const calls = `^/(${API.join('|').replaceAll('.', '\\.')})([/?]|$)`
  return { [calls]: { target, bypass: ({ url = '/', headers }) => keep(url, headers.accept) } }
}

/** What Vite serves although the path looks like a call: a source file, or a page of the app. */
function keep(url: string, accept = ''): string | undefined {
  if (isSource(url)) return url
  return accept.includes('text/html') && !SERVER_PAGES.test(url) ? '/index.html' : undefined
}

/** Folders of `web` may have the same names as calls. */
function isSource(url: string): boolean {
  const { pathname } = new URL(url, 'http://localhost')
  return statSync(join(WEB, pathname), { throwIfNoEntry: false })?.isFile() ?? false
}
