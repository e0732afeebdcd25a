import type { ImportView, ListedImport } from '#contract/imports/imports.ts'
import type { KnownImport } from '#domain/imports/read-import.ts'
import type { ImportRow } from '#drizzle/queries/imports/imports.ts'

type NamedRow = KnownImport['refused'][number]

const toListedRow = ({ row: { number, sentence }, name }: NamedRow) => ({
  row: number,
  name,
  sentence: sentence ?? '',
})

/** An import as its page shows it. */
export function toImport({ row, undone, undoUntil, ...known }: KnownImport): ImportView {
  const { id, kind, state, fileName, encoding, headers, rows, mapping } = row
  const { examples, provenOrder, needsOrder, treatments, doctors, missing } = known
  return {
    _id: id,
    ...{ kind, state, fileName, encoding, headers, rows, mapping },
    ...{ examples, provenOrder, needsOrder, treatments, doctors, missing },
    progress: { done: row.position, of: row.units },
    counts: row.counts,
    fingerprint: row.fingerprint,
    refused: known.refused.map(toListedRow),
    differing: known.differing.map(toListedRow),
    duplicates: known.duplicates.map(({ family, ...one }) => ({
      ...toListedRow(one),
      family: family ? { _id: family.id, name: family.name } : null,
      decision: one.row.decision,
    })),
    undone: undone && { ...undone, rows: undone.rows.map(toListedRow) },
    undoUntil: undoUntil?.toISOString() ?? null,
    version: row.version,
  }
}

export function toListedImport(row: ImportRow): ListedImport {
  const { id, kind, state, fileName, rows, createdAt } = row
  return { _id: id, kind, state, fileName, rows, uploadedAt: createdAt.toISOString() }
}
