import { HOME } from '#contract/site/home-words.ts'
import { useClinic } from '#web/lib/clinic.tsx'
import { useOwnTexts } from '#web/lib/own-words.tsx'

/** The words of the home page: ours, except in the sections that an admin has saved. */
export const useHomeWords = () => ({ ...HOME, ...useOwnTexts(useClinic().words) })
