import manifest from '#package.json' with { type: 'json' }

/** The Node flags of `npm start`. */
export const SITE_FLAGS: readonly string[] = manifest.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--max'))

/** The environment variables that `npm start` adds. */
export const SITE_ENVIRONMENT = Object.fromEntries(
  manifest.scripts.start.matchAll(/([A-Z_]+)=(\w+) /g).map(([, name, value]) => [name, value]),
)
