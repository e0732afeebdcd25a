import { queryOptions } from '@tanstack/react-query'
import { getTranslations } from '#contract/translations/translations-calls.ts'
import { send } from '#web/lib/api/send.ts'
import type { Translation } from '#words/languages.ts'

export const translationsOptions = (language: Translation) =>
  queryOptions({
    queryKey: ['translations', language],
    queryFn: ({ signal }) => send(getTranslations, { params: { language }, signal }),
    staleTime: 0,
    // Texts are being typed: others' changes are reported when one is saved.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
