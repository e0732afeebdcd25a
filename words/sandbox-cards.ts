import type { Shape } from './check.ts'
import * as english from './en/language.ts'
import * as enDeclines from './en/payments/declines.ts'
import * as en from './en/payments/sandbox-card.ts'
import * as spanish from './es/language.ts'
import * as esDeclines from './es/payments/declines.ts'
import * as es from './es/payments/sandbox-card.ts'
import type { Language } from './languages.ts'

/** The words of the card form that stands in for Stripe's, which has its own by `locale`. */
export interface SandboxCard extends Shape<typeof en> {
  language: Language
  locale: string
  direction: 'ltr' | 'rtl'
  declines: Shape<typeof enDeclines>
}

export const SANDBOX_CARDS: Record<Language, SandboxCard> = {
  en: {
    ...en,
    language: 'en',
    locale: english.LOCALE,
    direction: english.DIRECTION,
    declines: enDeclines,
  },
  es: {
    ...es,
    language: 'es',
    locale: spanish.LOCALE,
    direction: spanish.DIRECTION,
    declines: esDeclines,
  },
}
