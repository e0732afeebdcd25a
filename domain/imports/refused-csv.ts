import { stringify } from 'csv-stringify/sync'
import { CSV_OPTIONS } from '#domain/csv-options.ts'
import type { ImportedRow } from '#drizzle/queries/imports/import-rows.ts'

/**
 * Refused rows as CSV, to be repaired and loaded again: the cells as they were, and the reason.
 * @param isContinued whether the file has headers already
 */
export function makeRefusedCsv(
  headers: readonly string[],
  rows: readonly Pick<ImportedRow, 'number' | 'raw' | 'sentence'>[],
  { isContinued = false } = {},
): string {
  const lines = rows.map(({ number, raw, sentence }) => [
    ...headers.map((_, column) => raw?.[column] ?? ''),
    String(number),
    sentence ?? '',
  ])
  const first = isContinued ? [] : [[...headers, 'Row', 'Why it was refused']]
  return stringify([...first, ...lines], {
    ...CSV_OPTIONS,
    bom: !isContinued,
  })
}
