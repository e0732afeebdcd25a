import * as z from 'zod/mini'
import { LEGAL_PAGES } from './legal-titles.ts'

export const legalPageName = z.enum(LEGAL_PAGES, 'Unknown page')

/** A published page, as the site links it. */
export const publishedLegalPage = z.object({ page: legalPageName, title: z.string() })
