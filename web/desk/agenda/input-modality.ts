/** Keys that move the focus. */
const MOVES = ['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']

// Before any click, the focus was set by the page or a key.
let isByKeyboard = true

/** Whether the focus was set by a key rather than a click. */
export function isFocusByKeyboard(): boolean {
  return isByKeyboard
}

/** Focuses an element by script: letters do nothing until a key has moved the focus. */
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
