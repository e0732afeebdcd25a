import { WHY_NOT_LOADED } from '../lib/load-chunk.ts'
import { isDrawnForVisitor } from './drawn-for-visitor.ts'

/** Signs that someone is about to use the page. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const

/** What does nothing by itself; a submit button sends its form, which is kept as a whole. */
const CONTROLS = 'button:not([type=submit]), label:has([type=radio])'

/**
 * Calls `start` when it is time to bring the page in `root` to life: at once when there is
 * nothing to read yet, when it is a public page and someone is signed in, or when it was not drawn
 * for this visitor; once its frame or all of it is painted when it needs data; otherwise at the
 * first sign of use, in another tab too. A button pressed or a form sent before that is kept and
 * done afterwards, so that nothing a visitor does is lost. When `start` fails, says so with a
 * Reload button.
 */
export function onFirstIntent(root: HTMLElement, start: () => Promise<void>): void {
  let started = false
  let replay: (() => void) | null = null

  function keep(event: Event) {
    const target = event.target instanceof Element ? event.target : null
    if (event.type === 'submit' && target instanceof HTMLFormElement) {
      const submitter = event instanceof SubmitEvent ? event.submitter : null
      replay = () => target.requestSubmit(submitter)
    } else {
      const control = target?.closest<HTMLElement>(CONTROLS)
      if (!control) return
      replay = () => control.click()
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    void begin()
  }

  function notice(sign: Event) {
    if (!isStill(sign)) void begin()
  }

  async function begin() {
    if (started) return
    started = true
    for (const sign of SIGNS) document.removeEventListener(sign, notice)
    window.removeEventListener('storage', begin)
    try {
      await start()
    } catch {
      showChunkFailure()
    } finally {
      document.removeEventListener('click', keep, true)
      document.removeEventListener('submit', keep, true)
    }
    replay?.()
  }

  const { prerendered } = root.dataset
  const isSignedIn = document.documentElement.dataset.signedIn !== undefined
  const isPublic = prerendered === 'static' || prerendered === 'live'
  if (!prerendered || (isPublic && isSignedIn) || !isDrawnForVisitor(root)) {
    void begin()
    return
  }
  if (prerendered === 'frame') {
    afterNextPaint(() => {
      fetchLaterScripts()
      void begin()
    })
  } else afterFirstPaint(prerendered === 'live' ? begin : fetchLaterScripts)
  for (const sign of SIGNS) document.addEventListener(sign, notice, { passive: true })
  // Somebody has signed in or out in another tab.
  window.addEventListener('storage', begin)
  document.addEventListener('click', keep, true)
  document.addEventListener('submit', keep, true)
}

/** Chromium tells of a resting pointer as well, each time that the page under it is drawn. */
function isStill(sign: Event): boolean {
  return (
    sign.type === 'pointermove' &&
    sign instanceof PointerEvent &&
    sign.movementX === 0 &&
    sign.movementY === 0
  )
}

/** What one came to read is drawn before anything competes with it for the network. */
function afterFirstPaint(act: () => void) {
  const soon = () => afterNextPaint(act)
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
}

/** What is there already is drawn before the scripts take the processor. */
function afterNextPaint(act: () => void) {
  // Nothing is painted of a page that nobody sees.
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}

/** Lets the browser fetch all at once what the page needs: now, or if somebody uses it. */
function fetchLaterScripts() {
  const later = document.querySelector<HTMLTemplateElement>('template#later')
  if (later) document.head.append(later.content)
}

/** The chunk-loading failure (spec section 8), without React, which is what did not load. */
function showChunkFailure() {
  const notice = document.createElement('div')
  notice.setAttribute('role', 'alert')
  notice.className =
    'fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-xl flex-wrap items-center gap-4 leaf border border-line bg-base-100 p-5 shadow-lift'
  const text = document.createElement('p')
  text.className = 'flex-1 font-semibold'
  text.textContent = `A part of this page could not be loaded. ${WHY_NOT_LOADED}`
  const reload = document.createElement('button')
  reload.type = 'button'
  reload.className = 'button'
  reload.textContent = 'Reload'
  reload.addEventListener('click', () => window.location.reload())
  notice.append(text, reload)
  document.body.append(notice)
}
