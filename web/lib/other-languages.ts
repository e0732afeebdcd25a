import { createContext, use } from 'react'
import type { Language } from '#words/languages.ts'

/** The other languages in which this server offers the site. */
export const OtherLanguages = createContext<readonly Language[]>([])

export const useOtherLanguages = () => use(OtherLanguages)
