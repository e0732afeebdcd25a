import { randomUUID } from 'node:crypto'
import type { Account } from '../browser/visitor.ts'

/** Somebody new, with an address that looks well in pictures. */
export function guest(): Account {
  return {
    name: 'Nora Newcomer',
    email: `nora.${randomUUID().slice(0, 6)}@example.com`,
    password: 'sprout-1234',
  }
}
