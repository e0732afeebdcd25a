import * as audit from '../audit/audit-calls.ts'
import * as appointmentBlocks from '../booking/appointment-blocks-calls.ts'
import * as appointmentChanges from '../booking/appointment-changes-calls.ts'
import * as appointments from '../booking/appointments-calls.ts'
import * as blockObstacles from '../booking/block-obstacles-calls.ts'
import * as history from '../booking/history-calls.ts'
import * as nextTimes from '../booking/next-times-calls.ts'
import * as calendarFeeds from '../calendar-feeds/calendar-feeds-calls.ts'
import type { Call } from '../call.ts'
import * as claims from '../claims/claims-calls.ts'
import * as clinic from '../clinic/clinic-calls.ts'
import * as config from '../config/config-calls.ts'
import * as contact from '../contact/contact-calls.ts'
import * as contactMessages from '../contact/contact-messages-calls.ts'
import * as doctors from '../doctors/doctors-calls.ts'
import * as families from '../families/families-calls.ts'
import * as familyLinks from '../families/family-links-calls.ts'
import * as agenda from '../front-desk/agenda-calls.ts'
import * as alerts from '../front-desk/alerts-calls.ts'
import * as cashPayments from '../front-desk/cash-payments-calls.ts'
import * as cashRefunds from '../front-desk/cash-refunds-calls.ts'
import * as corrections from '../front-desk/corrections-calls.ts'
import * as doctorDay from '../front-desk/doctor-day-calls.ts'
import * as todo from '../front-desk/todo-calls.ts'
import * as children from '../guardians/children-calls.ts'
import * as guardians from '../guardians/guardians-calls.ts'
import * as sessions from '../identity/sessions-calls.ts'
import * as userAdmin from '../identity/user-admin-calls.ts'
import * as users from '../identity/users-calls.ts'
import * as images from '../images/images-calls.ts'
import * as imports from '../imports/imports-calls.ts'
import * as insights from '../insights/insights-calls.ts'
import * as legal from '../legal/legal-calls.ts'
import * as checkUpPlan from '../next-visits/check-up-plan-calls.ts'
import * as nextVisits from '../next-visits/next-visits-calls.ts'
import * as emailSettings from '../notifications/email-settings-calls.ts'
import * as notifications from '../notifications/notifications-calls.ts'
import * as opening from '../opening/opening-calls.ts'
import * as cards from '../payments/cards-calls.ts'
import * as payments from '../payments/payments-calls.ts'
import * as receipts from '../payments/receipts-calls.ts'
import * as reconciliation from '../payments/reconciliation-calls.ts'
import * as absences from '../schedule/absences-calls.ts'
import * as schedule from '../schedule/schedule-calls.ts'
import * as scheduleConflicts from '../schedule/schedule-conflicts-calls.ts'
import * as secondCopy from '../second-copy/second-copy-calls.ts'
import * as appointmentSeries from '../series/appointment-series-calls.ts'
import * as site from '../site/site-calls.ts'
import * as translations from '../translations/translations-calls.ts'
import * as extraSessions from '../treatments/extra-sessions-calls.ts'
import * as treatmentAdmin from '../treatments/treatment-admin-calls.ts'
import * as treatments from '../treatments/treatments-calls.ts'
import * as waitlist from '../waitlist/waitlist-calls.ts'
import * as webhooks from '../webhooks/webhooks-calls.ts'

/** Every module of declared calls, by subject. */
export const CALL_MODULES = {
  booking: [
    appointmentBlocks,
    blockObstacles,
    appointmentChanges,
    appointments,
    appointmentSeries,
    history,
    nextTimes,
    nextVisits,
    checkUpPlan,
    treatments,
    waitlist,
  ],
  people: [children, contact, emailSettings, guardians, sessions, userAdmin, users],
  desk: [
    agenda,
    alerts,
    calendarFeeds,
    cashPayments,
    cashRefunds,
    claims,
    contactMessages,
    corrections,
    doctorDay,
    families,
    familyLinks,
    notifications,
    todo,
  ],
  money: [cards, payments, receipts, reconciliation],
  clinic: [
    absences,
    audit,
    clinic,
    config,
    doctors,
    extraSessions,
    images,
    imports,
    insights,
    legal,
    opening,
    schedule,
    scheduleConflicts,
    secondCopy,
    site,
    translations,
    treatmentAdmin,
    webhooks,
  ],
} as const

/** What a module exports: calls, and records of calls. */
type CallsOf<Module> = {
  [Name in keyof Module]: Module[Name] extends Call
    ? Module[Name]
    : Module[Name] extends Record<string, Call>
      ? Module[Name][keyof Module[Name]]
      : never
}[keyof Module]

type Distributed<Module> = Module extends unknown ? CallsOf<Module> : never

export type CallGroup = keyof typeof CALL_MODULES

/** The union of a group's declared calls. */
export type DeclaredCall<Group extends CallGroup = CallGroup> = Group extends CallGroup
  ? Distributed<(typeof CALL_MODULES)[Group][number]>
  : never

/** 'GET /treatments/:id' */
export type RouteOf<Declared extends Pick<Call, 'method' | 'path'>> =
  `${Declared['method']} ${Declared['path']}`

export const routeOf = <Declared extends Pick<Call, 'method' | 'path'>>({
  method,
  path,
}: Declared) => `${method} ${path}` as RouteOf<Declared>

export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every declared call. */
export const DECLARED_CALLS: readonly Call[] = Object.values(CALL_MODULES)
  .flat()
  .flatMap((module) => Object.values<unknown>(module))
  .flatMap((value) => (isCall(value) ? [value] : Object.values(value ?? {}).filter(isCall)))
