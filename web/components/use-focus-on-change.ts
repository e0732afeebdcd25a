import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the element with the returned ref whenever `what` changes, for keyboard and
 * screen-reader users. Not at the first render.
 */
export function useFocusOnChange<Element extends HTMLElement>(
  what: string,
): RefObject<Element | null> {
  const element = useRef<Element>(null)
  const before = useRef(what)
  useEffect(() => {
    if (before.current === what) return
    before.current = what
    element.current?.focus()
  }, [what])
  return element
}
