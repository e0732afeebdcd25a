import manifest from '#package.json' with { type: 'json' }

/** The flags of Node in `npm start`. */
export const SITE_FLAGS: readonly string[] = manifest.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--max'))

/** What `npm start` adds to the environment. */
export const SITE_ENVIRONMENT = Object.fromEntries(
  manifest.scripts.start.matchAll(/([A-Z_]+)=(\w+) /g).map(([, name, value]) => [name, value]),
)
