import type { ImportKind } from '#contract/imports/import-fields.ts'
import { wait } from '#domain/waitlist/testing/waiting-clinic.ts'
import type { Transaction } from '#drizzle/client.ts'
import { listRowsAfter } from '#drizzle/queries/imports/import-rows.ts'
import { listImports } from '#drizzle/queries/imports/imports.ts'
import {
  appointments,
  children,
  deskFamilies,
  events,
  freedTimes,
  importRefs,
  notifications,
  pastVisits,
  secondGuardians,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import { addTreatingDoctor, allOf } from '#drizzle/testing/seeded-database.ts'
import { importer } from './import-file.ts'

// Imports of every kind in repeatable steps: a repeated step changes nothing.

const many = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index)).join('\n')

/** By kind, in the order in which a clinic imports them. */
const FILES: readonly (readonly [ImportKind, string])[] = [
  [
    'families',
    `Household,Child id,Child,DOB,Parent,Phone,Parent 2\n${many(
      12,
      (index) =>
        `H${index % 8},C${index},Child ${String.fromCharCode(97 + index)},2020-01-${10 + index},Parent ${index % 8},50355501${10 + (index % 8)},${index % 3 ? '' : `Other ${index % 8}`}`,
    )}\nH9,C90,Refused,soon,Parent 9,5035550190,\n`,
  ],
  [
    'appointments',
    `Appointment id,Child id,Date,Time,Minutes,Treatment,Doctor\n${many(
      6,
      (index) =>
        `A${index},C${index},2027-03-1${5 + (index % 2)},1${index}:10,20,Allergy Testing,Ada`,
    )}\nA0,C7,2027-03-15,10:20,20,Allergy Testing,Ada\n`,
  ],
  [
    'visits',
    `Child id,Date,Treatment\n${many(5, (index) => `C${index},2026-01-1${index},Allergy Testing`)}\n`,
  ],
  [
    'waits',
    `Entry id,Child id,Treatment,From,To,Siblings\n${many(
      4,
      (index) =>
        `W${index},C${[0, 8, 3, 4][index]},Weight Loss,2027-03-01,2027-04-30,${index < 2 ? 'B1' : ''}`,
    )}\n`,
  ],
]

/** A clinic with a doctor and a family that waits, and an import of each kind that is not checked. */
export async function prepareImports(db: Transaction): Promise<void> {
  addTreatingDoctor(db, 'Ada', 'Allergy Testing')
  wait(db, 'anna', new Date('2027-03-01T12:00:00Z'))
  const flow = importer(db)
  for (const [kind, content] of FILES) await flow.map(await flow.load(kind, content), {})
}

const inOrder = (db: Transaction) => {
  const all = listImports(db, FILES.length)
  return FILES.map(([kind]) => all.find((one) => one.kind === kind)?.id ?? '')
}

/** Checks and runs each import, and undoes those that others do not need. */
export async function takeImportSteps(db: Transaction): Promise<void> {
  const flow = importer(db)
  await flow.work()
  const ids = inOrder(db)
  for (const id of ids) {
    if (flow.find(id).state === 'mapping') await flow.check(id)
    if (flow.find(id).state === 'checked') await flow.run(id)
  }
  for (const id of ids.slice(1, 3)) if (flow.find(id).state === 'done') await flow.undo(id)
}

const counts = (names: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]).sort(),
  )

/** The outcome of everything, without ids and instants. */
export function describeImports(db: Transaction) {
  return {
    states: inOrder(db).map((id) => importer(db).find(id).state),
    rows: inOrder(db).map((id) =>
      listRowsAfter(db, { id, after: 0, limit: 100 }).map(({ outcome, sentence, made, undone }) => [
        outcome,
        sentence,
        made.length,
        undone,
      ]),
    ),
    families: allOf(db, deskFamilies).map(({ name, phone }) => [name, phone]),
    children: allOf(db, children).map(({ name, birthDate }) => [name, birthDate]),
    second: allOf(db, secondGuardians).map(({ name }) => name),
    appointments: allOf(db, appointments).length,
    visits: allOf(db, pastVisits).length,
    waits: allOf(db, waitlistEntries).map(({ state, blockId }) => [state, blockId !== null]),
    freed: allOf(db, freedTimes)
      .map(({ startMinute, state }) => [startMinute, state])
      .sort(),
    refs: counts(allOf(db, importRefs).map(({ kind }) => kind)),
    events: counts(allOf(db, events).map(({ kind }) => kind)),
    emails: counts(allOf(db, notifications).map(({ kind }) => kind)),
  }
}
