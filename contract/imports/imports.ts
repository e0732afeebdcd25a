import * as z from 'zod/mini'
import { doctorId, treatmentId } from '../ids.ts'
import { seenVersion } from '../seen-version.ts'
import { requiredLine } from '../text.ts'
import { IMPORT_KINDS, importFields } from './import-fields.ts'

// Files of the clinic's previous system: docs/requirements.md#moving-in.

/** The largest file, in bytes. */
export const IMPORT_LIMIT_BYTES = 20 * 1024 * 1024

/** The most rows of a file, not counting the row of headers. */
export const MOST_IMPORT_ROWS = 50_000

/** The most columns of a file. */
export const MOST_IMPORT_COLUMNS = 200

/** The longest text of a cell. */
export const LONGEST_CELL = 1_000

/** The most rows of a list in an answer; the file of refused rows has all. */
export const MOST_LISTED = 100

/** The multipart field with the file. */
export const IMPORT_FIELD = 'file'

/**
 * reading: its rows are being stored; mapping: the admin assigns columns to fields; checking: a dry
 * run; checked: the report is ready.
 */
export const IMPORT_STATES = [
  'reading',
  'mapping',
  'checking',
  'checked',
  'running',
  'done',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** The states in which a job works on an import. Only one import at a time is in one of them. */
export const AT_WORK = ['checking', 'running', 'undoing'] as const satisfies ImportState[]

/** The order of day, month and year in dates like 3/4/2019. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/**
 * The outcome of a row. same: we already have its data; filled: it filled empty fields; differs: we
 * have other data, which stays; duplicate: an admin has to decide whether its family is a known
 * one; left_out: the mapping leaves it out.
 */
export const ROW_OUTCOMES = [
  'added',
  'same',
  'filled',
  'differs',
  'duplicate',
  'left_out',
  'refused',
] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]

/**
 * An admin's decision about a row whose family resembles a known one. `later`: the row is left out
 * for now.
 */
export const DUPLICATE_DECISIONS = ['same', 'different', 'later'] as const
export type DuplicateDecision = (typeof DUPLICATE_DECISIONS)[number]

const oldName = z.string().check(z.minLength(1), z.maxLength(LONGEST_CELL))

/**
 * The field of each column, and the treatments and doctors that the names in the file stand for.
 * The mapping is incomplete while a name is missing.
 */
const importMapping = z.strictObject({
  /** Column numbers, counted from 0. */
  columns: z.partialRecord(
    importFields,
    z.int('Choose a column').check(z.gte(0), z.lt(MOST_IMPORT_COLUMNS)),
  ),
  /** Null until an admin has chosen it. */
  dateOrder: z.nullable(z.enum(DATE_ORDERS)),
  /** Null: rows with this name are left out. */
  treatments: z
    .array(z.strictObject({ name: oldName, treatment: z.nullable(treatmentId) }))
    .check(z.maxLength(500)),
  /** Null: any doctor who is free. */
  doctors: z
    .array(z.strictObject({ name: oldName, doctor: z.nullable(doctorId) }))
    .check(z.maxLength(500)),
  /** Whether appointments at taken times become extra patients. */
  squeeze: z.boolean('Choose what happens at taken times'),
})
export type ImportMapping = z.infer<typeof importMapping>

const rowNumber = z.int('Row is required').check(z.gte(1), z.lte(MOST_IMPORT_ROWS))

/** `POST /imports?kind=&name=`, with the file as multipart. */
export const newImport = z.strictObject({
  kind: z.enum(IMPORT_KINDS, 'Choose what the file has'),
  /** The name of the file. */
  name: requiredLine('File name', 200),
})

export const importParams = z.object({ id: z.uuid('Invalid import ID') })

/** `PUT /imports/{id}/mapping`; `version`: the one that the admin saw. */
export const mappingChange = z.strictObject({
  mapping: importMapping,
  /** For rows that the report lists as duplicates. */
  decisions: z.optional(
    z
      .array(z.strictObject({ row: rowNumber, decision: z.enum(DUPLICATE_DECISIONS) }))
      .check(z.maxLength(MOST_LISTED)),
  ),
  version: seenVersion,
})
export type MappingChange = z.input<typeof mappingChange>

/** `POST /imports/{id}/check` and `POST /imports/{id}/undo`. */
export const importStep = z.strictObject({ version: seenVersion })

/** `POST /imports/{id}/run`, with the report that the admin has read. */
export const importRun = z.strictObject({
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Invalid fingerprint')),
})

/** How many rows have each outcome. */
export const importCounts = z.record(z.enum(ROW_OUTCOMES), z.int())
export type ImportCounts = z.infer<typeof importCounts>

/** A row in a list for admins. */
const listedRow = z.object({
  /** Counted from 1, not counting the headers. */
  row: z.int(),
  /** The child or the guardian, as in the file. */
  name: z.string(),
  /** Why it is refused, how it differs, or why it stays after an undo. */
  sentence: z.string(),
})
export type ListedRow = z.infer<typeof listedRow>

/** A known family, and the row that resembles it. */
const duplicateRow = z.object({
  ...listedRow.shape,
  /** Null: one that the file itself adds. */
  family: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  decision: z.nullable(z.enum(DUPLICATE_DECISIONS)),
})

/** A name of a treatment or doctor in the file, and how many rows have it. */
const foundName = z.object({ name: z.string(), rows: z.int() })

/** `GET /imports/{id}`, and the answer to each step. */
export const importState = z.object({
  _id: z.string(),
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  fileName: z.string(),
  /** 'UTF-8', 'UTF-16' or 'Windows-1252'. */
  encoding: z.string(),
  headers: z.array(z.string()),
  rows: z.int(),
  /** Some rows of the file, by which an admin recognizes its columns. */
  examples: z.array(z.array(z.string())),
  mapping: importMapping,
  /** The only order that fits all dates of the file; null if several fit, or if none is needed. */
  provenOrder: z.nullable(z.enum(DATE_ORDERS)),
  /** Whether several orders fit the dates of the file, so that an admin has to choose one. */
  needsOrder: z.boolean(),
  treatments: z.array(foundName),
  doctors: z.array(foundName),
  /** Why the mapping cannot be checked yet. */
  missing: z.array(z.string()),
  /** How many rows the present step has processed, and how many there are. */
  progress: z.object({ done: z.int(), of: z.int() }),
  /** The counts of the check, then of the run; null before. */
  counts: z.nullable(importCounts),
  fingerprint: z.nullable(z.string()),
  refused: z.array(listedRow),
  differing: z.array(listedRow),
  duplicates: z.array(duplicateRow),
  /** The result of an undo; null before. */
  undone: z.nullable(z.object({ deleted: z.int(), kept: z.int(), rows: z.array(listedRow) })),
  /** ISO instant until which it can be undone; null when it cannot. */
  undoUntil: z.nullable(z.string()),
  /** Grows with each change. */
  version: z.int(),
})
export type ImportView = z.infer<typeof importState>

/** `GET /imports`: the newest first. */
export const importList = z.array(
  z.object({
    _id: z.string(),
    kind: z.enum(IMPORT_KINDS),
    state: z.enum(IMPORT_STATES),
    fileName: z.string(),
    rows: z.int(),
    /** ISO instant, UTC. */
    uploadedAt: z.string(),
  }),
)
export type ListedImport = z.infer<typeof importList>[number]
