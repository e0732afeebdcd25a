import type { checkName as check } from './name-rules.ts'

/**
 * The same as name-rules.ts, loaded when the first name is typed, because its list of top-level domains has 6
 * kB. If it does not load, only the server checks.
 */
export const checkName: typeof check = (...given) =>
  import('./name-rules.ts').then(
    (rules) => rules.checkName(...given),
    () => {},
  )
