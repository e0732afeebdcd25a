import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { Database } from '#drizzle/client.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import type { ImportedRow } from '#drizzle/queries/imports/import-rows.ts'
import { readAppointment, resourceOf } from './carry-out-appointment.ts'
import { findKnown } from './carry-out-family.ts'
import { numberOfWait } from './carry-out-wait.ts'
import { readDay } from './file/cells.ts'
import { findPatientOf, treatmentOf } from './find-patient.ts'
import { phoneKey } from './find-people.ts'
import { cellsOf, childNameOf, householdOf } from './row-cells.ts'
import { type ImportContext, RowStopped } from './row-result.ts'

/** A time of the file, in minutes from midnight. */
export interface RowTime {
  date: string
  from: number
  to: number
  /** What it occupies; null: a doctor who is free. */
  resource: string | null
}

/** What a row has in common with others of its file. */
interface RowLinks {
  /** Rows with one of these describe the same records. */
  same: string[]
  /** Rows with one of these resemble each other. */
  similar: string[]
  /** Those among `similar` by which the import adds to a family that was known before, so that its units see them. */
  known?: string[]
  time?: RowTime
}

const NONE: RowLinks = { same: [], similar: [] }

/** What a row has in common with others, so that its outcome may depend on theirs. */
export function linksOf(
  db: Database,
  row: ImportedRow,
  kind: ImportKind,
  context: ImportContext,
): RowLinks {
  try {
    return LINKS[kind](db, row, context)
  } catch (error) {
    // It is refused or left out, with or without other rows.
    if (error instanceof RowStopped) return NONE
    throw error
  }
}

type Reader = (db: Database, row: ImportedRow, context: ImportContext) => RowLinks

const LINKS: Record<ImportKind, Reader> = {
  families(db, row, context) {
    const { mapping, country } = context
    const cells = cellsOf(row, mapping)
    const [number, phone, typed] = [cells('childId'), cells('phone'), cells('email')]
    const family = findKnown(db, row, context)
    const birthDate = readDay(cells('birthDate'), mapping.dateOrder)
    const email = typed ? [`email ${typed.toLowerCase()}`] : []
    const child = birthDate ? [`child ${birthDate} ${normalizeSearchText(childNameOf(cells))}`] : []
    return {
      same: [
        householdOf(row, mapping, country),
        ...(number ? [`number ${number}`] : []),
        ...(family ? [`family ${family.id}`] : []),
      ],
      similar: [...(phone ? [`phone ${phoneKey(phone, country)}`] : []), ...email, ...child],
      known: family ? [...(family.email === null ? email : []), ...child] : [],
    }
  },
  appointments(db, row, context) {
    const { patient, wanted, number, treatment, cells } = readAppointment(db, row, context)
    const { date, startMinute: from, lengthMinutes } = wanted
    const resource = resourceOf(cells, treatment, context.mapping)
    return {
      same: [`number ${number}`, `child ${patient.child.id} ${date}`],
      similar: [],
      time: { date, from, to: from + lengthMinutes, resource },
    }
  },
  visits(db, row, context) {
    const cells = cellsOf(row, context.mapping)
    const { child } = findPatientOf(db, cells, context)
    const date = readDay(cells('date'), context.mapping.dateOrder) ?? ''
    return { same: [`visit ${child.id} ${date} ${treatmentOf(cells, context)}`], similar: [] }
  },
  waits(db, row, context) {
    const cells = cellsOf(row, context.mapping)
    const siblings = cells('siblings')
    const { family } = findPatientOf(db, cells, context)
    return {
      same: [
        `number ${numberOfWait(cells)}`,
        `family ${family.id}`,
        ...(siblings ? [`siblings ${siblings}`] : []),
      ],
      similar: [],
    }
  },
}
