import { eq } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { formerPeople } from '../schema.ts'

/** Somebody who was removed. */
export type FormerPerson = typeof formerPeople.$inferSelect

/** Keeps the name of a user or doctor who is being removed. Call it in a write transaction. */
export function rememberFormerPerson(db: Database, person: FormerPerson): void {
  db.insert(formerPeople).values(person).run()
}

/** Who that was; undefined when nobody with this id was removed. */
export function findFormerPerson(db: Database, id: string): FormerPerson | undefined {
  return db.select().from(formerPeople).where(eq(formerPeople.id, id)).get()
}
