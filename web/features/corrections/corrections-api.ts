import { listCorrections } from '#contract/front-desk/corrections-calls.ts'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'

/** Corrected names, birth dates, phones and emails, newest first, page by page, for staff. */
export const correctionsOptions = pagedListOptions(listCorrections, {})
