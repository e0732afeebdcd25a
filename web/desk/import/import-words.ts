import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { DateOrder, ImportState, RowOutcome } from '#contract/imports/imports.ts'

export const IMPORT_PAGE = '/dashboard/import'

export const importPage = (id: string) => `${IMPORT_PAGE}/${id}`

export const KIND_NAMES: Record<ImportKind, string> = {
  families: 'Families and children',
  appointments: 'Coming appointments',
  visits: 'Past visits',
  waits: 'Waiting list',
}

export const STATE_NAMES: Record<ImportState, string> = {
  reading: 'being uploaded',
  mapping: 'not checked',
  checking: 'being checked',
  checked: 'checked, not imported',
  running: 'being imported',
  done: 'imported',
  undoing: 'being undone',
  undone: 'undone',
}

export const ORDER_NAMES: Record<DateOrder, string> = {
  mdy: 'Month, day, year',
  dmy: 'Day, month, year',
  ymd: 'Year, month, day',
}

export const OUTCOME_NAMES: Record<RowOutcome, string> = {
  added: 'Added',
  filled: 'Filled in what was empty',
  same: 'Already here',
  differs: 'Different here, stays as it is',
  duplicate: 'Of families that may be known',
  left_out: 'Left out',
  refused: 'Refused',
}
