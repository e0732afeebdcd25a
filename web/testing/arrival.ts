import { expect } from 'vitest'

let lastShown: Element | null = null

// jsdom lays nothing out, so it cannot scroll.
Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
  lastShown = this
}

/** The page has moved there: it is in view, and keyboard and screen reader go on from it. */
export function expectArrivedAt(place: Element): void {
  expect(place).toHaveFocus()
  expect(lastShown).toBe(place)
}
