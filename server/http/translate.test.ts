import { describe, expect, it } from 'vitest'
import { bookAppointment } from '#contract/booking/booking-refusals.ts'
import { acceptInvitation } from '#contract/guardians/guardians-refusals.ts'
import { LANGUAGES, TRANSLATIONS } from '#words/languages.ts'
import { buildTestApp, exchange, signIn } from '../testing/test-app.ts'
import { refusalOf } from './refuse.ts'
import { inLanguageOf } from './spoken-language.ts'
import { listTranslations, translate } from './translate.ts'

const inSpanish = <Said>(say: () => Said): Said =>
  inLanguageOf({ headers: { 'x-language': 'es' }, server: { languages: LANGUAGES } }, say)

describe.each(TRANSLATIONS)('the translations into %s', (language) => {
  const all = listTranslations(language)

  it('have one translation of each English sentence', () => {
    const found = new Map<string, Set<string>>()
    for (const [english, own] of all) {
      found.set(english, (found.get(english) ?? new Set()).add(own))
    }
    const doubtful = [...found].filter(([, own]) => own.size > 1).map(([english]) => english)
    expect(doubtful).toEqual([])
  })

  it('name the facts of the English sentence', () => {
    const factsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
    const wrong = all.filter(([english, own]) => `${factsOf(english)}` !== `${factsOf(own)}`)
    expect(wrong).toEqual([])
  })
})

describe('a sentence in Spanish', () => {
  it('is found by its English one, with and without its facts', () => {
    expect(inSpanish(() => translate('Please log in.'))).toBe('Por favor, inicie sesión.')
    expect(translate('Please log in.')).toBe('Please log in.')
    expect(inSpanish(() => translate('Choose 2 to 6 children'))).not.toContain('Choose')
    expect(inSpanish(() => translate('What has no translation'))).toBe('What has no translation')
  })

  it('keeps facts that the server fills in', () => {
    const say = () => [
      refusalOf(acceptInvitation, 'too_many_guardians', { child: 'Mia {price}' }).message,
      refusalOf(bookAppointment, 'price_changed', { price: '$90' }).message,
    ]
    expect(inSpanish(say)).toEqual([
      'Mia {price} puede tener hasta 6 tutores, contando las invitaciones pendientes.',
      'El precio ahora es $90. Por favor, revíselo y reserve de nuevo.',
    ])
    expect(say()[1]).toBe('The price is now $90. Please review it and book again.')
  })
})

describe('an answer to a page', () => {
  it('is in its language: before routing, without a login, of a payload and of a call', async () => {
    const api = await buildTestApp()
    const { token } = await signIn(api, 'anna@example.com')
    const headers = { 'x-language': 'es' }
    const ask = async (url: string, payload?: object, bearer?: string) => {
      const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
      const method = payload ? 'PUT' : 'GET'
      const own = { ...headers, ...authorization }
      const answer = await api.app.inject({
        method,
        url,
        headers: own,
        ...(payload && { payload }),
      })
      return answer.json<{ message: string; issues?: { message: string }[] }>()
    }
    expect((await ask('/nowhere')).message).toBe('No se encontró.')
    expect((await ask('/contact')).message).toBe('Por favor, inicie sesión.')
    const contact = await ask('/contact', { phone: '', address: 'x' }, token)
    expect(contact.issues?.[0]?.message).toBe('Escriba el teléfono')
    expect(contact.message).toMatch(/^Escriba el teléfono\. Escriba un teléfono válido/)
    const idToken = api.identity.tokenFor({ email: 'bea@example.com' })
    const opened = await exchange(api, 'carla@example.com', idToken, {
      headers,
      payload: { email: 'carla@example.com' },
    })
    expect(opened.json().message).toBe('Ese no es el correo electrónico con el que inició sesión.')
  })
})
