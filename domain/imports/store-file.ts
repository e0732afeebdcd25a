import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { ImportMapping } from '#contract/imports/imports.ts'
import type { Database } from '#drizzle/client.ts'
import type { ChangedBy } from '#drizzle/queries/events.ts'
import { insertRows } from '#drizzle/queries/imports/import-rows.ts'
import { changeImport, findMappedBefore, insertImport } from '#drizzle/queries/imports/imports.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { collectFacts } from './file/column-facts.ts'
import { startMapping } from './file/guess-mapping.ts'
import { ENCODING_NAMES, FileRefused, readRows, recognizeFile } from './file/read-file.ts'
import { completeMapping } from './mapping.ts'

/** How many rows one transaction stores, and about how many characters. */
const ROWS_AT_ONCE = 200
const CHARACTERS_AT_ONCE = 200_000

/** The pause between two transactions, in which other requests run, in milliseconds. */
const PAUSE_MS = 2

interface NewFile {
  path: string
  kind: ImportKind
  fileName: string
}

/**
 * Stores the rows of a file as a new import with an initial mapping.
 * @returns its id
 * @throws FileRefused
 */
export async function storeFile(
  db: Database,
  { path, kind, fileName }: NewFile,
  { actor, now }: ChangedBy,
): Promise<string> {
  const form = await recognizeFile(path)
  const id = uuidv7()
  const rows = readRows(path, form)
  const { value: headers } = await rows.next()
  if (!headers) throw new FileRefused('empty')
  const mapping = startMapping(kind, headers)
  const encoding = ENCODING_NAMES[form.encoding]
  const start = { id, kind, fileName, encoding, headers, mapping, createdBy: actor, createdAt: now }
  await writeTransaction(db, (tx) => insertImport(tx, start))

  const columns = collectFacts(headers)
  let stored = 0
  let batch: string[][] = []
  let characters = 0
  const store = async () => {
    const next = { importId: id, first: stored + 1, rows: batch }
    await writeTransaction(db, (tx) => insertRows(tx, next))
    stored += batch.length
    batch = []
    characters = 0
    await pause(PAUSE_MS)
  }
  for await (const row of rows) {
    columns.add(row)
    batch.push(row)
    for (const cell of row) characters += cell.length
    if (batch.length === ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await store()
  }
  if (batch.length > 0) await store()
  if (stored === 0) throw new FileRefused('no_rows')
  const facts = columns.facts()
  const remembered = rememberColumns(db, { kind, headers }, mapping)
  const found = {
    facts,
    rows: stored,
    mapping: completeMapping(db, { headers, facts }, remembered),
  }
  await writeTransaction(db, (tx) =>
    changeImport(tx, { id, from: ['reading'] }, { ...found, state: 'mapping' }),
  )
  return id
}

/** The mapping of the last file of the same kind with the same headers. */
function rememberColumns(
  db: Database,
  file: { kind: ImportKind; headers: string[] },
  start: ImportMapping,
): ImportMapping {
  const before = findMappedBefore(db, file)?.mapping
  return before ? { ...start, columns: before.columns, squeeze: before.squeeze } : start
}
