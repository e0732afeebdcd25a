import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { SiteConfig } from '#contract/config/config.ts'
import type { Availability } from '#domain/availability/availability.ts'
import type { ClinicClock } from '#domain/clinic-clock.ts'
import type { Env } from '#domain/config/env.ts'
import type { IdentityProvider } from '#domain/identity/identity-provider.ts'
import type { Images } from '#domain/images/images.ts'
import type { ClaimTokens } from '#domain/notifications/content/claim-tokens.ts'
import type { LinkTokens, RecallTokens } from '#domain/notifications/content/link-tokens.ts'
import type { StripeAdapter } from '#domain/payments/stripe/stripe-adapter.ts'
import type { EventLoopWatch } from '#domain/process/event-loop-watch.ts'
import type { Replication } from '#domain/replication/replication.ts'
import type { Clinic } from '#domain/schedule/clinic-details.ts'
import type { Database } from '#drizzle/client.ts'

/** The stand-ins that the browser needs to know about. */
export type EmbeddedProviders = Partial<Pick<SiteConfig, 'identity' | 'payments'>>

/** The parts from which `buildApp` builds the API. */
export interface AppDependencies {
  env: Env
  /** Migrated. */
  db: Database
  identity: IdentityProvider
  stripe: StripeAdapter
  /** Created from `env` when absent. */
  images?: Images
  /** The process's log; created from `env` when absent. */
  logger?: Logger
  clock: () => Date
  /** The stand-ins for providers that are not configured, for the browser. */
  embedded?: EmbeddedProviders
  /** Plugins registered after the API: the stand-ins, the site. */
  extraPlugins?: FastifyPluginAsync<Services>[]
  /** Called after each commit that wrote an event. */
  wakeRelay?: () => void
  /** Whether the queue responds, for `/readyz`. */
  queueAnswers?: () => Promise<boolean>
  /** The second copy of the data; absent without REPLICA_URL. */
  replication?: Pick<Replication, 'state'>
  /** Knows whether the process is overloaded; when absent, it never is. */
  eventLoop?: EventLoopWatch
  /** How many jobs the queue holds by state, for `/metrics`. */
  queueDepth?: () => Promise<Record<string, number>>
}

/** The services that routes and plugins use. */
export interface Services extends Omit<AppDependencies, 'logger' | 'clock' | 'extraPlugins'> {
  clinic: Clinic
  clinicClock: ClinicClock
  availability: Availability
  images: Images
  unsubscribeTokens: LinkTokens
  recallTokens: RecallTokens
  claimTokens: ClaimTokens
  wakeRelay: () => void
}
