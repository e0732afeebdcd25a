import { correctionList } from '#contract/front-desk/corrections.ts'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'

/** Corrected names, birth dates, phones and emails, newest first, page by page, for staff. */
export const correctionsOptions = pagedListOptions('/corrections', {}, correctionList)
