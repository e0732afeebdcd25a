import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type {
  Family,
  FamilyAppointment,
  LinkPreview,
  ListedFamily,
} from '#contract/families/families.ts'
import type { FamilyClaim } from '#contract/families/family-claim.ts'
import type { ProposedLink } from '#contract/families/family-links.ts'
import { toDollars } from '#contract/money.ts'
import type { KnownClaim } from '#domain/claims/claims.ts'
import type { Dial } from '#domain/dialable-phone.ts'
import type { LinkPlan, listProposals } from '#domain/front-desk/family-links.ts'
import type { FamilyPage, PaidAppointmentRow } from '#domain/front-desk/read-family.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import type { FamilyRow, FoundFamily } from '#drizzle/queries/front-desk/families.ts'
import type { ChildRow } from '#drizzle/queries/guardians/children.ts'
import type { SecondGuardianRow } from '#drizzle/queries/imports/known-people.ts'
import { billedElsewhereOf, seriesOf } from './appointments.ts'
import { toFamilyChild } from './guardians.ts'
import { toNamed } from './with-id.ts'

/** A family with its appointments, and those that other guardians booked for its children, for staff. */
export function toFamily(
  {
    family,
    children,
    appointments,
    link,
    proposed,
    linked,
    linkable,
    second,
    claim,
    ...rest
  }: FamilyPage & { claim: KnownClaim | null },
  { today, minute }: ClinicMoment,
  dial: Dial,
): Family {
  return {
    _id: family.id,
    hasAccount: family.account !== undefined,
    name: family.name,
    email: family.email,
    isReachable: family.isReachable,
    ...(family.language && { language: family.language }),
    ...rest,
    dialablePhone: rest.phone === null ? null : dial(rest.phone),
    today,
    minute,
    children: children.map(toFamilyChild),
    appointments: appointments.map((paid) => toFamilyAppointment(paid, family)),
    money: {
      paid: toDollars(appointments.reduce((sum, { paidCents }) => sum + paidCents, 0)),
      refunded: toDollars(appointments.reduce((sum, { refundedCents }) => sum + refundedCents, 0)),
    },
    link: link && toLinkPreview(link),
    proposed: proposed && { at: proposed.link.proposedAt.toISOString(), by: proposed.by },
    linked: linked.map(({ link: { id, answeredAt, proposedAt, appointments: moved }, name }) => ({
      _id: id,
      name,
      at: (answeredAt ?? proposedAt).toISOString(),
      appointments: moved.length,
    })),
    claim: claim && toFamilyClaim(claim),
    secondGuardian: second && toSecondGuardian(second),
    linkable: linkable.map(toNamed),
  }
}

/** A family's claim as staff see it. */
function toFamilyClaim({ claim, state, until }: KnownClaim): FamilyClaim {
  const { channel, createdAt, usedAt } = claim
  return {
    state,
    channel,
    sentAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    until,
  }
}

function toSecondGuardian({ name, phone, email }: SecondGuardianRow) {
  return { name, phone, email }
}

/** The child of the appointment; null when it is for the account holder. */
export function toChildOf({
  childId,
  childName,
  childBirthDate,
}: Pick<AppointmentRow, 'childId' | 'childName' | 'childBirthDate'>) {
  if (childId === null) return null
  return { _id: childId, name: childName ?? '', birthDate: childBirthDate ?? '' }
}

/** A family that a search has found. */
export function toFoundFamily({
  id: _id,
  children,
  language,
  ...family
}: FoundFamily): ListedFamily {
  return { _id, ...family, ...(language && { language }), children: children.map(toKnown) }
}

/** What a link would change, for staff. */
export function toLinkPreview({
  account: { uid, name, email },
  moving,
  conflicts,
  children,
  accountChildren,
}: LinkPlan): LinkPreview {
  return {
    account: { _id: uid, name, email },
    moving: moving.map(toLinked),
    conflicts: conflicts.map(toLinked),
    children: children.map(({ child, same }) => ({ ...toKnown(child), same })),
    accountChildren: accountChildren.map(toKnown),
  }
}

function toLinked({ id: _id, date, startMinute, treatment }: AppointmentRow) {
  return { _id, date, startMinute, treatment }
}

function toKnown({ id: _id, name, birthDate }: Pick<ChildRow, 'id' | 'name' | 'birthDate'>) {
  return { _id, name, birthDate }
}

/** A link that the account may confirm. */
export function toProposedLink({
  link,
  familyName,
  appointments,
}: ReturnType<typeof listProposals>[number]): ProposedLink {
  return {
    _id: link.id,
    familyName,
    appointments: appointments.map(({ date, startMinute }) => ({ date, startMinute })),
  }
}

/** An appointment on a family's page for staff, with its patient and its booker. */
function toFamilyAppointment(
  { row, refundedCents }: PaidAppointmentRow,
  { uid }: Pick<FamilyRow, 'uid'>,
): FamilyAppointment {
  const { id, version, date, startMinute, lengthMinutes, treatment, doctorName } = row
  const child = toChildOf(row)
  const { priceCents, paid, status, attendance, staffNote, overrideReason, squeezed } = row
  return {
    _id: id,
    version,
    date,
    startMinute,
    lengthMinutes,
    treatment,
    ...(child && { child }),
    ...(uid !== null &&
      row.patientUid !== uid && { bookedBy: { _id: row.patientUid, name: row.patientName } }),
    doctor: doctorName,
    price: toDollars(priceCents),
    paid: paid || row.billedElsewhere,
    ...billedElsewhereOf(row),
    refunded: toDollars(refundedCents),
    status,
    attendance,
    note: staffNote,
    overrideReason,
    squeezed,
    ...seriesOf(row),
  }
}
