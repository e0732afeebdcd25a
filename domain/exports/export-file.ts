import type { ImportField, ImportKind } from '#contract/imports/import-fields.ts'
import { SYNONYMS } from '#contract/imports/synonyms.ts'
import type { Database } from '#drizzle/client.ts'

/** A column of a file: its header, what it says, and its text of a row. */
export interface Column<Row> {
  header: string
  about: string
  of: (row: Row) => string | null
}

interface FileFacts {
  /** 'children.csv' */
  name: string
  about: string
  /** The kind of import that reads the file. */
  readAs?: ImportKind
}

/** A file of the export. */
export interface ExportFile extends FileFacts {
  columns: readonly Pick<Column<never>, 'header' | 'about'>[]
  /** Its rows, a page at a time; each page is read when it is asked for. */
  pages: (db: Database) => Iterable<string[][]>
}

/** Declares a file whose rows come from `rows`, page by page. */
export function exportFile<Row>(
  facts: FileFacts,
  columns: readonly Column<Row>[],
  rows: (db: Database) => Iterable<readonly Row[]>,
): ExportFile {
  function* pages(db: Database) {
    for (const page of rows(db)) {
      yield page.map((row) => columns.map((column) => column.of(row) ?? ''))
    }
  }
  return { ...facts, columns, pages }
}

/** A column of a row. */
export const column = <Row>(header: string, about: string, of: Column<Row>['of']): Column<Row> => ({
  header,
  about,
  of,
})

/** A column with the header by which imports know the field: 'Family id'. */
export function importedColumn<Row>(
  field: ImportField,
  about: string,
  of: Column<Row>['of'],
): Column<Row> {
  const [name] = SYNONYMS[field]
  return column(name.charAt(0).toUpperCase() + name.slice(1), about, of)
}

/** Reads pages, each after the last row of the one before, until one is empty. */
export function* pagesAfter<Row, Key>(
  first: Key,
  list: (after: Key) => readonly Row[],
  keyOf: (row: Row) => Key,
): Generator<readonly Row[]> {
  for (let after = first; ; ) {
    const page = list(after)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = keyOf(last)
  }
}

/** Reads all rows in the order of their ids, a page at a time. */
export const pagesById = <Row>(
  db: Database,
  list: (db: Database, after: string) => readonly Row[],
  idOf: (row: Row) => string,
): Generator<readonly Row[]> => pagesAfter('', (after) => list(db, after), idOf)
