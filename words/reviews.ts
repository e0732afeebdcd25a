import type { Language, Translation } from './languages.ts'

/** Who has read the texts of a file as a professional translator, and on which day (ISO). */
interface Review {
  by: string
  on: string
}

/**
 * The files of each language that a professional translator has reviewed. Files not named here are our own
 * translation: a clinic with real providers does not offer a language before `NEEDED` are reviewed, and
 * search engines do not list its pages.
 */
export const REVIEWS: Partial<Record<Translation, Readonly<Record<string, Review>>>> = {}

/** What families read before they have an account, and what they agree to: docs/translation-review.md. */
export const NEEDED: readonly string[] = [
  'account/claim',
  'account/claim-sentences',
  'account/email-links',
  'account/login',
  'account/login-sentences',
  'account/provider',
  'account/sign-up',
  'account/stop-emails',
  'booking/deadlines',
  'booking/form',
  'booking/unpaid-sentences',
  'defaults',
  'families/guardians',
  'families/guardians-sentences',
  'families/invitation',
  'families/invitation-sentences',
  'families/profile/cards',
  'families/profile/two-step',
  'families/profile/two-step-sentences',
  'families/rights',
  'frame',
  'frame-sentences',
  'loading',
  'payments/bill',
  'payments/cancellation',
  'payments/cards',
  'payments/changes',
  'payments/changes-sentences',
  'payments/move',
  'payments/payment',
  'payments/payment-sentences',
  'payments/refunds',
  'site/about',
  'site/about-sentences',
  'site/day',
  'site/defaults/about',
  'site/defaults/footer',
  'site/defaults/home',
  'site/defaults/people',
  'site/defaults/treatments',
  'site/descriptions',
  'site/doctors',
  'site/doctors-sentences',
  'site/family',
  'site/family-sentences',
  'site/home',
  'site/home-sentences',
  'site/legal',
  'site/pages',
  'site/times',
  'site/times-sentences',
  'site/too-busy',
  'visits/joining',
  'visits/offer',
  'visits/offer-sentences',
  'visits/proposed-links',
  'visits/proposed-links-sentences',
]

/** Whether a professional has reviewed what families read first and agree to; English is the original. */
export const isReviewed = (language: Language): boolean =>
  language === 'en' || NEEDED.every((file) => REVIEWS[language]?.[file] !== undefined)
