import { setTimeout as pause } from 'node:timers/promises'
import { subDays } from 'date-fns/subDays'
import { subHours } from 'date-fns/subHours'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import { dayAfter } from '#contract/dates.ts'
import { clinicMomentAt } from '#domain/clinic-clock.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  listRowsOfUnit,
  setOutcome,
  setUndone,
  setUnits,
} from '#drizzle/queries/imports/import-rows.ts'
import {
  changeImport,
  deleteRowsOf,
  deleteUnread,
  emptyRows,
  findImportAtWork,
  type ImportRow,
  listToEmpty,
  listUnread,
  setPosition,
  type WorkedImport,
} from '#drizzle/queries/imports/imports.ts'
import { readStoredSettings, readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { carryOut, tryOut } from './carry-out.ts'
import { groupRows } from './group-rows.ts'
import { readImportRules } from './import-rules.ts'
import { endStep } from './imports.ts'
import type { ImportContext } from './row-result.ts'
import { undoUnit } from './undo-unit.ts'

// Does the work of a step, a few rows in each transaction. Each transaction also stores the
// position, so if the process ends, the next one continues the step.

/**
 * A transaction starts no further unit after this time, in milliseconds, because other writers wait
 * for it.
 */
const WORK_MS = 10

/** How long the thread is left to requests after each millisecond of work, in milliseconds. */
const PAUSE_SHARE = 0.5

/** How many units one transaction numbers. */
const NUMBERED_AT_ONCE = 100

/** For how many hours the rows of an unfinished upload are kept. */
const UNREAD_HOURS = 2

/** How many rows one transaction empties or deletes. */
const EMPTIED_AT_ONCE = 100

/** Finishes the present step of the import that has one. */
export async function workOnImports(
  db: Database,
  { now, signal }: { now: () => Date; signal?: AbortSignal },
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const row = findImportAtWork(db)
    if (!row) return
    if (!isNumbered(row)) {
      await numberUnits(db, row)
      continue
    }
    const begun = performance.now()
    await writeTransaction(db, (tx) => workOn(tx, now()))
    await pause(Math.max(1, (performance.now() - begun) * PAUSE_SHARE))
  }
}

const isNumbered = ({ state, units }: WorkedImport) => state !== 'checking' || units > 0

/**
 * Assigns units to the rows. If the process ends before all rows have one, the next one starts
 * again.
 */
async function numberUnits(db: Database, row: WorkedImport): Promise<void> {
  const { country } = settingsOf(db)
  const { units, rows } = await groupRows(db, row, country)
  for (let from = 0; from < rows.length; from += NUMBERED_AT_ONCE) {
    const some = rows.slice(from, from + NUMBERED_AT_ONCE)
    await writeTransaction(db, (tx) => setUnits(tx, row.id, some))
    await pause(1)
  }
  await writeTransaction(db, (tx) =>
    changeImport(tx, { id: row.id, from: ['checking'], version: row.version }, { units }),
  )
}

function settingsOf(db: Database) {
  return { ...DEFAULT_SETTINGS, ...readStoredSettings(db).details }
}

function momentOf(db: Database, now: Date): ClinicMoment {
  const { today, minute } = clinicMomentAt(db, now)
  const lastDay = dayAfter(today, settingsOf(db).bookingHorizonDays)
  return { today, minute, timeZone: readTimeZone(db), lastDay }
}

/** Imports units until the time is used up. */
function workOn(db: Transaction, now: Date): void {
  const until = performance.now() + WORK_MS
  const row = findImportAtWork(db)
  // Another process has ended the step, and perhaps begun the next one.
  if (!row || !isNumbered(row)) return
  const settings = settingsOf(db)
  const context: ImportContext = {
    importId: row.id,
    mapping: row.mapping,
    actor: row.startedBy ?? row.createdBy,
    now,
    moment: momentOf(db, now),
    country: settings.country,
    terms: { bands: settings.refundBands },
    joined: new Set(),
  }
  // An undo starts with the last rows.
  const unitAt = (position: number) =>
    row.state === 'undoing' ? row.units - position + 1 : position
  let { position } = row
  while (position < row.units) {
    position += 1
    workOnUnit(db, row, unitAt(position), context)
    if (performance.now() >= until) break
  }
  setPosition(db, { ...row, position })
  if (position >= row.units) endStep(db, row, now)
}

function workOnUnit(
  db: Transaction,
  row: WorkedImport,
  unit: number,
  context: ImportContext,
): void {
  const { id: importId, kind, headers, state } = row
  const rows = listRowsOfUnit(db, { id: importId, unit })
  if (state === 'undoing') {
    const reasons = undoUnit(
      db,
      rows.filter(({ made }) => made.length > 0),
      context,
    )
    for (const [number, sentence] of reasons) {
      setUndone(db, { importId, number, undone: sentence === null, sentence })
    }
    return
  }
  const work = state === 'checking' ? tryOut : carryOut
  const results = work(db, { kind, headers, rows }, context)
  for (const [index, { outcome, sentence, duplicateOf, family, made }] of results.entries()) {
    const number = rows[index]?.number ?? 0
    setOutcome(db, {
      importId,
      number,
      outcome,
      sentence: sentence ?? null,
      duplicateOf: duplicateOf ?? rows[index]?.duplicateOf ?? null,
      family: family ?? duplicateOf ?? null,
      made: [...(made ?? [])],
    })
  }
}

/** Clears the texts of rows after some days, and deletes unfinished uploads. */
export async function tidyImports(db: Database, now: Date): Promise<void> {
  for (const id of listUnread(db, subHours(now, UNREAD_HOURS))) {
    while (await writeTransaction(db, (tx) => deleteRowsOf(tx, id, EMPTIED_AT_ONCE))) await pause(1)
    await writeTransaction(db, (tx) => deleteUnread(tx, id))
  }
  for (const id of listToEmpty(db, subDays(now, readImportRules(db).importKeptDays))) {
    while (await writeTransaction(db, (tx) => emptyRows(tx, id, EMPTIED_AT_ONCE))) await pause(1)
    await writeTransaction(db, (tx) =>
      changeImport(tx, { id, from: EMPTIED }, { emptiedAt: now, facts: null }),
    )
  }
}

/** The rows of an import that a job works on are kept until it is done. */
const EMPTIED = ['mapping', 'checked', 'done', 'undone'] as const satisfies ImportRow['state'][]
