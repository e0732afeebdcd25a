import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Speech, speechIn } from '#domain/speech.ts'
import { LANGUAGE_HEADER } from '#words/addresses.ts'
import { isLanguage, type Language } from '#words/languages.ts'

const spoken = new AsyncLocalStorage<Language>()

/** The language of the page that makes the present request; English outside of a request. */
export const spokenLanguage = (): Language => spoken.getStore() ?? 'en'

/** Runs something that answers this request, in the language that its page has. */
export function inLanguageOf<Result>(request: FastifyRequest, run: () => Result): Result {
  const asked = request.headers[LANGUAGE_HEADER]
  return spoken.run(isLanguage(asked) ? asked : 'en', run)
}

/** Answers every request of the app in its language. */
export function speakLanguages(app: FastifyInstance): void {
  const speak = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    inLanguageOf(request, done)
  app.addHook('onRequest', speak)
  // The body arrives in events of the connection, which belongs to no request.
  app.addHook('preValidation', speak)
}

/** How to say something in the language of the present request. */
export const speech = (): Speech => speechIn(spokenLanguage())
