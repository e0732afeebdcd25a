import { child } from '#contract/guardians/children.ts'
import { sentInvitation } from '#contract/guardians/guardians.ts'
import {
  deleteGuardian,
  findGuardedChild,
  insertGuardian,
  updateGuardian,
} from '#drizzle/queries/guardians/children.ts'
import { book } from './paying.ts'
import { buildTestApp, type Session, signIn, type TestApp } from './test-app.ts'

/** Data that only the booking guardian and the clinic may see. */
export const PRIVATE = {
  email: 'anna.private@example.com',
  name: 'Anna Private',
  phone: '+1 999 555 0199',
  address: '99 Anna Lane, Elsewhere',
}

export const MIA = { name: 'Mia', birthDate: '2021-06-05' }

export const ALL_RIGHTS = { mayBook: true, mayPay: true, receivesEmail: true }
export type Rights = typeof ALL_RIGHTS

/** Invites a guardian; returns the invitation's id. */
export async function inviteGuardian(
  by: Session,
  { email, children, rights = ALL_RIGHTS }: { email: string; children: string[]; rights?: Rights },
): Promise<string> {
  const invited = await by.post('/guardian-invitations', { children, email, ...rights })
  return sentInvitation.parse(invited.json())._id
}

/** A child with two guardians, and an appointment that one of them booked for it. */
export interface FamilyTest extends TestApp {
  /** Owns the child and made the booking. */
  anna: Session
  boris: Session
  childId: string
  appointmentId: string
  /** Changes Boris's rights, or removes him. */
  allow(rights: Partial<Rights & { isOwner: boolean }> | null): void
}

/**
 * At first Boris has all rights.
 * @param built the app; a new one when absent
 */
export async function buildFamilyTest(built?: TestApp): Promise<FamilyTest> {
  const test = built ?? (await buildTestApp())
  const anna = await signIn(test, PRIVATE.email, { name: PRIVATE.name })
  const boris = await signIn(test, 'boris@example.com', { name: 'Boris' })
  const added = await anna.post('/children', MIA)
  const childId = child.parse(added.json())._id
  const key = { childId, uid: boris.uid }
  insertGuardian(test.db, { ...key, ...ALL_RIGHTS, createdAt: test.now() })
  const { phone, address } = PRIVATE
  const appointmentId = await book(test, anna, { child: childId, phone, address })
  return {
    ...test,
    anna,
    boris,
    childId,
    appointmentId,
    allow(rights) {
      if (!rights) deleteGuardian(test.db, key)
      const row = findGuardedChild(test.db, { id: childId, uid: boris.uid })?.guardianship
      if (row && rights) updateGuardian(test.db, key, { ...row, ...rights })
    },
  }
}
