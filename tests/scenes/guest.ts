import { randomUUID } from 'node:crypto'
import type { Account } from '../browser/visitor.ts'

/** A new patient, with an email that looks well in screenshots. */
export function guest(): Account {
  return {
    name: 'Nora Newcomer',
    email: `nora.${randomUUID().slice(0, 6)}@example.com`,
    password: 'sprout-1234',
  }
}
