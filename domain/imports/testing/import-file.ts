import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { DuplicateDecision, ImportMapping } from '#contract/imports/imports.ts'
import type { Transaction } from '#drizzle/client.ts'
import { listRows, listRowsAfter } from '#drizzle/queries/imports/import-rows.ts'
import { findImport, type ImportRow } from '#drizzle/queries/imports/imports.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeMapping, startCheck, startRun, startUndo } from '../imports.ts'
import { workOnImports } from '../run-imports.ts'
import { storeFile } from '../store-file.ts'

export const ADMIN = 'admin'

/** Imports files as an admin does, with the job of the worker. */
export function importer(db: Transaction, now = () => new Date('2027-03-01T13:00:00Z')) {
  const by = () => ({ actor: ADMIN, now: now() })
  const find = (id: string): ImportRow => {
    const row = findImport(db, id)
    if (!row) throw new Error('No such import.')
    return row
  }
  const work = (signal?: AbortSignal) => workOnImports(db, { now, ...(signal && { signal }) })
  const flow = {
    find,
    work,
    /** Stores a file. */
    async load(kind: ImportKind, content: string | Buffer): Promise<string> {
      const path = join(temporaryFolder(), 'file.csv')
      writeFileSync(path, content)
      return storeFile(db, { path, kind, fileName: 'file.csv' }, by())
    },
    async map(
      id: string,
      change: Partial<ImportMapping>,
      decisions: { row: number; decision: DuplicateDecision }[] = [],
    ) {
      const { mapping, version } = find(id)
      const wanted = { id, mapping: { ...mapping, ...change }, decisions, version }
      return writeTransaction(db, (tx) => changeMapping(tx, wanted))
    },
    /** The dry run. */
    async check(id: string) {
      const started = await writeTransaction(db, (tx) =>
        startCheck(tx, { id, version: find(id).version }, by()),
      )
      if (started.outcome !== 'done') throw new Error(`Not checked: ${started.outcome}`)
      await work()
      return find(id).counts
    },
    async start(id: string) {
      const { fingerprint } = find(id)
      const wanted = { id, fingerprint: fingerprint ?? '' }
      return writeTransaction(db, (tx) => startRun(tx, wanted, by()))
    },
    /** The run of the report. */
    async run(id: string) {
      const started = await flow.start(id)
      if (started.outcome !== 'done') throw new Error(`Not run: ${started.outcome}`)
      await work()
      return find(id).counts
    },
    async undo(id: string) {
      const { version } = find(id)
      const started = await writeTransaction(db, (tx) => startUndo(tx, { id, version }, by()))
      if (started.outcome !== 'done') throw new Error(`Not undone: ${started.outcome}`)
      await work()
    },
    /** Loads, checks and runs a file. */
    async import(kind: ImportKind, content: string | Buffer, change: Partial<ImportMapping> = {}) {
      const id = await flow.load(kind, content)
      await flow.map(id, change)
      const checked = await flow.check(id)
      return { id, checked, ran: await flow.run(id) }
    },
    /** What the rows say, by number. */
    sentences: (id: string) =>
      listRowsAfter(db, { id, after: 0, limit: 1_000 }).map(
        ({ outcome, sentence }) => `${outcome}${sentence ? `: ${sentence}` : ''}`,
      ),
    kept: (id: string) => listRows(db, id, 'kept', { limit: 1_000 }),
  }
  return flow
}

/** Outcomes that are not zero. */
export const some = (counts: Record<string, number> | null) =>
  Object.fromEntries(Object.entries(counts ?? {}).filter(([, count]) => count > 0))
