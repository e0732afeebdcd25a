import { statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { ProxyOptions } from 'vite'

const WEB = join(import.meta.dirname, '..', 'web')

/** Vite's own: `/@vite/client`, `/@fs/…`, `/node_modules/…`. */
const VITE = /^\/(@|node_modules\/)/

/** Pages rendered by the server. */
const SERVER_PAGES = /^\/(docs|sandbox)(\/|$)/

/** Vite's `server.proxy`: forwards to the server at `target` what Vite does not serve itself. */
export function passOn(target: string): Record<string, ProxyOptions> {
  const bypass = ({ url = '/', headers }: IncomingMessage) =>
    isVites(url, headers.accept) ? url : undefined
  return { '^/': { target, bypass } }
}

/** Its own modules, source files, and pages of the app. */
function isVites(url: string, accept = ''): boolean {
  const isPage = accept.includes('text/html') && !SERVER_PAGES.test(url)
  return VITE.test(url) || isFile(url) || isPage
}

/** Folders of `web` may have the same names as calls. */
function isFile(url: string): boolean {
  const { pathname } = new URL(url, 'http://localhost')
  return [WEB, join(WEB, 'public')].some(
    (folder) => statSync(join(folder, pathname), { throwIfNoEntry: false })?.isFile() ?? false,
  )
}
