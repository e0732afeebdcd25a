import * as words from '#words/en/site/defaults/footer.ts'

export const FOOTER = { promise: words.promise, services: words.services } as const
