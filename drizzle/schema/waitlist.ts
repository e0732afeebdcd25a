import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { EventData } from '#contract/audit/events.ts'
import type { OfferState, PartOfDay, WaitlistState } from '#contract/waitlist/waitlist.ts'
import { appointments } from './appointments.ts'
import { children } from './children.ts'
import { instant } from './columns.ts'
import { deskFamilies } from './families.ts'
import { treatments } from './treatments.ts'
import { users } from './users.ts'

/** Families that wait for a time: docs/requirements.md#waiting-list. */
export const waitlistEntries = sqliteTable(
  'waitlist_entries',
  {
    id: text('id').primaryKey(),
    uid: text('uid').references(() => users.uid, { onUpdate: 'cascade', onDelete: 'cascade' }),
    /** The family without an account. */
    deskFamilyId: text('desk_family_id').references(() => deskFamilies.id, {
      onDelete: 'cascade',
    }),
    /** Null: the account holder, or the family without an account. */
    childId: text('child_id').references(() => children.id, { onDelete: 'cascade' }),
    treatmentId: text('treatment_id')
      .notNull()
      .references(() => treatments.id),
    /** Null: any doctor. */
    doctorId: text('doctor_id'),
    /** The appointment that moves when an offer is accepted; null: accepting an offer books one. */
    appointmentId: text('appointment_id').references(() => appointments.id, {
      onDelete: 'cascade',
    }),
    fromDate: text('from_date').notNull(),
    toDate: text('to_date').notNull(),
    /** 0 for Sunday. */
    weekdays: text('weekdays', { mode: 'json' }).$type<number[]>().notNull(),
    part: text('part').$type<PartOfDay>().notNull().default('any'),
    /** How long before its start the family must hear of a time. */
    noticeMinutes: integer('notice_minutes').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    /** 0: the clinic canceled their appointment; 1: urgent, with a reason; 2: all others. */
    rank: integer('rank').notNull().default(2),
    urgentReason: text('urgent_reason'),
    /** Offers in a row that were not answered. */
    missed: integer('missed').notNull().default(0),
    state: text('state').$type<WaitlistState>().notNull().default('open'),
    joinedAt: instant('joined_at').notNull(),
    endedAt: instant('ended_at'),
    /** Null: it is live, was a re-offer, or ended before 0.4.0. */
    endReason: text('end_reason').$type<EventData<'waitlist.left'>['reason']>(),
    /**
     * The first of its days on which the clinic gives the treatment, as of `openAtVersion`; '':
     * unknown.
     */
    openOn: text('open_on').notNull().default(''),
    /** The version of the schedule with which `openOn` was found. */
    openAtVersion: integer('open_at_version').notNull().default(0),
    /**
     * For a re-offer, the closure that takes the time of `appointmentId`; null for waiting
     * families.
     */
    closureId: text('closure_id'),
    /** The same for siblings who wait for a block of times: all or none. */
    blockId: text('block_id'),
  },
  (entry) => [
    uniqueIndex('waitlist_entries_one_open')
      .on(sql`coalesce(child_id, uid, desk_family_id)`, entry.treatmentId)
      .where(sql`state <> 'ended' and closure_id is null`),
    uniqueIndex('waitlist_entries_one_reoffer')
      .on(entry.appointmentId)
      .where(sql`state <> 'ended' and closure_id is not null`),
    index('waitlist_entries_waiting')
      .on(entry.rank, entry.joinedAt, entry.id)
      .where(sql`state = 'open'`),
    index('waitlist_entries_in_order')
      .on(sql`(closure_id is not null)`, entry.rank, entry.joinedAt, entry.id)
      .where(sql`state <> 'ended'`),
    index('waitlist_entries_to_look_at')
      .on(entry.openAtVersion, entry.openOn)
      .where(sql`state <> 'ended' and closure_id is null`),
    index('waitlist_entries_closed').on(entry.toDate).where(sql`end_reason = 'closed'`),
    index('waitlist_entries_by_closure').on(entry.closureId).where(sql`closure_id is not null`),
    index('waitlist_entries_by_user').on(entry.uid).where(sql`uid is not null`),
    index('waitlist_entries_by_desk_family')
      .on(entry.deskFamilyId)
      .where(sql`desk_family_id is not null`),
    index('waitlist_entries_by_child').on(entry.childId).where(sql`child_id is not null`),
    index('waitlist_entries_by_block').on(entry.blockId).where(sql`block_id is not null`),
    index('waitlist_entries_by_appointment')
      .on(entry.appointmentId)
      .where(sql`appointment_id is not null`),
    check('waitlist_entries_of_one_family', sql`(uid is null) <> (desk_family_id is null)`),
    check('waitlist_entries_rank', sql`${entry.rank} between 0 and 2`),
    check(
      'waitlist_entries_urgent_reason',
      sql`(${entry.rank} = 1) <= (${entry.urgentReason} is not null)`,
    ),
    check('waitlist_entries_part', sql`${entry.part} in ('any', 'morning', 'afternoon')`),
    check('waitlist_entries_state', sql`${entry.state} in ('open', 'paused', 'ended')`),
    check(
      'waitlist_entries_end_reason',
      sql`${entry.endReason} is null or (${entry.state} = 'ended' and ${entry.endReason} in ('left', 'accepted', 'booked', 'cancelled', 'over', 'closed'))`,
    ),
    check('waitlist_entries_range', sql`${entry.fromDate} <= ${entry.toDate}`),
  ],
)

/**
 * Times that became free, until each is booked or public. While one has no open offer, it waits for
 * the next family: triggers of migration 0064 refuse appointments at its time.
 */
export const freedTimes = sqliteTable(
  'freed_times',
  {
    id: text('id').primaryKey(),
    treatmentId: text('treatment_id')
      .notNull()
      .references(() => treatments.id),
    doctorId: text('doctor_id'),
    date: text('date').notNull(),
    startMinute: integer('start_minute').notNull(),
    lengthMinutes: integer('length_minutes').notNull(),
    /** How many offers were made of it. */
    offers: integer('offers').notNull().default(0),
    state: text('state', { enum: ['offering', 'booked', 'public'] })
      .notNull()
      .default('offering'),
    freedAt: instant('freed_at').notNull(),
    /** The latest end of its offers. */
    publicAt: instant('public_at').notNull(),
    /**
     * By the machine's clock; null once families were asked: the time is held by an offer, or free.
     */
    hiddenUntil: instant('hidden_until'),
    /** The opened times that it is a part of. */
    openedId: text('opened_id'),
  },
  (freed) => [
    index('freed_times_offering').on(freed.id).where(sql`state = 'offering'`),
    index('freed_times_waiting').on(freed.date, freed.startMinute).where(sql`state = 'offering'`),
    index('freed_times_of_opened').on(freed.openedId, freed.date).where(sql`opened_id is not null`),
    check('freed_times_state', sql`${freed.state} in ('offering', 'booked', 'public')`),
  ],
)

/**
 * Days that the clinic has opened again and has not offered yet, of a doctor or of the whole
 * clinic. The same triggers refuse appointments at these times, except at its `freedTimes`.
 */
export const openedTimes = sqliteTable(
  'opened_times',
  {
    id: text('id').primaryKey(),
    doctorId: text('doctor_id'),
    /** The first day that was not offered yet. */
    fromDate: text('from_date').notNull(),
    toDate: text('to_date').notNull(),
    fromMinute: integer('from_minute').notNull(),
    toMinute: integer('to_minute').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** By the machine's clock. */
    hiddenUntil: instant('hidden_until').notNull(),
    /** The place of the last family that was asked about the first day; null: none yet. */
    asked: text('asked'),
  },
  (opened) => [
    check(
      'opened_times_range',
      sql`${opened.fromDate} <= ${opened.toDate} and ${opened.fromMinute} < ${opened.toMinute}`,
    ),
  ],
)

/** One family's offers of freed times. At most one is open for an entry, and one for a time. */
export const offers = sqliteTable(
  'offers',
  {
    id: text('id').primaryKey(),
    entryId: text('entry_id')
      .notNull()
      .references(() => waitlistEntries.id, { onDelete: 'cascade' }),
    freedTimeId: text('freed_time_id')
      .notNull()
      .references(() => freedTimes.id),
    state: text('state').$type<OfferState>().notNull().default('open'),
    date: text('date').notNull(),
    startMinute: integer('start_minute').notNull(),
    lengthMinutes: integer('length_minutes').notNull(),
    doctorId: text('doctor_id'),
    doctorName: text('doctor_name'),
    /** The price on that day; an appointment that moves keeps its own. */
    priceCents: integer('price_cents').notNull(),
    version: integer('version').notNull().default(0),
    madeAt: instant('made_at').notNull(),
    /** The clinic's day on which it was made. */
    madeOn: text('made_on').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * Until when the family of a re-offer should answer; after that, staff call it. Null: until it
     * expires.
     */
    answerBy: instant('answer_by'),
    /** Uid of the guardian, or of staff for the family. */
    answeredBy: text('answered_by'),
    answeredAt: instant('answered_at'),
    /** The appointment that the acceptance booked or moved. */
    appointmentId: text('appointment_id'),
    /** The same for the offers of a block, which are answered together. */
    blockId: text('block_id'),
  },
  (offer) => [
    uniqueIndex('offers_one_open_per_entry').on(offer.entryId).where(sql`state = 'open'`),
    uniqueIndex('offers_one_open_per_time').on(offer.freedTimeId).where(sql`state = 'open'`),
    index('offers_open').on(offer.expiresAt).where(sql`state = 'open'`),
    index('offers_by_entry').on(offer.entryId, offer.id),
    index('offers_by_day').on(offer.date, offer.startMinute),
    index('offers_by_freed_time').on(offer.freedTimeId),
    index('offers_by_block').on(offer.blockId).where(sql`block_id is not null`),
    check(
      'offers_state',
      sql`${offer.state} in ('open', 'accepted', 'declined', 'expired', 'withdrawn')`,
    ),
    check(
      'offers_accepted_has_appointment',
      sql`${offer.state} = 'accepted' or ${offer.appointmentId} is null`,
    ),
  ],
)

/**
 * The times that open offers keep free. Triggers of migration 0034 refuse appointments and other holds
 * at them, and delete them when their offer is closed.
 */
export const holds = sqliteTable(
  'holds',
  {
    id: text('id').primaryKey(),
    offerId: text('offer_id')
      .notNull()
      .references(() => offers.id, { onDelete: 'cascade' }),
    treatmentId: text('treatment_id').notNull(),
    doctorId: text('doctor_id'),
    date: text('date').notNull(),
    startMinute: integer('start_minute').notNull(),
    lengthMinutes: integer('length_minutes').notNull(),
  },
  (hold) => [
    index('holds_by_day').on(hold.date, hold.startMinute),
    index('holds_by_offer').on(hold.offerId),
  ],
)
