import { DEFAULT_PORTS, onOff } from './env-variables.ts'

/** The variables that are set, as they came. */
type SetVariables = Record<string, string | undefined>

/** Providers: all that a group needs is set, or nothing of it; `extras` alone are not enough. */
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
]

/** What production needs beside, so that nothing embedded steps in silently. */
const SINGLES = ['REDIS_URL', 'CLOUDINARY_URL', 'JWT_SECRET']

/** What is wrong with variables that belong together (design section 3), a sentence for each. */
export function findGroupProblems(set: SetVariables): string[] {
  return [...findHalfSetGroups(set), ...findPortClashes(set), ...findProductionProblems(set)]
}

function findHalfSetGroups(set: SetVariables): string[] {
  return GROUPS.flatMap(({ label, needs, extras }) => {
    const missing = needs.filter((name) => !set[name])
    const present = [...needs, ...extras].filter((name) => set[name])
    if (missing.length === 0 || present.length === 0) return []
    return [`${label} is set up by half: ${list(present)} set, ${list(missing)} missing.`]
  })
}

function findPortClashes(set: SetVariables): string[] {
  const [firebase, stripe] = GROUPS.map(({ needs }) => needs.every((name) => set[name]))
  const ports = [
    'PORT' as const,
    ...(firebase ? [] : ['AUTH_EMULATOR_PORT' as const]),
    ...(stripe ? [] : ['STRIPE_SANDBOX_PORT' as const]),
  ].map((name) => ({ name, port: set[name] ?? `${DEFAULT_PORTS[name]}` }))
  return ports.flatMap(({ name, port }, index) => {
    const other = ports.slice(0, index).find((earlier) => earlier.port === port)
    return other && port !== '0' ? [`${name} and ${other.name} are the same port, ${port}.`] : []
  })
}

function findProductionProblems(set: SetVariables): string[] {
  if (set.NODE_ENV !== 'production') return []
  const problems = []
  if (onOff.safeParse(set.RATE_LIMIT).data === false) {
    problems.push('RATE_LIMIT cannot be lifted with NODE_ENV=production.')
  }
  if (set.FIREBASE_AUTH_EMULATOR_HOST) {
    problems.push(
      'FIREBASE_AUTH_EMULATOR_HOST must not be set with NODE_ENV=production: unsigned tokens would be accepted.',
    )
  }
  if (onOff.safeParse(set.SPROUT_DEMO).data) return problems
  const missing = [
    ...GROUPS.filter(({ needs }) => needs.every((name) => !set[name])).flatMap(
      ({ needs }) => needs,
    ),
    ...SINGLES.filter((name) => !set[name]),
  ]
  if (missing.length > 0) {
    problems.push(
      `NODE_ENV=production uses nothing embedded, and ${list(missing)} ${missing.length === 1 ? 'is' : 'are'} not set. ` +
        'Set them, or set SPROUT_DEMO=1 for a demonstration with embedded stand-ins.',
    )
  }
  return problems
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
