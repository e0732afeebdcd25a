import { DEFAULT_PORTS, onOff } from './env-formats.ts'

/** The variables that are set, as text. */
type SetVariables = Record<string, string | undefined>

/** Provider settings: either all variables in `needs` are set, or none of `needs` and `extras`. */
const GROUPS = [
  {
    label: 'Firebase',
    needs: [
      'FIREBASE_API_KEY',
      'FIREBASE_AUTH_DOMAIN',
      'FIREBASE_PROJECT_ID',
      'FIREBASE_CLIENT_EMAIL',
      'FIREBASE_PRIVATE_KEY',
    ],
    extras: ['FIREBASE_APP_ID'],
  },
  {
    label: 'Stripe',
    needs: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    extras: [],
  },
  { label: 'Email', needs: ['SMTP_URL', 'MAIL_FROM'], extras: ['MAIL_REPLY_TO'] },
]

/** The two halves of an access key. Without both, S3 uses the machine's own role. */
const REPLICA_KEYS = {
  label: 'REPLICA_URL’s key',
  needs: ['REPLICA_ACCESS_KEY_ID', 'REPLICA_SECRET_ACCESS_KEY'],
  extras: [],
}

/** Whether only this machine reaches a server that listens on `host`. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1)$/.test(host)
}

/** Whether a valid web address names this machine. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopback(new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'))
}

/** Problems of variables that depend on each other, one sentence each. */
export function findGroupProblems(set: SetVariables): string[] {
  return [
    ...findPartialGroups(set),
    ...findPortClashes(set),
    ...findExposedStandIns(set),
    ...findProductionProblems(set),
  ]
}

function findPartialGroups(set: SetVariables): string[] {
  return [...GROUPS, REPLICA_KEYS].flatMap(({ label, needs, extras }) => {
    const missing = needs.filter((name) => !set[name])
    const present = [...needs, ...extras].filter((name) => set[name])
    if (missing.length === 0 || present.length === 0) return []
    return [`${label} is only partly configured: ${list(present)} set, ${list(missing)} missing.`]
  })
}

function findPortClashes(set: SetVariables): string[] {
  const [firebase, stripe, email] = GROUPS.map(({ needs }) => needs.every((name) => set[name]))
  const ports = [
    'PORT' as const,
    ...(firebase ? [] : ['AUTH_EMULATOR_PORT' as const]),
    ...(stripe ? [] : ['STRIPE_SANDBOX_PORT' as const]),
    ...(email ? [] : ['SMTP_SANDBOX_PORT' as const]),
  ].map((name) => ({ name, port: set[name] ?? `${DEFAULT_PORTS[name]}` }))
  return ports.flatMap(({ name, port }, index) => {
    const other = ports.slice(0, index).find((earlier) => earlier.port === port)
    return other && port !== '0' ? [`${name} and ${other.name} use the same port, ${port}.`] : []
  })
}

/** Stand-ins let anyone read the mailbox and log in as the demo administrator. */
function findExposedStandIns(set: SetVariables): string[] {
  const standIns = unconfigured(set).map(({ label }) => label)
  const signs = findSignsOfPublication(set)
  if (isDemo(set) || standIns.length === 0 || signs.length === 0) return []
  return [
    `${list(signs)} ${signs.length === 1 ? 'publishes' : 'publish'} the site, and the stand-ins for ` +
      `${list(standIns)} would be open to everyone. Configure them, name this machine only ` +
      '(localhost), or set SPROUT_DEMO=1 to run a public demo.',
  ]
}

/** The settings that let other computers reach the site. */
function findSignsOfPublication({ HOST, SITE_URL, TRUST_PROXY }: SetVariables): string[] {
  const proxies = TRUST_PROXY?.split(',').map((proxy) => proxy.trim().replace(/\/\d+$/, '')) ?? []
  const isLocalProxy = (proxy: string) => proxy === 'loopback' || isLoopback(proxy)
  return [
    ...(HOST && !isLoopback(HOST) ? ['HOST'] : []),
    ...(SITE_URL && URL.canParse(SITE_URL) && !isLoopbackUrl(SITE_URL) ? ['SITE_URL'] : []),
    ...(proxies.every(isLocalProxy) ? [] : ['TRUST_PROXY']),
  ]
}

function findProductionProblems(set: SetVariables): string[] {
  if (set.NODE_ENV !== 'production') return []
  const problems = []
  if (onOff.safeParse(set.RATE_LIMIT).data === false) {
    problems.push('RATE_LIMIT can’t be turned off when NODE_ENV=production.')
  }
  if (set.FIREBASE_AUTH_EMULATOR_HOST) {
    problems.push(
      'FIREBASE_AUTH_EMULATOR_HOST must not be set when NODE_ENV=production: unsigned tokens would be accepted.',
    )
  }
  if (isDemo(set)) return problems
  const missing = unconfigured(set).flatMap(({ needs }) => needs)
  if (missing.length > 0) {
    problems.push(
      `NODE_ENV=production doesn’t use embedded stand-ins, and ${list(missing)} are not set. ` +
        'Set them, or set SPROUT_DEMO=1 to run a demo with stand-ins.',
    )
  }
  if (!set.CLINIC_TIMEZONE) {
    problems.push(
      'CLINIC_TIMEZONE is not set. Name the clinic’s time zone, like America/New_York: appointments and reminders go by it.',
    )
  }
  return problems
}

function unconfigured(set: SetVariables) {
  return GROUPS.filter(({ needs }) => needs.every((name) => !set[name]))
}

function isDemo(set: SetVariables): boolean {
  return onOff.safeParse(set.SPROUT_DEMO).data === true
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
