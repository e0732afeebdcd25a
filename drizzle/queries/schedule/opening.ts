import { and, asc, eq } from 'drizzle-orm'
import type { ConfirmedSetup } from '#contract/front-desk/todo.ts'
import type { Opening } from '#contract/opening/opening.ts'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { clinicSettings, doctors, treatments } from '#drizzle/schema/index.ts'

interface StoredOpening extends Opening {
  /** Grows with each change. */
  version: number
}

const { id, openState, opensOn, pauseReason, openingVersion, confirmedSetup } = clinicSettings

/** Whether families can book online, as last set by an admin. */
export function readOpening(db: Database): StoredOpening {
  const row = db
    .select({ state: openState, from: opensOn, reason: pauseReason, version: openingVersion })
    .from(clinicSettings)
    .get()
  if (!row) throw new Error('The database has no settings.')
  return row
}

/** @returns false, having changed nothing, when the version is no longer `seen` */
export function storeOpening(
  db: Transaction,
  { state, from, reason }: Opening,
  seen: number,
): boolean {
  const change = {
    openState: state,
    opensOn: from,
    pauseReason: reason,
    openingVersion: seen + 1,
  }
  return changeRow(db, clinicSettings, change, and(eq(id, 1), eq(openingVersion, seen)))
}

/** The names of the seed's treatments that are offered, in their order. */
export function listSampleTreatments(db: Database): { id: string; name: string }[] {
  const { id, name, sample, active, position } = treatments
  return db
    .select({ id, name })
    .from(treatments)
    .where(and(eq(sample, true), eq(active, true)))
    .orderBy(asc(position))
    .all()
}

/** The seed's doctors, by name. */
export function listSampleDoctors(db: Database): { name: string; email: string }[] {
  const { name, email, sample } = doctors
  return db.select({ name, email }).from(doctors).where(eq(sample, true)).orderBy(asc(name)).all()
}

/** What an admin has confirmed while setting up. */
export function readConfirmedSetup(db: Database): ConfirmedSetup {
  return db.select({ confirmedSetup }).from(clinicSettings).get()?.confirmedSetup ?? {}
}

export function storeConfirmedSetup(db: Transaction, confirmed: ConfirmedSetup): void {
  db.update(clinicSettings).set({ confirmedSetup: confirmed }).run()
}
