import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { ConfirmedStep, SetupState } from '#contract/front-desk/todo.ts'
import { agendaFrameOf } from '#domain/availability/agenda-frame.ts'
import type { Env, ProviderSettings } from '#domain/config/env.ts'
import { isCopyOnDataDisk } from '#domain/config/same-disk.ts'
import { hasNotice } from '#domain/legal/legal-pages.ts'
import { listSamples } from '#domain/opening/samples.ts'
import { listUnconfirmed } from '#domain/site/site.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { countStaff, isReachable, listAdmins } from '#drizzle/queries/identity/users.ts'
import { readClosures } from '#drizzle/queries/schedule/closures.ts'
import { hasSavedHours } from '#drizzle/queries/schedule/hours.ts'
import { readConfirmedSetup, storeConfirmedSetup } from '#drizzle/queries/schedule/opening.ts'

const DAYS_OF_WEEK = 7

interface SetupContext {
  today: IsoDate
  env: ProviderSettings & Pick<Env, 'clinic' | 'replica' | 'dataDir'>
  settings: ClinicSettings
  /** Whether a proxy has passed on visitors that `TRUST_PROXY` does not name. */
  hasUnknownProxy: boolean
}

/** Which parts of the clinic are set up: docs/requirements.md#to-do. */
export function setupOf(
  db: Database,
  { today, env, settings, hasUnknownProxy }: SetupContext,
): SetupState {
  const { doctors, treatments, days } = agendaFrameOf(db, today, DAYS_OF_WEEK)
  const samples = listSamples(db, settings)
  const hasSample = (wanted: (typeof samples)[number]['kind']) =>
    samples.some(({ kind }) => kind === wanted)
  const confirmed = readConfirmedSetup(db)
  const facts = listUnconfirmed(db, env)
  const { timeZone } = env.clinic
  const isBookable = treatments.length > 0 || doctors.some((doctor) => doctor.treatments.length > 0)
  return {
    hours: days.some(({ hours }) => hours.length > 0) && hasSavedHours(db),
    details: !hasSample('detail'),
    doctors: doctors.length > 0 && !hasSample('doctor'),
    doctorTreatments: doctors.every((doctor) => doctor.treatments.length > 0),
    treatments: isBookable && !hasSample('treatment'),
    holidays: readClosures(db, today).some(({ doctorId }) => doctorId === null),
    staff: countStaff(db) > 0,
    notice: hasNotice(db),
    timeZone: confirmed.timeZone === timeZone,
    email: env.mail !== undefined,
    payments: env.stripe !== undefined,
    alarms: confirmed.alarms === true,
    secondCopy: env.replica !== undefined && !isCopyOnDataDisk(env),
    website: facts.length === 0,
    proxy: !hasUnknownProxy,
    toConfirm: {
      timeZone,
      alarms: listAdmins(db)
        .filter(isReachable)
        .map(({ email }) => email),
    },
    facts,
  }
}

/** Records that an admin has confirmed a step that the server cannot check. */
export function confirmSetup(
  db: Transaction,
  step: ConfirmedStep,
  { clinic: { timeZone } }: Pick<Env, 'clinic'>,
  { actor, now }: ChangedBy,
): void {
  const value = step === 'timeZone' ? { timeZone } : { alarms: true as const }
  storeConfirmedSetup(db, { ...readConfirmedSetup(db), ...value })
  const event = { actor, subject: 'clinic', data: { step } }
  appendEvent(db, { kind: 'clinic.setup_confirmed', ...event }, now)
}
