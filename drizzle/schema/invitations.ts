import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { children } from './children.ts'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** Invitations to become a guardian, which a login with that verified address can accept. */
export const guardianInvitations = sqliteTable(
  'guardian_invitations',
  {
    id: text('id').primaryKey(),
    /** Uid of the owner who sent it. */
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.uid, { onUpdate: 'cascade', onDelete: 'cascade' }),
    /** Lower case. */
    email: text('email').notNull(),
    mayBook: integer('may_book', { mode: 'boolean' }).notNull(),
    mayPay: integer('may_pay', { mode: 'boolean' }).notNull(),
    receivesEmail: integer('receives_email', { mode: 'boolean' }).notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    revokedAt: instant('revoked_at'),
  },
  (invitation) => [
    uniqueIndex('guardian_invitations_one_open')
      .on(invitation.invitedBy, invitation.email)
      .where(sql`accepted_at is null and revoked_at is null`),
    index('guardian_invitations_by_email').on(invitation.email),
  ],
)

/** The children of an invitation. */
export const invitedChildren = sqliteTable(
  'guardian_invitation_children',
  {
    invitationId: text('invitation_id')
      .notNull()
      .references(() => guardianInvitations.id, { onDelete: 'cascade' }),
    childId: text('child_id')
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
  },
  (invited) => [
    primaryKey({ columns: [invited.invitationId, invited.childId] }),
    index('guardian_invitation_children_by_child').on(invited.childId),
  ],
)
