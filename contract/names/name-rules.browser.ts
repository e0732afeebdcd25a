import type { checkName as check } from './name-rules.ts'

/**
 * The same as in name-rules.ts, which is loaded at the first name that is typed: its list of endings is
 * 6 kB. Without it the server decides alone.
 */
export const checkName: typeof check = (...given) =>
  import('./name-rules.ts').then(
    (rules) => rules.checkName(...given),
    () => {},
  )
