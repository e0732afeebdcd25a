import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { translationsOf } from '#domain/own-words.ts'
import { type Speech, speechIn } from '#domain/speech.ts'
import type { Database } from '#drizzle/client.ts'
import { LANGUAGE_HEADER } from '#words/addresses.ts'
import type { Language } from '#words/languages.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The languages in which it answers. */
    languages: readonly Language[]
  }
}

interface Spoken {
  language: Language
  /** Where the translations of the clinic's own texts are. */
  db?: Database | undefined
}

const spoken = new AsyncLocalStorage<Spoken>()

/** The language of the page that makes the present request; English outside of a request. */
export const spokenLanguage = (): Language => spoken.getStore()?.language ?? 'en'

interface Asked extends Pick<FastifyRequest, 'headers'> {
  server: Pick<FastifyInstance, 'languages'>
}

/** Runs something that answers this request, in the language that its page has, if the server offers it. */
export function inLanguageOf<Result>(
  { headers, server }: Asked,
  run: () => Result,
  db?: Database,
): Result {
  const asked = headers[LANGUAGE_HEADER]
  const language = server.languages.find((offered) => offered === asked) ?? 'en'
  return spoken.run({ language, db }, run)
}

interface Speaking {
  db: Database
  offered: readonly Language[]
}

/** Answers every request of the app in its language, if that is an offered one. */
export function speakLanguages(app: FastifyInstance, { db, offered }: Speaking): void {
  app.decorate('languages', offered)
  const speak = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    inLanguageOf(request, done, db)
  app.addHook('onRequest', speak)
  // The body arrives in events of the connection, which belongs to no request.
  app.addHook('preValidation', speak)
}

/** How to say something in the language of the present request. */
export const speech = (): Speech => speechIn(spokenLanguage())

/** A text of the clinic in the language of the present request; as it was typed where it has no translation. */
export function inOwnWords(text: string): string {
  const { language, db } = spoken.getStore() ?? {}
  if (!db || !language || language === 'en') return text
  return translationsOf(db, language).get(text) ?? text
}
