import type { AdminResponse } from '#contract/identity/users.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  demoteAdmin,
  findUserByEmail,
  findUserOfDoctor,
  type UserRow,
  updateUser,
} from '#drizzle/queries/identity/users.ts'
import { findDoctorById } from '#drizzle/queries/schedule/doctors.ts'
import { permissionsOf } from './account-policy.ts'
import { endSessions } from './end-sessions.ts'

interface RoleChange {
  /** Lower case. */
  email: string
  /** Uid of the admin; null for the command line. */
  actor: string | null
  now: Date
}

type RoleEvent =
  | 'user.promoted'
  | 'user.demoted'
  | 'user.staff_added'
  | 'user.staff_removed'
  | 'user.doctor_removed'

/** A user's role as they and admins see it; each request decides whether it is effective. */
export function describeRole(user: Pick<UserRow, 'role' | 'doctorId'> | undefined): AdminResponse {
  return {
    admin: user?.role === 'admin',
    ...(user?.role === 'staff' && { staff: true }),
    ...(user?.role === 'doctor' && user.doctorId !== null && { doctor: true }),
  }
}

/**
 * Makes the user with that email an admin, and ends their sessions, because an admin's tokens live shorter.
 * @returns `unverified` when the email is not verified, and may belong to someone else
 */
export function grantAdmin(
  db: Transaction,
  change: RoleChange,
): 'granted' | 'admin_already' | 'unknown_user' | 'unverified' {
  const user = findUserByEmail(db, change.email)
  if (!user) return 'unknown_user'
  if (user.role === 'admin') return 'admin_already'
  if (!permissionsOf(user).canBePromoted) return 'unverified'
  updateUser(db, user.uid, { role: 'admin', doctorId: null })
  recordRole(db, user.uid, 'user.promoted', change)
  return 'granted'
}

/** Makes an admin a patient again, but never the last one, and ends their sessions. */
export function revokeAdmin(
  db: Transaction,
  change: RoleChange,
): 'revoked' | 'no_admin' | 'last_admin' | 'unknown_user' {
  const demoted = demoteAdmin(db, change.email)
  if (!demoted) {
    const user = findUserByEmail(db, change.email)
    if (!user) return 'unknown_user'
    return user.role === 'admin' ? 'last_admin' : 'no_admin'
  }
  recordRole(db, demoted.uid, 'user.demoted', change)
  return 'revoked'
}

/**
 * Makes the patient with that email staff, and ends their sessions.
 * @returns `unverified` when the email is not verified, and may belong to someone else
 */
export function grantStaff(
  db: Transaction,
  change: RoleChange,
): 'granted' | 'has_role' | 'unknown_user' | 'unverified' {
  const user = findUserByEmail(db, change.email)
  if (!user) return 'unknown_user'
  if (user.role !== 'patient') return 'has_role'
  if (!permissionsOf(user).canBePromoted) return 'unverified'
  updateUser(db, user.uid, { role: 'staff' })
  recordRole(db, user.uid, 'user.staff_added', change)
  return 'granted'
}

/** Makes a member of staff a patient again, and ends their sessions. */
export const revokeStaff = (db: Transaction, change: RoleChange) => revokeRole(db, 'staff', change)

/** Takes the role doctor from a user, and ends their sessions. */
export const revokeDoctor = (db: Transaction, change: RoleChange) =>
  revokeRole(db, 'doctor', change)

function revokeRole<Role extends 'staff' | 'doctor'>(
  db: Transaction,
  role: Role,
  change: RoleChange,
): 'revoked' | `no_${Role}` | 'unknown_user' {
  const user = findUserByEmail(db, change.email)
  if (!user) return 'unknown_user'
  if (user.role !== role) return `no_${role}`
  updateUser(db, user.uid, { role: 'patient', doctorId: null })
  recordRole(db, user.uid, `user.${role}_removed`, change)
  return 'revoked'
}

/**
 * Gives the patient with that email the role doctor for one doctor of the clinic, and ends their sessions.
 * @returns `taken` when another user has that doctor; `unverified` when the email is not verified
 */
export function grantDoctor(
  db: Transaction,
  { doctorId, ...change }: RoleChange & { doctorId: string },
): 'granted' | 'has_role' | 'unknown_user' | 'unknown_doctor' | 'unverified' | 'taken' {
  const user = findUserByEmail(db, change.email)
  if (!user) return 'unknown_user'
  if (!findDoctorById(db, doctorId)) return 'unknown_doctor'
  // Deleting a doctor leaves a user with the role and without a day.
  const isFree = user.role === 'patient' || (user.role === 'doctor' && user.doctorId === null)
  if (!isFree) return 'has_role'
  if (!permissionsOf(user).canBePromoted) return 'unverified'
  if (findUserOfDoctor(db, doctorId)) return 'taken'
  updateUser(db, user.uid, { role: 'doctor', doctorId })
  const { actor, now } = change
  const event = { kind: 'user.doctor_added', actor, subject: user.uid, data: { doctorId } } as const
  appendEvent(db, event, now)
  endSessions(db, user.uid, { reason: 'role_changed', actor, now })
  return 'granted'
}

function recordRole(
  db: Transaction,
  uid: string,
  kind: RoleEvent,
  { actor, now }: RoleChange,
): void {
  appendEvent(db, { kind, actor, subject: uid }, now)
  endSessions(db, uid, { reason: 'role_changed', actor, now })
}
