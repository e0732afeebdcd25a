import { HOME } from '#contract/site/home-words.ts'
import { useClinic } from '#web/lib/clinic.tsx'

/** The words of the home page: ours, except in the sections that an admin has saved. */
export const useHomeWords = () => ({ ...HOME, ...useClinic().words })
