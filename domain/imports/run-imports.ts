import { setTimeout as pause } from 'node:timers/promises'
import { subDays } from 'date-fns/subDays'
import { subHours } from 'date-fns/subHours'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayAfter } from '#contract/dates.ts'
import { clinicMomentAt } from '#domain/clinic-clock.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type ImportedRow,
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
import { readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { carryOut, tryOut } from './carry-out.ts'
import { groupRows, MOST_OF_ONE } from './group-rows.ts'
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

/** Why rows without a unit are refused. */
const TOO_MANY_OF_ONE = `More than ${MOST_OF_ONE} rows of this file are of the same household, child or visit.`

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
      await numberUnits(db, row, now())
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
async function numberUnits(db: Database, row: WorkedImport, now: Date): Promise<void> {
  const { units, rows } = await groupRows(db, row, contextOf(db, row, now))
  for (let from = 0; from < rows.length; from += NUMBERED_AT_ONCE) {
    const some = rows.slice(from, from + NUMBERED_AT_ONCE)
    await writeTransaction(db, (tx) => setUnits(tx, row.id, some, TOO_MANY_OF_ONE))
    await pause(1)
  }
  await writeTransaction(db, (tx) =>
    changeImport(tx, { id: row.id, from: ['checking'], version: row.version }, { units }),
  )
}

function momentOf(db: Database, now: Date): ClinicMoment {
  const { today, minute } = clinicMomentAt(db, now)
  const lastDay = dayAfter(today, readSettings(db).bookingHorizonDays)
  return { today, minute, timeZone: readTimeZone(db), lastDay }
}

function contextOf(db: Database, row: WorkedImport, now: Date): ImportContext {
  const { country, refundBands } = readSettings(db)
  return {
    importId: row.id,
    mapping: row.mapping,
    actor: row.startedBy ?? row.createdBy,
    now,
    moment: momentOf(db, now),
    country,
    terms: { bands: refundBands },
    joined: new Set(),
    families: new Set(),
  }
}

/** Imports units until the time is used up, or the next one has too many rows. */
function workOn(db: Transaction, now: Date): void {
  const until = performance.now() + WORK_MS
  const row = findImportAtWork(db)
  // Another process has ended the step, and perhaps begun the next one.
  if (!row || !isNumbered(row)) return
  const context = contextOf(db, row, now)
  // An undo starts with the last rows.
  const unitAt = (position: number) =>
    row.state === 'undoing' ? row.units - position + 1 : position
  let { position } = row
  let done = 0
  while (position < row.units && (done === 0 || performance.now() < until)) {
    const rows = listRowsOfUnit(db, { id: row.id, unit: unitAt(position + 1) })
    if (done > 0 && done + rows.length > MOST_OF_ONE) break
    workOnUnit(db, row, rows, { ...context, families: new Set() })
    done += rows.length
    position += 1
  }
  setPosition(db, { ...row, position })
  if (position >= row.units) endStep(db, row, now)
}

function workOnUnit(
  db: Transaction,
  { id: importId, kind, headers, state }: WorkedImport,
  rows: readonly ImportedRow[],
  context: ImportContext,
): void {
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
  for (const id of listToEmpty(db, subDays(now, readSettings(db).importKeptDays))) {
    while (await writeTransaction(db, (tx) => emptyRows(tx, id, EMPTIED_AT_ONCE))) await pause(1)
    await writeTransaction(db, (tx) =>
      changeImport(tx, { id, from: EMPTIED }, { emptiedAt: now, facts: null }),
    )
  }
}

/** The rows of an import that a job works on are kept until it is done. */
const EMPTIED = ['mapping', 'checked', 'done', 'undone'] as const satisfies ImportRow['state'][]
