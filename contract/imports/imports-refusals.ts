import { beside, type Refusals, refusing } from '../refusals/refusals.ts'
import { IMPORT_FIELD, MOST_IMPORT_COLUMNS, MOST_IMPORT_ROWS } from './imports.ts'
import * as imports from './imports-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './imports-calls.ts'

const noImport = { not_found: [404, 'Import not found.'] } as const satisfies Refusals

/** Why a step of an import is refused. */
const notTaken = {
  ...noImport,
  stale: [409, 'This import has changed meanwhile. Please look at it again.'],
  busy: [409, 'Another import is being checked, run or undone. Please wait until it is done.'],
  not_possible: [409, 'This is not possible in the import’s present state.'],
} as const satisfies Refusals

export const getImport = refusing(imports.getImport, noImport)
export const changeMapping = refusing(imports.changeMapping, notTaken)
export const checkImport = refusing(imports.checkImport, {
  ...notTaken,
  mapping_incomplete: [409, 'Some columns still need your answer.'],
})
export const runImport = refusing(imports.runImport, {
  ...notTaken,
  outdated: [409, 'This report is outdated. Please check the file again.'],
})
export const undoImport = refusing(imports.undoImport, notTaken)

/** `GET /imports/{id}/refused` and `GET /imports/{id}/changes`. */
export const importFile = { refusals: noImport } as const
export const importStream = {
  refusals: {
    ...noImport,
    too_many_requests: [429, 'You have too many pages of this kind open.'],
  },
} as const

const rows = MOST_IMPORT_ROWS.toLocaleString('en-US')

/** `POST /imports`. */
export const uploadImport = {
  refusals: {
    not_read: [400, 'We couldn’t read this upload.', 'invalid_input'],
    other_fields: [400, `Send exactly one file, in the field “${IMPORT_FIELD}”.`, 'invalid_input'],
    too_slow: [408, 'The upload timed out.'],
    too_many_bytes: [413, beside(IMPORT_FIELD, 'File must be 20 MB or smaller'), 'too_large'],
    not_multipart: [
      415,
      'This endpoint accepts multipart/form-data with one file.',
      'unsupported_media_type',
    ],
    workbook: [
      415,
      beside(IMPORT_FIELD, 'This is a workbook. Save it as CSV in your spreadsheet first'),
    ],
    not_text: [415, beside(IMPORT_FIELD, 'File must be a CSV file')],
    empty: [422, beside(IMPORT_FIELD, 'This file is empty')],
    no_rows: [422, beside(IMPORT_FIELD, 'This file has headers, but no rows')],
    too_many_rows: [422, beside(IMPORT_FIELD, `File must have ${rows} rows or fewer`)],
    too_many_columns: [
      422,
      beside(IMPORT_FIELD, `File must have ${MOST_IMPORT_COLUMNS} columns or fewer`),
    ],
    quote_not_closed: [422, beside(IMPORT_FIELD, 'A quotation mark of this file isn’t closed')],
  },
} as const
