import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import { CONTACT, NAME } from '#contract/clinic/detail-settings.ts'
import type { Sample } from '#contract/opening/opening.ts'
import type { Database } from '#drizzle/client.ts'
import { listSampleDoctors, listSampleTreatments } from '#drizzle/queries/schedule/opening.ts'

/** The details that every clinic has to enter itself, with their labels. */
const OWN_DETAILS = {
  fullName: NAME.settings.fullName,
  phone: CONTACT.settings.phone,
  email: CONTACT.settings.email,
  street: CONTACT.settings.street,
}

/** The sample data of a new site that no admin has replaced yet. */
export function listSamples(db: Database, settings: ClinicSettings): Sample[] {
  const details = Object.entries(OWN_DETAILS) as [
    keyof typeof OWN_DETAILS,
    { initial: string; label: string },
  ][]
  return [
    ...listSampleTreatments(db).map(({ name }) => ({ kind: 'treatment' as const, name })),
    ...listSampleDoctors(db).map(({ name }) => ({ kind: 'doctor' as const, name })),
    ...details
      .filter(([name, { initial }]) => settings[name] === initial)
      .map(([, { label }]) => ({ kind: 'detail' as const, name: label })),
  ]
}
