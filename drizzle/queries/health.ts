import type { Database } from '../client.ts'
import { services } from '../schema.ts'

/** Whether the database can be read and has its tables. Never throws. */
export function answersQueries(db: Database): boolean {
  try {
    db.select({ id: services.id }).from(services).limit(1).all()
    return true
  } catch {
    return false
  }
}
