import { queryOptions } from '@tanstack/react-query'
import type { PublicWords } from '#contract/site/public-words.ts'
import type { Section } from '#contract/site/sections.ts'
import { getSite } from '#contract/site/site-calls.ts'
import { send } from '#web/lib/api/send.ts'

/** A section for a preview. */
export interface PreviewProps {
  section: Section
  words: PublicWords
}

export const siteOptions = () =>
  queryOptions({
    queryKey: ['site'],
    queryFn: ({ signal }) => send(getSite, { signal }),
    staleTime: 0,
    // A form is being edited: others' changes are reported when it is saved.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
