import { type RefObject, useEffect, useRef } from 'react'

type Block = 'start' | 'center'

/** Moves the view and the focus to an element, where keyboards and screen readers go on. */
export function focusInView(element: HTMLElement | null, block: Block = 'start'): void {
  element?.scrollIntoView({ block })
  element?.focus({ preventScroll: true })
}

/** The ref of an element that view and focus move to when it comes up. */
export function useFocusInView<Element extends HTMLElement>(
  block?: Block,
): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => focusInView(element.current, block), [block])
  return element
}
