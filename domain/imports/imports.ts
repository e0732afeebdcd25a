import { createHash } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { AT_WORK, type MappingChange } from '#contract/imports/imports.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { putRef } from '#drizzle/queries/imports/import-refs.ts'
import { countOutcomes, countUndone, setDecision } from '#drizzle/queries/imports/import-rows.ts'
import {
  changeImport,
  findImport,
  findImportAtWork,
  type ImportRow,
  type WorkedImport,
} from '#drizzle/queries/imports/imports.ts'
import { completeMapping, missingOf } from './mapping.ts'

// The steps of an import that an admin takes: docs/requirements.md#moving-in. The job of
// run-imports.ts does the work. Repeating a step returns the present state.

type StepRefusal = 'not_found' | 'stale' | 'busy' | 'not_possible'

type StepOutcome<Further = never> = { outcome: 'done' } | { outcome: StepRefusal | Further }

/** The states in which an admin can edit the mapping. */
const CAN_MAP = ['mapping', 'checked'] as const satisfies ImportRow['state'][]

/** Stores an admin's mapping, and the decisions about rows that may be of known families. */
export function changeMapping(
  db: Transaction,
  { id, mapping, decisions = [], version }: MappingChange & { id: string },
): StepOutcome {
  const row = findImport(db, id)
  if (!row || row.state === 'reading') return { outcome: 'not_found' }
  if (row.version !== version) return { outcome: 'stale' }
  const complete = completeMapping(db, row, mapping)
  const change = {
    mapping: complete,
    state: 'mapping' as const,
    counts: null,
    fingerprint: null,
    units: 0,
    position: 0,
    version: version + 1,
  }
  if (!changeImport(db, { id, from: CAN_MAP, version }, change)) return { outcome: 'not_possible' }
  for (const { row: number, decision } of decisions) {
    setDecision(db, { importId: id, number }, decision)
  }
  return { outcome: 'done' }
}

/** Starts the dry run. */
export function startCheck(
  db: Transaction,
  { id, version }: { id: string; version: number },
  { actor }: Pick<ChangedBy, 'actor'>,
): StepOutcome<'mapping_incomplete'> {
  const row = findImport(db, id)
  if (!row || row.state === 'reading') return { outcome: 'not_found' }
  if (row.state === 'checking') return { outcome: 'done' }
  if (row.version !== version) return { outcome: 'stale' }
  if (row.emptiedAt !== null) return { outcome: 'not_possible' }
  if (missingOf(row, row.mapping).length > 0) return { outcome: 'mapping_incomplete' }
  if (findImportAtWork(db)) return { outcome: 'busy' }
  const start = { state: 'checking' as const, units: 0, position: 0, startedBy: actor }
  const change = { ...start, counts: null, fingerprint: null, version: version + 1 }
  const isStarted = changeImport(db, { id, from: CAN_MAP, version }, change)
  return { outcome: isStarted ? 'done' : 'not_possible' }
}

/** Starts the run for the report that the admin has read; `outdated`: there is a newer report. */
export function startRun(
  db: Transaction,
  { id, fingerprint }: { id: string; fingerprint: string },
  { actor, now }: ChangedBy,
): StepOutcome<'outdated'> {
  const row = findImport(db, id)
  if (!row || row.state === 'reading') return { outcome: 'not_found' }
  const isOfReport = row.fingerprint === fingerprint
  if ((row.state === 'running' || row.state === 'done') && isOfReport) return { outcome: 'done' }
  if (row.state !== 'checked' || !isOfReport) return { outcome: 'outdated' }
  if (findImportAtWork(db)) return { outcome: 'busy' }
  const change = { position: 0, startedBy: actor, ranAt: now, version: row.version + 1 }
  changeImport(db, { id, from: ['checked'] }, { ...change, state: 'running' })
  for (const { name, treatment } of row.mapping.treatments) {
    putRef(db, { kind: 'treatment', externalId: name, ourId: treatment }, now)
  }
  for (const { name, doctor } of row.mapping.doctors) {
    putRef(db, { kind: 'doctor', externalId: name, ourId: doctor }, now)
  }
  return { outcome: 'done' }
}

/** The instant until which an import can be undone; null when it cannot. */
export function undoUntil(
  db: Database,
  { state, ranAt }: Pick<ImportRow, 'state' | 'ranAt'>,
): Date | null {
  if (state !== 'done' || ranAt === null) return null
  return addDays(ranAt, readSettings(db).importUndoDays)
}

/** Starts the undo, which deletes records that were not changed since the import. */
export function startUndo(
  db: Transaction,
  { id, version }: { id: string; version: number },
  { actor, now }: ChangedBy,
): StepOutcome {
  const row = findImport(db, id)
  if (!row || row.state === 'reading') return { outcome: 'not_found' }
  if (row.state === 'undoing' || row.state === 'undone') return { outcome: 'done' }
  const until = undoUntil(db, row)
  if (until === null || now > until) return { outcome: 'not_possible' }
  if (row.version !== version) return { outcome: 'stale' }
  if (findImportAtWork(db)) return { outcome: 'busy' }
  const change = { state: 'undoing' as const, position: 0, startedBy: actor, version: version + 1 }
  changeImport(db, { id, from: ['done'], version }, change)
  return { outcome: 'done' }
}

/** Ends a step whose units are all done. */
export function endStep(db: Transaction, row: WorkedImport, now: Date): void {
  const { id, state, version } = row
  const actor = row.startedBy ?? row.createdBy
  const change = { version: version + 1 }
  const from = AT_WORK
  if (state === 'undoing') {
    const counts = countUndone(db, id)
    changeImport(db, { id, from }, { ...change, state: 'undone', undoneAt: now })
    appendEvent(db, { kind: 'import.undone', actor, subject: id, data: counts }, now)
    return
  }
  const counts = countOutcomes(db, id)
  if (state === 'checking') {
    const fingerprint = fingerprintOf({ ...row, counts })
    changeImport(db, { id, from }, { ...change, state: 'checked', counts, fingerprint })
    return
  }
  // The names of the file are mapped by now; its other texts are personal.
  changeImport(db, { id, from }, { ...change, state: 'done', counts, facts: null })
  appendEvent(db, { kind: 'import.run', actor, subject: id, data: { counts } }, now)
}

/** Identifies a report: each check has another version. */
function fingerprintOf({ id, version, mapping, counts }: WorkedImport): string {
  return createHash('sha256')
    .update(JSON.stringify([id, version, mapping, counts]))
    .digest('hex')
}

/** The import, once it is uploaded. */
export function findShown(db: Database, id: string): ImportRow | undefined {
  const row = findImport(db, id)
  return row?.state === 'reading' ? undefined : row
}
