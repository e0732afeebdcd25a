import type { Shape } from './check.ts'
import * as english from './en/language.ts'
import type * as inFull from './en/payments/receipt-in-full.ts'
import * as spanish from './es/language.ts'
import type { Language } from './languages.ts'

interface ReceiptLanguage {
  locale: string
  direction: 'ltr' | 'rtl'
  /** What receipts say, which loads on demand. */
  load: () => Promise<Shape<typeof inFull>>
}

/** The languages of receipts: a page shows a receipt in the one in which it was issued. */
export const RECEIPTS: Record<Language, ReceiptLanguage> = {
  en: {
    locale: english.LOCALE,
    direction: english.DIRECTION,
    load: () => import('./en/payments/receipt-in-full.ts'),
  },
  es: {
    locale: spanish.LOCALE,
    direction: spanish.DIRECTION,
    load: () => import('./es/payments/receipt-in-full.ts'),
  },
}
