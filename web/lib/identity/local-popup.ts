// For the emulator only: Google's window without internet. It uses Firebase's interface between
// `signInWithPopup` and its resolver, so firebase's version is pinned.
import { FirebaseError } from 'firebase/app'

/** The result of the chooser at /sandbox/google. */
interface ChooserAnswer {
  kind: 'sprout.google'
  eventId: string
  account?: { email: string; name: string; picture: string | null }
  cancelled?: true
  /** The window was closed instead. */
  closed?: true
}

interface AuthEvent {
  type: string
  eventId: string
  urlResponse: string
  sessionId: string
  postBody: null
  tenantId: null
}

/** A pending `signInWithPopup`. */
interface EventConsumer {
  eventId: string | null
  onAuthEvent(event: AuthEvent): void
  onError(error: FirebaseError): void
}

const CLOSED_CHECK_MS = 250
const WIDTH = 500
const HEIGHT = 600

/** Pass it (the class) to `signInWithPopup` as the resolver. */
export class LocalPopupResolver {
  readonly _shouldInitProactively = false
  readonly #consumers = new Set<EventConsumer>()
  /** Why each window was opened: login, or repeated login. */
  readonly #types = new Map<string, string>()

  constructor() {
    window.addEventListener('message', (event: MessageEvent<ChooserAnswer | null>) => {
      if (event.origin === location.origin && event.data?.kind === 'sprout.google') {
        this.#deliver(event.data)
      }
    })
  }

  async _initialize() {
    return {
      registerConsumer: (consumer: EventConsumer) => this.#consumers.add(consumer),
      unregisterConsumer: (consumer: EventConsumer) => this.#consumers.delete(consumer),
    }
  }

  /** Opens the chooser in a window of 500 × 600 pixels. Throws `auth/popup-blocked`. */
  async _openPopup(_auth: unknown, _provider: unknown, type: string, eventId: string) {
    const left = Math.max((screen.availWidth - WIDTH) / 2, 0)
    const top = Math.max((screen.availHeight - HEIGHT) / 2, 0)
    const popup = window.open(
      `/sandbox/google?${new URLSearchParams({ eventId })}`,
      eventId,
      `width=${WIDTH},height=${HEIGHT},left=${left},top=${top},scrollbars=yes,resizable=yes`,
    )
    if (!popup) throw providerError('popup-blocked')
    this.#types.set(eventId, type)
    popup.focus()
    // Firebase itself waits eight more seconds, in which a slow network may still bring an answer.
    const watch = setInterval(() => {
      if (!popup.closed) return
      clearInterval(watch)
      // A window closes right after it has answered, and on a busy device the answer arrives later.
      setTimeout(() => {
        this.#deliver({ kind: 'sprout.google', eventId, closed: true })
      }, CLOSED_CHECK_MS)
    }, CLOSED_CHECK_MS)
    return { window: popup, close: () => popup.close() }
  }

  async _originValidation() {}

  _isIframeWebStorageSupported(_auth: unknown, answer: (supported: boolean) => void) {
    answer(true)
  }

  #deliver({ eventId, account, closed }: ChooserAnswer) {
    const type = this.#types.get(eventId)
    if (!type) return
    this.#types.delete(eventId)
    for (const consumer of this.#consumers) {
      if (consumer.eventId !== eventId) continue
      if (account) consumer.onAuthEvent(authEvent(type, eventId, account))
      else consumer.onError(providerError(closed ? 'popup-closed-by-user' : 'user-cancelled'))
    }
  }
}

function authEvent(
  type: string,
  eventId: string,
  { email, name, picture }: NonNullable<ChooserAnswer['account']>,
): AuthEvent {
  // The emulator accepts plain claims as a Google ID token.
  const claims = { sub: email, email, email_verified: true, name, ...(picture && { picture }) }
  const response = new URLSearchParams({
    providerId: 'google.com',
    id_token: JSON.stringify(claims),
  })
  return {
    type,
    eventId,
    urlResponse: `${location.origin}/sandbox/google?${response}`,
    sessionId: eventId,
    postBody: null,
    tenantId: null,
  }
}

// Firebase's own message.
function providerError(code: string) {
  return new FirebaseError(`auth/${code}`, `Firebase: Error (auth/${code}).`)
}
