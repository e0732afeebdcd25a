import type { Database } from '../client.ts'

/**
 * The differences between the search tables or their indexes and the tables that they index; empty in a
 * healthy database.
 */
export function findSearchErrors({ $client }: Database): string[] {
  const errors: string[] = []
  const columns = 'person, kind, name, own, others, phones'
  const differences: Record<string, [stored: string, now: string]> = {
    search_people: [
      `SELECT ${columns} FROM search_people`,
      `SELECT ${columns} FROM search_people_now`,
    ],
    search_payments: [
      'SELECT payment_id, text FROM search_payments',
      'SELECT payment_id, text FROM search_payments_now',
    ],
  }
  for (const [table, [stored, now]] of Object.entries(differences)) {
    for (const row of $client.prepare(`${stored} EXCEPT ${now}`).all()) {
      errors.push(`${table} has ${JSON.stringify(row)}`)
    }
    for (const row of $client.prepare(`${now} EXCEPT ${stored}`).all()) {
      errors.push(`${table} lacks ${JSON.stringify(row)}`)
    }
    try {
      // https://sqlite.org/fts5.html#the_integrity_check_command
      const check = `INSERT INTO ${table}_index (${table}_index, rank) VALUES ('integrity-check', 1)`
      $client.exec(check)
    } catch (error) {
      errors.push(`${table}_index: ${error}`)
    }
  }
  return errors
}
