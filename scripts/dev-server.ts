import { join } from 'node:path'
import { createServer, type InlineConfig, type ViteDevServer } from 'vite'
import type { Env } from '#domain/config/env.ts'
import { securityHeaders } from '#server/plugins/security-headers.ts'
import { developmentPolicy } from './dev-headers.ts'
import { passOn } from './dev-proxy.ts'

interface DevServerOptions {
  env: Env
  /** Where the API is: 'http://localhost:3000'. */
  api: string
  /** 0 for any free port. */
  port: number
  /** WebSocket of the relay that shows the pages' machines. */
  relay?: string | undefined
  config?: InlineConfig
}

/** Vite with the pages, which forwards their calls to the API; not listening yet. */
export function createDevServer(options: DevServerOptions): Promise<ViteDevServer> {
  const { env, api, port, relay, config } = options
  const policy = securityHeaders(env)['content-security-policy'] ?? ''
  return createServer({
    ...config,
    configFile: join(import.meta.dirname, '..', 'web', 'vite.config.ts'),
    define: { 'import.meta.env.VITE_INSPECTION_RELAY': JSON.stringify(relay ?? '') },
    // Pre-bundled: loaded on demand, they would reload the page at their first use.
    optimizeDeps: {
      include: ['@statelyai/inspect', '@xstate/react', 'elkjs/lib/elk.bundled.js', 'xstate/graph'],
    },
    server: {
      port,
      strictPort: true,
      proxy: passOn(api),
      headers: { 'Content-Security-Policy': developmentPolicy(policy, relay) },
    },
  })
}
