import type { NextTimes } from '#contract/booking/next-times.ts'
import type { BookingCalendar } from '#contract/clinic/clinic.ts'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { TeamMember } from '#contract/doctors/doctors.ts'
import type { Week } from '#contract/schedule/schedule.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'

/** The clinic as pages show it. */
export interface PublicClinic {
  details: ClinicDetails
  /** Today's opening hours, for search engines. */
  week: Week
}

/** The data of server-rendered pages: nothing in it belongs to a person. */
export interface PublicData {
  clinic(): Promise<PublicClinic>
  calendar(): Promise<BookingCalendar>
  team(): Promise<TeamMember[]>
  /** The treatments with the times that are free on `day`. */
  treatmentsOn(day: IsoDate): Promise<Treatment[]>
  /** Each treatment with the next days on which it has free times. */
  nextTimes(): Promise<readonly NextTimes[]>
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
  /** The build's files, by the module that each comes from. */
  manifest: Record<string, ManifestChunk>
  /** The site's own address without a final slash. */
  siteUrl: string
  data: PublicData
}

/** The part of a page that changes with its data. */
export interface PageContent {
  /** The query string, as `knownSearch` reads it. */
  search: string
  /** The page's data as JSON: the same text as long as the data are the same. */
  data: string
}

/** The interface of the built site for the server (`web/app/server-entry.tsx`). */
export interface SiteRenderer {
  /** The patterns of the pages' addresses, such as `/dashboard/appointment/:id`. */
  readonly paths: readonly string[]
  /** Those among them of the public site, which need no account. */
  readonly publicPaths: readonly string[]
  /** `robots.txt` and `sitemap.xml`, by path. */
  readonly textFiles: Readonly<Record<string, string>>
  /**
   * The query string with only the parameters that the page reads, with valid values: they bound how
   * many pages there are.
   * @param path one of `paths`, or `*` for the page for unknown addresses
   * @param search the query string as it was requested
   */
  knownSearch(path: string, search: string): Promise<string>
  /**
   * Loads what the page shows. Rejects when the data are not available.
   * @param search what `knownSearch` made of the query string
   */
  prefetch(path: string, search: string): Promise<PageContent>
  /** The page as HTML, rendered with its content. Rejects when that fails. */
  render(path: string, content: PageContent): Promise<string>
  /**
   * The page as HTML without content, which the browser renders: with the clinic as `prefetch` has
   * seen it last.
   */
  shell(path: string): string
}

export type CreateRenderer = (options: RendererOptions) => SiteRenderer
