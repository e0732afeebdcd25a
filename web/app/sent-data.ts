import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import type { Language } from '#words/languages.ts'

/** The key of a query with its data. */
export type QueryEntry = [key: readonly unknown[], data: unknown]

/** The data that the server sends with a page, as JSON in the element `data`. */
export interface SentData {
  clinic: ClinicDetails
  queries: QueryEntry[]
  /** Other languages in which the site is offered; absent if there are none. */
  languages?: readonly Language[]
  /** What the clinic wrote, in the page's language, by its English text; absent in English. */
  translations?: Readonly<Record<string, string>> | undefined
}

/** The data that came with the page; undefined from the development server, which renders nothing. */
export function readSentData(): SentData | undefined {
  const text = document.getElementById('data')?.textContent
  return text ? JSON.parse(text) : undefined
}
