import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Speech, speechIn } from '#domain/speech.ts'
import { LANGUAGE_HEADER } from '#words/addresses.ts'
import type { Language } from '#words/languages.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The languages in which it answers. */
    languages: readonly Language[]
  }
}

const spoken = new AsyncLocalStorage<Language>()

/** The language of the page that makes the present request; English outside of a request. */
export const spokenLanguage = (): Language => spoken.getStore() ?? 'en'

interface Asked extends Pick<FastifyRequest, 'headers'> {
  server: Pick<FastifyInstance, 'languages'>
}

/** Runs something that answers this request, in the language that its page has, if the server offers it. */
export function inLanguageOf<Result>({ headers, server }: Asked, run: () => Result): Result {
  const asked = headers[LANGUAGE_HEADER]
  return spoken.run(server.languages.find((language) => language === asked) ?? 'en', run)
}

/** Answers every request of the app in its language, if that is one of these. */
export function speakLanguages(app: FastifyInstance, offered: readonly Language[]): void {
  app.decorate('languages', offered)
  const speak = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    inLanguageOf(request, done)
  app.addHook('onRequest', speak)
  // The body arrives in events of the connection, which belongs to no request.
  app.addHook('preValidation', speak)
}

/** How to say something in the language of the present request. */
export const speech = (): Speech => speechIn(spokenLanguage())
