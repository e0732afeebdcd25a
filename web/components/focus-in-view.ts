import { type RefObject, useEffect, useRef } from 'react'

type Block = 'start' | 'center'

/** Scrolls to an element and focuses it, so that keyboards and screen readers continue there. */
export function focusInView(element: HTMLElement | null, block: Block = 'start'): void {
  element?.scrollIntoView({ block })
  element?.focus({ preventScroll: true })
}

/** The ref of an element that is scrolled to and focused when it appears. */
export function useFocusInView<Element extends HTMLElement>(
  block?: Block,
): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => focusInView(element.current, block), [block])
  return element
}
