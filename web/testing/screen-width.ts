import { vi } from 'vitest'

/** What `matchMedia` answers, for a query whose answer does not change. */
export function mediaQuery(media: string, matches: boolean): MediaQueryList {
  return Object.assign(new EventTarget(), {
    media,
    matches,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
}

/** Makes the screen as wide as any query asks for, or not, until the test is over. */
export function onScreen(width: 'wide' | 'small'): void {
  const answer = (media: string) => mediaQuery(media, width === 'wide')
  vi.spyOn(window, 'matchMedia').mockImplementation(answer)
}
