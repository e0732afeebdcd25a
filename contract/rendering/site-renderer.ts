import type { NextTimes } from '#contract/booking/next-times.ts'
import type { BookingCalendar } from '#contract/clinic/clinic.ts'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { TeamMember } from '#contract/doctors/doctors.ts'
import type { LegalPage } from '#contract/legal/legal-pages.ts'
import type { LegalPageName } from '#contract/legal/legal-titles.ts'
import type { Week } from '#contract/schedule/schedule.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import type { Language } from '#words/languages.ts'

/** The clinic as pages show it. */
export interface PublicClinic {
  details: ClinicDetails
  /** Today's opening hours, for search engines. */
  week: Week
  /** What the clinic wrote, in the language of the pages, by its English text; absent in English. */
  translations?: Readonly<Record<string, string>>
}

/** The data of server-rendered pages. Nothing personal. */
export interface PublicData {
  clinic(): Promise<PublicClinic>
  calendar(): Promise<BookingCalendar>
  team(): Promise<TeamMember[]>
  /** The treatments with their free times on `day`. */
  treatmentsOn(day: IsoDate): Promise<Treatment[]>
  /** Each treatment with its next days that have free times. */
  nextTimes(): Promise<readonly NextTimes[]>
  /** A version of a legal page, or the one in effect; null when there is none. */
  legalPage(page: LegalPageName, version?: number): Promise<LegalPage | null>
}

/** A chunk in the manifest that Vite writes. */
interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

export interface RendererOptions {
  /** The `index.html` of the build. */
  template: string
  /** The files of the build, by source module. */
  manifest: Record<string, ManifestChunk>
  /** The site's own address without a final slash. */
  siteUrl: string
  /** The languages in which the site is offered. */
  offered: readonly Language[]
  data: PublicData
}

/** The part of a page that changes with its data. */
export interface PageContent {
  /** The query string, as `knownSearch` reads it. */
  search: string
  /** The page's data as JSON; the text changes only when the data changes. */
  data: string
  /** Whether the address has no content now: it is sent as not found. */
  isMissing: boolean
}

/** The interface of the built site for the server (`web/app/server-entry.tsx`). */
export interface SiteRenderer {
  /** The patterns of the pages' addresses, such as `/dashboard/appointment/:id`. */
  readonly paths: readonly string[]
  /** The subset of `paths` that needs no account. */
  readonly publicPaths: readonly string[]
  /** The patterns of pages that are only in English, in the build of another language. */
  readonly pathsInEnglish: readonly string[]
  /** The subset of `paths` that are also paths of API calls. */
  readonly pathsOfCalls: readonly string[]
  /** `robots.txt` and `sitemap.xml`, by path. Rejects when the clinic's data are not available. */
  textFiles(): Promise<Readonly<Record<string, string>>>
  /**
   * Reduces a query string to the parameters that the page reads, with valid values, which bounds the number
   * of pages.
   * @param path one of `paths`, or `*` for the page for unknown addresses
   * @param search the query string as it was requested
   */
  knownSearch(path: string, search: string): Promise<string>
  /**
   * Loads the page's data. Rejects when it is not available.
   * @param search the result of `knownSearch`
   */
  prefetch(path: string, search: string): Promise<PageContent>
  /** Renders the page as HTML with its content. Rejects when rendering fails. */
  render(path: string, content: PageContent): Promise<string>
  /**
   * The app shell as HTML, which the browser renders into. It has the clinic's details from the last
   * `prefetch`.
   */
  shell(path: string): string
}

export type CreateRenderer = (options: RendererOptions) => SiteRenderer
