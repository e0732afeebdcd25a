import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Written by triggers alone (migration 0026), which also feed the FTS5 tables `search_people_index`
// and `search_payments_index`. Texts are normalized by drizzle/normalize-search-text.ts.

/** The search terms of accounts, families without an account, doctors and removed people. */
export const searchPeople = sqliteTable(
  'search_people',
  {
    id: integer('id').primaryKey(),
    /** A user's uid, or the id of a family, doctor or removed person. */
    person: text('person').notNull(),
    /** linked: a family without an account that is found as the account it was linked to. */
    kind: text('kind', { enum: ['user', 'family', 'linked', 'doctor', 'former'] }).notNull(),
    /** The order of the results. */
    name: text('name').notNull(),
    /** Name and email. */
    own: text('own').notNull(),
    /** Names of an account's children, and of the families that were linked to it. */
    others: text('others').notNull(),
    /** Digits of the phone numbers of a family. */
    phones: text('phones').notNull(),
  },
  (row) => [uniqueIndex('search_people_once').on(row.person)],
)

/** The search terms of payments: names and emails of the appointments they pay, and of the payer. */
export const searchPayments = sqliteTable(
  'search_payments',
  {
    /** Grows with the time of the payment; more than a JavaScript number holds. */
    id: integer('id').primaryKey(),
    paymentId: text('payment_id').notNull(),
    text: text('text').notNull(),
  },
  (row) => [uniqueIndex('search_payments_once').on(row.paymentId)],
)
