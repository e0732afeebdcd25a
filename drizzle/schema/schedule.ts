import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { IsoDate } from '#contract/dates.ts'
import type { ConfirmedSetup } from '#contract/front-desk/todo.ts'
import type { LegalPageName } from '#contract/legal/legal-titles.ts'
import { OPEN_STATES } from '#contract/opening/opening.ts'
import type { RichText } from '#contract/rich-text/rich-text.ts'
import { APPROVAL_STATES } from '#contract/schedule/absences.ts'
import type { ConflictReason } from '#contract/schedule/schedule.ts'
import type { FactName } from '#contract/site/fact-names.ts'
import { SECTIONS } from '#contract/site/sections.ts'
import { TRANSLATIONS, type Translation } from '#words/languages.ts'
import { appointments } from './appointments.ts'
import { instant, isIsoDate, isTranslation, UNTIL_REMOVED } from './columns.ts'
import { doctors } from './doctors.ts'
import { treatments } from './treatments.ts'
import { users } from './users.ts'

// Each change of these tables raises `schedule_version`: triggers of migration 0062.
// Times are minutes after local midnight.

/**
 * A week of hours that applies from a day on, until the next plan: of a doctor, or of the clinic
 * when `doctorId` is null. A plan without spans means closed from then on.
 */
export const hoursPlans = sqliteTable(
  'hours_plans',
  {
    id: text('id').primaryKey(),
    doctorId: text('doctor_id').references(() => doctors.id, { onDelete: 'cascade' }),
    validFrom: text('valid_from').notNull(),
  },
  (plan) => [
    uniqueIndex('hours_plans_one_per_start').on(sql`coalesce(doctor_id, '')`, plan.validFrom),
    check('hours_plans_iso_date', isIsoDate(plan.validFrom)),
  ],
)

/** Open time on a weekday; the gap between two spans of a day is a break. */
export const hoursSpans = sqliteTable(
  'hours_spans',
  {
    planId: text('plan_id')
      .notNull()
      .references(() => hoursPlans.id, { onDelete: 'cascade' }),
    /** 0: Sunday. */
    weekday: integer('weekday').notNull(),
    fromMinute: integer('from_minute').notNull(),
    toMinute: integer('to_minute').notNull(),
  },
  (span) => [
    primaryKey({ columns: [span.planId, span.weekday, span.fromMinute] }),
    check(
      'hours_spans_within_a_day',
      sql`${span.weekday} between 0 and 6 and ${span.fromMinute} >= 0 and ${span.fromMinute} < ${span.toMinute} and ${span.toMinute} <= 1440`,
    ),
  ],
)

/**
 * Days on which the clinic is closed, or a doctor is away, in spite of the hours: all day, or from
 * one minute to another on each of the days.
 */
export const closures = sqliteTable(
  'closures',
  {
    id: text('id').primaryKey(),
    /** Null: the whole clinic. */
    doctorId: text('doctor_id').references(() => doctors.id, { onDelete: 'cascade' }),
    fromDate: text('from_date').notNull(),
    /** The last day. */
    toDate: text('to_date').notNull(),
    fromMinute: integer('from_minute').notNull().default(0),
    toMinute: integer('to_minute').notNull().default(1440),
    /** Patients see the clinic's reasons; a doctor's are for the clinic only. */
    reason: text('reason').notNull(),
    /**
     * The message for families that are offered another time; null: the clinic's reason, or none
     * for a doctor's absence.
     */
    forFamilies: text('for_families'),
  },
  (closure) => [
    index('closures_by_end').on(closure.toDate),
    check(
      'closures_iso_dates',
      sql`${isIsoDate(closure.fromDate)} and ${isIsoDate(closure.toDate)} and ${closure.fromDate} <= ${closure.toDate}`,
    ),
    check(
      'closures_within_a_day',
      sql`${closure.fromMinute} >= 0 and ${closure.fromMinute} < ${closure.toMinute} and ${closure.toMinute} <= 1440`,
    ),
  ],
)

/** Absences that staff have recorded, where an admin has to approve them: they apply at once. */
export const absenceApprovals = sqliteTable(
  'absence_approvals',
  {
    /** Id of the absence, which is deleted when it is withdrawn. */
    closureId: text('closure_id').primaryKey(),
    doctorId: text('doctor_id')
      .notNull()
      .references(() => doctors.id, { onDelete: 'cascade' }),
    date: text('date').notNull(),
    fromMinute: integer('from_minute').notNull(),
    /** Uid; null once the account has been removed. */
    recordedBy: text('recorded_by').references(() => users.uid, UNTIL_REMOVED),
    recordedAt: instant('recorded_at').notNull(),
    state: text('state', { enum: APPROVAL_STATES }).notNull().default('waiting'),
    decidedBy: text('decided_by').references(() => users.uid, UNTIL_REMOVED),
    decidedAt: instant('decided_at'),
  },
  (approval) => [
    index('absence_approvals_by_time').on(approval.recordedAt),
    index('absence_approvals_waiting').on(approval.doctorId).where(sql`state = 'waiting'`),
    check(
      'absence_approvals_state',
      sql`${approval.state} in ('waiting', 'approved', 'withdrawn')`,
    ),
    check(
      'absence_approvals_decided',
      sql`(${approval.decidedAt} is null) = (${approval.state} = 'waiting')`,
    ),
  ],
)

/**
 * Extra time in spite of the hours: of a doctor, or of the clinic when `doctorId` is null. It is
 * added and withdrawn, and never changed.
 */
export const extraSessions = sqliteTable(
  'extra_sessions',
  {
    id: text('id').primaryKey(),
    doctorId: text('doctor_id').references(() => doctors.id, { onDelete: 'cascade' }),
    date: text('date').notNull(),
    fromMinute: integer('from_minute').notNull(),
    toMinute: integer('to_minute').notNull(),
    /** Minutes from start to start; null: the length of each treatment. */
    everyMinutes: integer('every_minutes'),
    /** The price of its treatments that day; null: as on other days. */
    priceCents: integer('price_cents'),
  },
  (session) => [
    index('extra_sessions_by_date').on(session.date),
    check('extra_sessions_iso_date', isIsoDate(session.date)),
    check(
      'extra_sessions_within_a_day',
      sql`${session.fromMinute} >= 0 and ${session.fromMinute} < ${session.toMinute} and ${session.toMinute} <= 1440`,
    ),
    check('extra_sessions_rhythm', sql`coalesce(${session.everyMinutes}, 5) >= 5`),
    check('extra_sessions_chargeable', sql`coalesce(${session.priceCents}, 50) >= 50`),
  ],
)

/** The treatments of an extra session; without any it is for all. */
export const extraSessionTreatments = sqliteTable(
  'extra_session_treatments',
  {
    sessionId: text('session_id')
      .notNull()
      .references(() => extraSessions.id, { onDelete: 'cascade' }),
    treatmentId: text('treatment_id')
      .notNull()
      .references(() => treatments.id, { onDelete: 'cascade' }),
  },
  (row) => [primaryKey({ columns: [row.sessionId, row.treatmentId] })],
)

/**
 * Appointments that take place although they do not fit the schedule, because an admin decided so.
 * The decision counts until the appointment changes or another reason comes up.
 */
export const keptAppointments = sqliteTable('kept_appointments', {
  appointmentId: text('appointment_id')
    .primaryKey()
    .references(() => appointments.id, { onDelete: 'cascade' }),
  /** The appointment's version at that time. */
  version: integer('version').notNull(),
  reasons: text('reasons', { mode: 'json' }).$type<ConflictReason[]>().notNull(),
})

/**
 * Appointments that a change of the schedule cancels, as an admin has decided. Rows stay until a
 * job has canceled the appointment, a few in each transaction.
 */
export const decidedCancellations = sqliteTable(
  'decided_cancellations',
  {
    appointmentId: text('appointment_id')
      .primaryKey()
      .references(() => appointments.id, { onDelete: 'cascade' }),
    /** The appointment's version at that time: one that has changed since stays. */
    version: integer('version').notNull(),
    /** Uid. */
    decidedBy: text('decided_by').notNull(),
    /**
     * The closure, if there is one: when it is removed, appointments that are not canceled yet
     * stay.
     */
    closureId: text('closure_id'),
  },
  (decided) => [
    index('decided_cancellations_by_closure')
      .on(decided.closureId)
      .where(sql`closure_id is not null`),
  ],
)

/**
 * One row with a version that grows with each change of the schedule, so that the schedule can be
 * cached.
 */
export const scheduleVersion = sqliteTable(
  'schedule_version',
  { id: integer('id').primaryKey(), version: integer('version').notNull() },
  (row) => [check('schedule_version_single_row', sql`${row.id} = 1`)],
)

/**
 * A version that grows with each change of a day's appointments that affects whether they fit the
 * schedule, or a calendar feed; by triggers on `appointments`. Every day with appointments has a
 * row.
 */
export const appointmentDays = sqliteTable('appointment_days', {
  date: text('date').primaryKey(),
  version: integer('version').notNull(),
})

/**
 * One row: the clinic’s own details and booking rules, defined in
 * contract/clinic/clinic-settings.ts.
 */
/**
 * How far a corrected time zone is applied: to everything before that day, and on that day up to
 * that key.
 */
export interface TimeZoneProgress {
  timeZone: string
  date: IsoDate
  /** The key of an appointment or a family of that day; '' before the first. */
  after: string
}

export const clinicSettings = sqliteTable(
  'clinic_settings',
  {
    id: integer('id').primaryKey(),
    /** Grows with each change by an admin; hours have a fingerprint of their own. */
    version: integer('version').notNull().default(0),
    /** The settings that differ from the defaults. */
    details: text('details', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** `CLINIC_TIMEZONE` of the last start; receipts are dated by it. */
    timeZone: text('time_zone').notNull().default('America/Los_Angeles'),
    /**
     * The time zone of all reminders and of `notifications.isOutdated`; '' before the first start.
     */
    appliedTimeZone: text('applied_time_zone').notNull().default(''),
    /** Progress of a correction to another time zone; null without one. */
    timeZoneProgress: text('time_zone_progress', { mode: 'json' }).$type<TimeZoneProgress>(),
    /** The address that emails come from, as of the last start; '' before the first. */
    organizer: text('organizer').notNull().default(''),
    /** A random UUID that never changes: the system of the identifiers that other sites read. */
    namespace: text('namespace').notNull().default(''),
    /** Whether families can book online. */
    openState: text('open_state', { enum: OPEN_STATES }).notNull().default('open'),
    /** For `opens`: the first day. */
    opensOn: text('opens_on'),
    /** For `paused`: the reason that families read. */
    pauseReason: text('pause_reason'),
    /** Grows with each change of these three columns. */
    openingVersion: integer('opening_version').notNull().default(0),
    /** What an admin has confirmed during setup, with the value that was confirmed. */
    confirmedSetup: text('confirmed_setup', { mode: 'json' })
      .$type<ConfirmedSetup>()
      .notNull()
      .default({}),
    /** The languages besides English that the server offers, as of the last start. */
    languages: text('languages', { mode: 'json' }).$type<Translation[]>().notNull().default([]),
  },
  (row) => [check('clinic_settings_single_row', sql`${row.id} = 1`)],
)

/**
 * The versions of legal pages (docs/requirements.md#legal-pages). Triggers of migration 0115 keep them as they
 * were published, number them, and refuse a version that takes effect before an older one. No change raises
 * `schedule_version`.
 */
export const legalPages = sqliteTable(
  'legal_pages',
  {
    page: text('page').$type<LegalPageName>().notNull(),
    /** 1, 2, 3, … of the page. */
    version: integer('version').notNull(),
    effectiveOn: text('effective_on').notNull(),
    body: text('body', { mode: 'json' }).$type<RichText>().notNull(),
    publishedAt: instant('published_at').notNull(),
  },
  (legal) => [
    primaryKey({ columns: [legal.page, legal.version] }),
    check('legal_pages_effective_on', isIsoDate(legal.effectiveOn)),
    check('legal_pages_body', sql`json_valid(${legal.body})`),
  ],
)

/**
 * The texts of versions of legal pages in other languages. Append-only by the triggers of migration 0136: a
 * correction is another revision, and the newest is shown.
 */
export const legalTranslations = sqliteTable(
  'legal_translations',
  {
    page: text('page').$type<LegalPageName>().notNull(),
    version: integer('version').notNull(),
    language: text('language', { enum: TRANSLATIONS }).notNull(),
    /** 1, 2, 3, … of the version in the language. */
    revision: integer('revision').notNull(),
    body: text('body', { mode: 'json' }).$type<RichText>().notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (kept) => [
    primaryKey({ columns: [kept.page, kept.version, kept.language, kept.revision] }),
    foreignKey({
      columns: [kept.page, kept.version],
      foreignColumns: [legalPages.page, legalPages.version],
    }),
    check('legal_translations_language', isTranslation(kept.language)),
    check('legal_translations_body', sql`json_valid(${kept.body})`),
  ],
)

/** What the clinic wrote for families, in other languages (docs/requirements.md#languages). */
export const translations = sqliteTable(
  'translations',
  {
    language: text('language', { enum: TRANSLATIONS }).notNull(),
    /** In English, as the clinic wrote it: after a change it has no translation. */
    text: text('text').notNull(),
    translation: text('translation').notNull(),
  },
  (kept) => [
    primaryKey({ columns: [kept.language, kept.text] }),
    check('translations_language', isTranslation(kept.language)),
    check('translations_kept', sql`${kept.text} <> '' and ${kept.translation} <> ''`),
  ],
)

/**
 * The words that admins have written for the website (docs/requirements.md#words-of-the-website).
 * Append-only by the triggers of migration 0116, except that older testimonials are deleted.
 */
export const siteTexts = sqliteTable(
  'site_texts',
  {
    section: text('section', { enum: SECTIONS }).notNull(),
    /** 1 for the first words of a section. */
    version: integer('version').notNull(),
    /** Null: older testimonials, which are deleted. */
    body: text('body', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** The facts that the admin has confirmed. */
    confirmed: text('confirmed', { mode: 'json' }).$type<FactName[]>().notNull(),
    writtenAt: instant('written_at').notNull(),
  },
  (words) => [
    primaryKey({ columns: [words.section, words.version] }),
    check(
      'site_texts_section',
      sql`${words.section} in ('hero', 'care', 'treatments', 'why', 'statistics', 'testimonials', 'team', 'about', 'footer')`,
    ),
    check('site_texts_version', sql`${words.version} > 0`),
    check('site_texts_kept', sql`body is not null or ${words.section} = 'testimonials'`),
  ],
)
