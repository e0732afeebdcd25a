import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it, vi } from 'vitest'

type Chunk = Rolldown.OutputChunk

const KB = 1000
let chunks: Map<string, Chunk>

// The same build that scripts/build-site.ts makes, kept in memory.
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const result = await build({
    configFile: 'web/vite.config.ts',
    logLevel: 'error',
    build: { write: false },
  })
  vi.unstubAllEnvs()
  if (!('output' in result)) throw new Error('Vite made no single build')
  chunks = new Map(
    result.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )
}, 120_000)

/** The chunks that the browser needs before the given modules of `web/` run. */
function graphOf(...modules: string[]): Chunk[] {
  const needed = new Map<string, Chunk>()
  const visit = (chunk: Chunk | undefined) => {
    if (!chunk || needed.has(chunk.fileName)) return
    needed.set(chunk.fileName, chunk)
    for (const name of chunk.imports) visit(chunks.get(name))
  }
  for (const module of modules) {
    const own = [...chunks.values()].find(({ facadeModuleId }) =>
      facadeModuleId?.endsWith(`/web/${module}`),
    )
    if (!own) throw new Error(`${module} has no chunk of its own`)
    visit(own)
  }
  return [...needed.values()]
}

/** In bytes, gzipped file by file as they travel. */
function sizeOf(graph: Chunk[]): number {
  return graph.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}

function packagesIn(graph: Chunk[]): Set<string> {
  const ids = graph.flatMap(({ moduleIds }) => moduleIds)
  const names = ids.map((id) =>
    /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]?.replace(/^@firebase\/.*/, 'firebase'),
  )
  return new Set(names.filter((name) => name !== undefined))
}

const start = ['index.html', 'app/mount.tsx']
const signIn = [...start, 'app/app-styles.tsx', 'features/auth/auth-layout.tsx']
const signedIn = [...signIn, 'features/auth/require-user.tsx']
const dashboard = [...signedIn, 'features/dashboard/dashboard-layout.tsx']
const admin = [...dashboard, 'features/auth/require-admin.tsx']

const STRIPE = ['@stripe/stripe-js', '@stripe/react-stripe-js']
const CALENDAR = 'react-day-picker'
const FLOWS = ['xstate', '@xstate/react']
const FORMS = ['zod', 'react-hook-form']
const PRIVATE = ['firebase', '@tanstack/react-query', ...STRIPE, CALENDAR, ...FLOWS, ...FORMS]
const NO_PROVIDERS = [...STRIPE, CALENDAR, 'firebase']
const PAYING = [CALENDAR, 'firebase']

function strangersIn(graph: Chunk[], absent: readonly string[]): string[] {
  return [...packagesIn(graph)].filter((name) => absent.includes(name))
}

describe('what a reader of the public pages loads', () => {
  it('is next to nothing until they do something', () => {
    expect(sizeOf(graphOf('index.html'))).toBeLessThan(5 * KB)
  })

  it.each([
    'features/home/home-page.tsx',
    'features/about/about-page.tsx',
    'features/contact/contact-page.tsx',
    'features/reviews/reviews-page.tsx',
    'features/doctors/doctors-page.tsx',
    'app/not-found-page.tsx',
  ])('%s stays small when it comes to life, without the app’s libraries', (page) => {
    const graph = graphOf(...start, page)
    expect(strangersIn(graph, PRIVATE)).toEqual([])
    expect(sizeOf(graph)).toBeLessThan(108 * KB)
  })
})

describe('what somebody who signs in loads', () => {
  it.each([
    ['/login', 'features/auth/login-page.tsx', 159],
    ['/signup', 'features/auth/signup-page.tsx', 158],
  ])('%s is next to nothing until it is used', (_path, page, limit) => {
    // The form is prerendered: what it needs is fetched when nothing else is, and run on first use.
    expect(sizeOf(graphOf('index.html'))).toBeLessThan(5 * KB)
    const whole = graphOf(...signIn, page)
    expect(strangersIn(whole, NO_PROVIDERS)).toEqual([])
    expect(sizeOf(whole)).toBeLessThan(limit * KB)
  })

  it.each([
    ['/reset-password', 'features/auth/reset-password-page.tsx', 159],
    ['/confirm-email', 'features/auth/confirm-email-page.tsx', 141],
  ])('%s', (_path, page, limit) => {
    const whole = graphOf(...signIn, page)
    expect(strangersIn(whole, NO_PROVIDERS)).toEqual([])
    expect(sizeOf(whole)).toBeLessThan(limit * KB)
  })
})

const appointment = [...signedIn, 'features/booking/appointment-page.tsx']
const appointmentFrame = [...start, 'features/booking/appointment-frame.tsx']
const dashboardFrame = [...start, 'features/dashboard/dashboard-frame.tsx']

/**
 * The first load brings the page's frame to life: title, links and the room of the rest. What
 * looks who is signed in, asks the server and draws its answers comes beside it; React, React DOM
 * and the router are 83 kB of either.
 */
describe('what a screen behind the login loads', () => {
  it('/appointment is next to nothing until it is used: the server draws it whole', () => {
    expect(sizeOf(graphOf('index.html'))).toBeLessThan(5 * KB)
  })

  // That of /appointment is for an address that names a day.
  it.each([
    ['/appointment', appointmentFrame, 145],
    ['/dashboard', dashboardFrame, 105],
  ])('%s comes with nothing but its frame first', (_path, modules, limit) => {
    const graph = graphOf(...modules)
    expect(strangersIn(graph, PRIVATE)).toEqual([])
    expect(sizeOf(graph)).toBeLessThan(limit * KB)
  })

  it.each([
    // The calendar is a seventh of it.
    ['/appointment', appointment, 173, [...STRIPE, 'firebase']],
    [
      '/dashboard',
      [...dashboard, 'features/dashboard/my-appointments-page.tsx'],
      154,
      NO_PROVIDERS,
    ],
    [
      '/dashboard/history',
      [...dashboard, 'features/dashboard/history-page.tsx'],
      141,
      NO_PROVIDERS,
    ],
    ['/dashboard/review', [...dashboard, 'features/dashboard/review-page.tsx'], 141, NO_PROVIDERS],
    ['/dashboard/profile', [...dashboard, 'features/profile/profile-page.tsx'], 169, NO_PROVIDERS],
    // Beside Stripe's own script, which comes from Stripe.
    [
      '/dashboard/appointment/:id',
      [...dashboard, 'features/payment/payment-page.tsx'],
      164,
      PAYING,
    ],
    ['/dashboard/users', [...admin, 'features/users/users-page.tsx'], 149, NO_PROVIDERS],
    [
      '/dashboard/adddoctor',
      [...admin, 'features/manage-doctors/add-doctor-page.tsx'],
      172,
      NO_PROVIDERS,
    ],
    [
      '/dashboard/managedoctors',
      [...admin, 'features/manage-doctors/manage-doctors-page.tsx'],
      151,
      NO_PROVIDERS,
    ],
    ['/dashboard/audit', [...admin, 'features/audit/audit-page.tsx'], 146, NO_PROVIDERS],
  ])('%s stays within reason when all of it is there', (_path, modules, limit, absent) => {
    const graph = graphOf(...modules)
    expect(strangersIn(graph, absent)).toEqual([])
    expect(sizeOf(graph)).toBeLessThan(limit * KB)
  })
})

it('contains no test code of the machines', () => {
  const modules = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds)
  expect(modules.filter((id) => /\/machines\/(testing\/|\w+\/\w+-(paths|model))/.test(id))).toEqual(
    [],
  )
  expect(modules.filter((id) => /\/machines\/\w+\/\w+-machine/.test(id))).not.toEqual([])
})
