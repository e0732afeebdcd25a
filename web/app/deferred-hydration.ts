import { TICKET_PARAMETER, TREATMENT_PARAMETER } from '#contract/booking/time-address.ts'
import { CHILD_PARAMETER, SIBLINGS_PARAMETER } from '#contract/guardians/child-parameters.ts'
import * as words from '#words/en/loading.ts'
import { FROM_PARAMETER } from '../both/sign-in/from-parameter.ts'
import { documentAddress, shownAddress } from './document-address.ts'

/** Events that show that a visitor is about to use the page. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const

/** A login or logout in another tab, and history entries that need another page without loading it. */
const CHANGES = ['storage', 'popstate'] as const

/** Controls that need the scripts. A submit button instead replays the submit of its form. */
const CONTROLS = 'button:not([type=submit]), label:has([type=radio]), a[data-replay]'

/** Whether `root` contains the page itself, not just a shell with a spinner. */
export function isServerRendered(root: HTMLElement): boolean {
  // In development, a comment is in place of the page.
  return root.childElementCount > 0 && root.dataset.shell === undefined
}

/**
 * Calls `start`, which hydrates the page in `root`: at once if the page is not rendered yet, was left and
 * reloaded, or was rendered for another kind of visitor or another address; otherwise when the visitor first
 * uses it, goes back or forward, or logs in or out in another tab, and a page for users when the browser is
 * idle. Replays earlier clicks and submits afterwards; until then the pressed control or link has the attribute `data-pressed`. Typed text stays in
 * its field without React knowing, so server-rendered fields are read when their form is sent. If `start`
 * rejects, a notice offers a retry.
 */
export function deferHydration(root: HTMLElement, start: () => Promise<void>): void {
  let isStarted = false
  let replay: (() => void) | undefined
  let pressed: Element | null | undefined

  function press(control: Element | null | undefined) {
    pressed?.removeAttribute('data-pressed')
    control?.setAttribute('data-pressed', '')
    pressed = control
  }

  function keep(event: Event) {
    const target = event.target instanceof Element ? event.target : null
    if (event.type === 'submit' && target instanceof HTMLFormElement) {
      const submitter = event instanceof SubmitEvent ? event.submitter : null
      replay = () => target.requestSubmit(submitter)
      press(submitter ?? target.querySelector('[type=submit]'))
    } else {
      const control = target?.closest<HTMLElement>(CONTROLS)
      // A link works without the scripts, but its page may take long to load.
      if (!control) return press(target?.closest('a[href]'))
      replay = () => control.click()
      press(control)
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    void begin()
  }

  function notice(sign: Event) {
    if (!isStill(sign)) void begin()
  }

  async function begin() {
    if (isStarted) return
    isStarted = true
    for (const sign of SIGNS) document.removeEventListener(sign, notice)
    for (const change of CHANGES) window.removeEventListener(change, begin)
    try {
      await start()
    } catch {
      showFailure(tryAgain)
      return
    } finally {
      listen('removeEventListener')
      press(null)
    }
    // In a separate task, so that React has rendered the page of the history entry.
    if (replay) setTimeout(replay)
  }

  function listen(change: 'addEventListener' | 'removeEventListener') {
    document[change]('click', keep, true)
    document[change]('submit', keep, true)
  }

  function tryAgain() {
    isStarted = false
    listen('addEventListener')
    void begin()
  }

  const isSignedIn = document.documentElement.dataset.signedIn !== undefined
  const isForVisitor = (root.dataset.for === 'user') === isSignedIn
  if (!isServerRendered(root)) {
    void begin()
    return
  }
  listen('addEventListener')
  // The server knows neither the router's state of a reloaded page, nor the choices for a day, nor the
  // patient, nor the visit that the clinic asks for, nor where the login leads.
  const address = new URLSearchParams(location.search)
  const choices = [
    ...[TREATMENT_PARAMETER, SIBLINGS_PARAMETER, CHILD_PARAMETER],
    ...[TICKET_PARAMETER, FROM_PARAMETER],
  ]
  const hasChoices = choices.some((choice) => address.has(choice))
  const isForAddress = documentAddress() === shownAddress()
  if (!isForVisitor || !isForAddress || history.state !== null || hasChoices) {
    void begin()
    return
  }
  for (const sign of SIGNS) document.addEventListener(sign, notice, { passive: true })
  for (const change of CHANGES) window.addEventListener(change, begin)
  // Its HTML lacks the user's own data, such as the children. Safari has no `requestIdleCallback`.
  const whenIdle = window.requestIdleCallback ?? setTimeout
  if (isSignedIn) whenIdle(begin)
}

/** Chromium also reports a resting pointer whenever the page below it is painted. */
function isStill(sign: Event): boolean {
  return (
    sign.type === 'pointermove' &&
    sign instanceof PointerEvent &&
    sign.movementX === 0 &&
    sign.movementY === 0
  )
}

/** The chunk-loading failure without React, which has not loaded. Retries when the network returns. */
function showFailure(tryAgain: () => void) {
  const notice = document.createElement('div')
  notice.setAttribute('role', 'alert')
  notice.className =
    'fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-xl flex-wrap items-center gap-4 leaf border border-line bg-base-100 p-5 shadow-lift'
  const text = document.createElement('p')
  text.className = 'flex-1 font-semibold'
  text.textContent = `${words.partDidNotLoad} ${words.whyNotLoaded}`
  const button = (label: string, look: string, act: () => void) => {
    const element = document.createElement('button')
    element.type = 'button'
    element.className = look
    element.textContent = label
    element.addEventListener('click', act)
    return element
  }
  function retry() {
    window.removeEventListener('online', retry)
    notice.remove()
    tryAgain()
  }
  window.addEventListener('online', retry)
  notice.append(
    text,
    button(words.tryAgain, 'button', retry),
    // A new version of the site has other scripts.
    button(words.reload, 'button button-secondary', () => window.location.reload()),
  )
  document.body.append(notice)
}
