/** Keys that move the focus. */
const MOVES = ['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']

// Before any click the focus is where the page, or a key, has put it.
let isByKeyboard = true

/** Whether the focus is where it is because of a key, rather than of a click. */
export function isFocusByKeyboard(): boolean {
  return isByKeyboard
}

/** Puts the focus there by itself: letters do nothing until a key has moved it. */
export function placeFocus(element: HTMLElement): void {
  isByKeyboard = false
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'center' })
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isByKeyboard = false), { capture: true })
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (MOVES.includes(key)) isByKeyboard = true
    },
    { capture: true },
  )
}
