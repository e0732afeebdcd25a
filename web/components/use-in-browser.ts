import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and while its HTML is taken over, true afterwards. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
