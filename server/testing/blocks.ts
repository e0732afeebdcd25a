import { insertChild } from '#drizzle/queries/guardians/children.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import { FIRST_SLOT, MONDAY_MORNING, type Session, type TestApp, TUESDAY } from './test-app.ts'

/** Children of different ages for blocks. */
const SIBLINGS = ['Mia', 'Ben', 'Zoe', 'Leo'] as const

/** Half an hour after the first slot, and later. */
const SLOTS = [FIRST_SLOT, '09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM', '10:30 AM - 11:00 AM']

/** Gives a user those children; returns their ids. */
export function addChildren(
  { db }: Pick<TestApp, 'db'>,
  { uid }: Pick<Session, 'uid'>,
  names: readonly string[] = SIBLINGS,
): string[] {
  return names.map((name) => {
    const id = crypto.randomUUID()
    const birthDate = '2019-06-05'
    insertChild(db, { id, name, birthDate, createdBy: uid, createdAt: MONDAY_MORNING })
    return id
  })
}

/** A valid block: the same treatment for each of the children, one after another. */
export function blockOf(
  { email }: Pick<Session, 'email'>,
  children: readonly string[],
  { date = TUESDAY, treatment = 'Allergy Testing', price = 110, slots = SLOTS } = {},
) {
  return {
    date,
    items: children.map((child, index) => ({
      child,
      treatment,
      slot: slots[index] ?? FIRST_SLOT,
      price,
    })),
    email,
    phone: '+1 212 555 0100',
    address: '1 Main Street',
  }
}

/** `GET /appointment-blocks` for children who all get an allergy test. */
export function getBlocks(
  { db }: Pick<TestApp, 'db'>,
  caller: Session,
  children: readonly string[],
  { date = TUESDAY, treatment = treatmentId({ db }, 'Allergy Testing') } = {},
) {
  const query = { date, child: [...children], treatment: children.map(() => treatment) }
  return caller.get('/appointment-blocks', query)
}

/** The id of a treatment. */
export function treatmentId({ db }: Pick<TestApp, 'db'>, treatment: string): string {
  const found = listOfferedTreatments(db).find(({ name }) => name === treatment)
  if (!found) throw new Error(`There is no treatment ${treatment}.`)
  return found.id
}
