import { DEFAULT_CLINIC } from '#contract/clinic/clinic-details.ts'
import {
  type ClinicState,
  DEFAULT_CHANGE_RULES,
  DEFAULT_DESK_RULES,
  DEFAULT_INSIGHT_SETTINGS,
  DEFAULT_REMINDERS,
} from '#contract/clinic/clinic-settings.ts'
import { DEFAULT_WAITLIST_RULES } from '#contract/waitlist/rules.ts'

/** What `GET /clinic/settings` answers of a clinic that has changed nothing. */
export const CLINIC_STATE: ClinicState = {
  ...DEFAULT_CLINIC,
  hours: '',
  hoursFromSchedule: 'Monday to Friday 09:00am to 05:00pm',
  bookingHorizonDays: 90,
  taxId: '',
  unpaidAppointments: 4,
  unpaidAppointmentsUnverified: 2,
  siblingGapMinutes: 15,
  mostInSeries: 12,
  copyAlarmMinutes: 5,
  ...DEFAULT_REMINDERS,
  ...DEFAULT_CHANGE_RULES,
  ...DEFAULT_INSIGHT_SETTINGS,
  ...DEFAULT_DESK_RULES,
  ...DEFAULT_WAITLIST_RULES,
  version: 3,
}
