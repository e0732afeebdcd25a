import { useCallback, useSyncExternalStore } from 'react'

/** Where Tailwind's breakpoints begin. */
const WIDTHS = { md: '48rem', xl: '80rem' } as const

/** Whether there is room for a table, which begins at the breakpoint `from`. */
export function useWideScreen(from: keyof typeof WIDTHS = 'md'): boolean {
  const media = `(min-width: ${WIDTHS[from]})`
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(media).matches)
}
