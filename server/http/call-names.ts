import * as audit from '#contract/audit/audit-calls.ts'
import * as appointmentBlocks from '#contract/booking/appointment-blocks-calls.ts'
import * as appointmentChanges from '#contract/booking/appointment-changes-calls.ts'
import * as appointments from '#contract/booking/appointments-calls.ts'
import * as blockObstacles from '#contract/booking/block-obstacles-calls.ts'
import * as history from '#contract/booking/history-calls.ts'
import * as nextTimes from '#contract/booking/next-times-calls.ts'
import * as calendarFeeds from '#contract/calendar-feeds/calendar-feeds-calls.ts'
import type { Call } from '#contract/call.ts'
import { isCall, routeOf } from '#contract/calls/calls.ts'
import * as claims from '#contract/claims/claims-calls.ts'
import * as clinic from '#contract/clinic/clinic-calls.ts'
import * as config from '#contract/config/config-calls.ts'
import * as contact from '#contract/contact/contact-calls.ts'
import * as contactMessages from '#contract/contact/contact-messages-calls.ts'
import * as doctors from '#contract/doctors/doctors-calls.ts'
import * as families from '#contract/families/families-calls.ts'
import * as familyLinks from '#contract/families/family-links-calls.ts'
import * as agenda from '#contract/front-desk/agenda-calls.ts'
import * as alerts from '#contract/front-desk/alerts-calls.ts'
import * as cashPayments from '#contract/front-desk/cash-payments-calls.ts'
import * as cashRefunds from '#contract/front-desk/cash-refunds-calls.ts'
import * as corrections from '#contract/front-desk/corrections-calls.ts'
import * as doctorDay from '#contract/front-desk/doctor-day-calls.ts'
import * as todo from '#contract/front-desk/todo-calls.ts'
import * as children from '#contract/guardians/children-calls.ts'
import * as guardians from '#contract/guardians/guardians-calls.ts'
import * as sessions from '#contract/identity/sessions-calls.ts'
import * as userAdmin from '#contract/identity/user-admin-calls.ts'
import * as users from '#contract/identity/users-calls.ts'
import * as images from '#contract/images/images-calls.ts'
import * as imports from '#contract/imports/imports-calls.ts'
import * as insights from '#contract/insights/insights-calls.ts'
import * as legal from '#contract/legal/legal-calls.ts'
import * as checkUpPlan from '#contract/next-visits/check-up-plan-calls.ts'
import * as nextVisits from '#contract/next-visits/next-visits-calls.ts'
import * as emailSettings from '#contract/notifications/email-settings-calls.ts'
import * as notifications from '#contract/notifications/notifications-calls.ts'
import * as opening from '#contract/opening/opening-calls.ts'
import * as cards from '#contract/payments/cards-calls.ts'
import * as payments from '#contract/payments/payments-calls.ts'
import * as receipts from '#contract/payments/receipts-calls.ts'
import * as reconciliation from '#contract/payments/reconciliation-calls.ts'
import * as absences from '#contract/schedule/absences-calls.ts'
import * as schedule from '#contract/schedule/schedule-calls.ts'
import * as scheduleConflicts from '#contract/schedule/schedule-conflicts-calls.ts'
import * as secondCopy from '#contract/second-copy/second-copy-calls.ts'
import * as appointmentSeries from '#contract/series/appointment-series-calls.ts'
import * as site from '#contract/site/site-calls.ts'
import * as translations from '#contract/translations/translations-calls.ts'
import * as extraSessions from '#contract/treatments/extra-sessions-calls.ts'
import * as treatmentAdmin from '#contract/treatments/treatment-admin-calls.ts'
import * as treatments from '#contract/treatments/treatments-calls.ts'
import * as waitlist from '#contract/waitlist/waitlist-calls.ts'
import * as webhooks from '#contract/webhooks/webhooks-calls.ts'

/** The declared calls, by noun. */
const NOUNS: Readonly<Record<string, object>> = {
  absences,
  agenda,
  alerts,
  'appointment-blocks': appointmentBlocks,
  'block-obstacles': blockObstacles,
  'appointment-changes': appointmentChanges,
  'appointment-series': appointmentSeries,
  appointments,
  audit,
  'calendar-feeds': calendarFeeds,
  cards,
  'cash-payments': cashPayments,
  'cash-refunds': cashRefunds,
  children,
  claims,
  clinic,
  config,
  contact,
  'contact-messages': contactMessages,
  corrections,
  'doctor-day': doctorDay,
  doctors,
  'email-settings': emailSettings,
  'extra-sessions': extraSessions,
  families,
  'family-links': familyLinks,
  guardians,
  history,
  images,
  imports,
  insights,
  legal,
  'next-times': nextTimes,
  'check-up-plan': checkUpPlan,
  'next-visits': nextVisits,
  notifications,
  opening,
  payments,
  receipts,
  reconciliation,
  schedule,
  'schedule-conflicts': scheduleConflicts,
  'second-copy': secondCopy,
  site,
  sessions,
  todo,
  translations,
  'treatment-admin': treatmentAdmin,
  treatments,
  'user-admin': userAdmin,
  users,
  waitlist,
  webhooks,
}

/** A call's name and noun in the documentation, from which generators make a client's methods. */
interface Documented {
  operationId: string
  tags: string[]
}

const DOCUMENTED = new Map<string, Documented>(
  Object.entries(NOUNS).flatMap(([noun, exported]) =>
    namesOf(exported).map(([name, call]) => [routeOf(call), { operationId: name, tags: [noun] }]),
  ),
)

/** Calls exported as one object: `conflictDecisions.keep` becomes `conflictDecisionsKeep`. */
function namesOf(exported: object): [name: string, call: Call][] {
  return Object.entries(exported).flatMap(([name, value]): [string, Call][] => {
    if (isCall(value)) return [[name, value]]
    return Object.entries(value ?? {}).flatMap(([key, each]): [string, Call][] =>
      isCall(each) ? [[`${name}${pascal(key)}`, each]] : [],
    )
  })
}

/** 'hand-back' becomes 'HandBack'. */
function pascal(key: string): string {
  return key.replaceAll(/(?:^|-)([a-z])/g, (_, first: string) => first.toUpperCase())
}

/** The name under which a call is exported; undefined when its file is missing above. */
export function documentedAs(call: Call): Documented | undefined {
  return DOCUMENTED.get(routeOf(call))
}
