import { FIELDS_OF, type ImportField, type ImportKind } from '#contract/imports/import-fields.ts'
import type { ImportMapping } from '#contract/imports/imports.ts'
import { SYNONYMS } from '#contract/imports/synonyms.ts'

/** 'Patient’s First_Name*' and 'PatientFirstName' in the form in which the synonyms are written. */
function normalizeHeader(header: string): string {
  return header
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/#/g, ' number ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * The field of each column, by its header. Of columns with equal headers, the first one is used.
 */
export function guessColumns(
  kind: ImportKind,
  headers: readonly string[],
): Partial<Record<ImportField, number>> {
  const names = headers.map(normalizeHeader)
  const columns: Partial<Record<ImportField, number>> = {}
  const used = new Set<number>()
  for (const field of FIELDS_OF[kind]) {
    // Synonyms are sorted by how certain they are.
    const column = SYNONYMS[field]
      .map((synonym) => names.findIndex((name, index) => name === synonym && !used.has(index)))
      .find((index) => index >= 0)
    if (column === undefined) continue
    columns[field] = column
    used.add(column)
  }
  return withoutDoubles(columns)
}

/** Separate columns for the parts of a name take precedence over a column with the whole name. */
function withoutDoubles(
  columns: Partial<Record<ImportField, number>>,
): Partial<Record<ImportField, number>> {
  const { childName, guardianName, secondName, ...others } = columns
  return {
    ...others,
    ...(columns.childFirst === undefined && childName !== undefined && { childName }),
    ...(columns.guardianFirst === undefined && guardianName !== undefined && { guardianName }),
    ...(columns.secondFirst === undefined && secondName !== undefined && { secondName }),
  }
}

/** The mapping that an admin begins with. */
export function startMapping(kind: ImportKind, headers: readonly string[]): ImportMapping {
  return {
    columns: guessColumns(kind, headers),
    dateOrder: null,
    treatments: [],
    doctors: [],
    squeeze: false,
  }
}
