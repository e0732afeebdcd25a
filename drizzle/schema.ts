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
import type { EventKind } from '../contract/audit.ts'

// Money in cents, dates 'yyyy-MM-dd' in the clinic's zone, ids UUIDv7 as text,
// instants in milliseconds since the epoch (design section 4).

const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** Who has an account, by the identity provider's uid. */
export const users = sqliteTable(
  'users',
  {
    uid: text('uid').primaryKey(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    /** URL; of a photo uploaded here, its path: '/images/…'. */
    photo: text('photo'),
    /** The photo's URL at the identity provider, as last heard: what counts is that it changes. */
    providerPhoto: text('provider_photo'),
    role: text('role', { enum: ['admin', 'patient'] })
      .notNull()
      .default('patient'),
    createdAt: instant('created_at').notNull(),
  },
  (user) => [
    index('users_by_age').on(user.createdAt, user.uid),
    check('users_email_lower_case', sql`${user.email} = lower(${user.email})`),
  ],
)

/** What the clinic treats. */
export const services = sqliteTable(
  'services',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull().unique(),
    priceCents: integer('price_cents').notNull(),
    active: integer('active', { mode: 'boolean' }).notNull().default(true),
    /** Order on the screen. */
    position: integer('position').notNull(),
  },
  // Stripe charges no less than 50 cents.
  (service) => [check('services_price_chargeable', sql`${service.priceCents} >= 50`)],
)

/** The times at which a service is offered on every working day, in minutes after local midnight. */
export const serviceSlots = sqliteTable(
  'service_slots',
  {
    serviceId: text('service_id')
      .notNull()
      .references(() => services.id, { onDelete: 'cascade' }),
    startMinute: integer('start_minute').notNull(),
    lengthMinutes: integer('length_minutes').notNull(),
  },
  (slot) => [
    primaryKey({ columns: [slot.serviceId, slot.startMinute] }),
    check(
      'service_slots_within_a_day',
      sql`${slot.startMinute} >= 0 and ${slot.lengthMinutes} > 0 and ${slot.startMinute} + ${slot.lengthMinutes} <= 1440`,
    ),
  ],
)

/** Days on which the clinic is closed beside weekends. */
export const closures = sqliteTable('closures', {
  date: text('date').primaryKey(),
  reason: text('reason').notNull(),
})

/**
 * Appointments, with treatment, price and patient as they were when booked.
 * The partial unique indexes are what makes a double booking impossible, whatever the code does.
 */
export const appointments = sqliteTable(
  'appointments',
  {
    id: text('id').primaryKey(),
    serviceId: text('service_id')
      .notNull()
      .references(() => services.id),
    treatment: text('treatment').notNull(),
    priceCents: integer('price_cents').notNull(),
    date: text('date').notNull(),
    startMinute: integer('start_minute').notNull(),
    lengthMinutes: integer('length_minutes').notNull(),
    /** Null once the account has been removed: a paid appointment outlives it. */
    patientUid: text('patient_uid').references(() => users.uid, {
      onUpdate: 'cascade',
      onDelete: 'set null',
    }),
    patientName: text('patient_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    status: text('status', { enum: ['booked', 'cancelled'] })
      .notNull()
      .default('booked'),
    paid: integer('paid', { mode: 'boolean' }).notNull().default(false),
    transactionId: text('transaction_id').unique(),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    cancelledAt: instant('cancelled_at'),
  },
  (appointment) => [
    uniqueIndex('appointments_one_per_slot')
      .on(appointment.date, appointment.serviceId, appointment.startMinute)
      .where(sql`status = 'booked'`),
    uniqueIndex('appointments_one_per_patient_and_treatment')
      .on(appointment.patientUid, appointment.date, appointment.serviceId)
      .where(sql`status = 'booked'`),
    uniqueIndex('appointments_one_per_patient_and_time')
      .on(appointment.patientUid, appointment.date, appointment.startMinute)
      .where(sql`status = 'booked'`),
    index('appointments_by_patient').on(appointment.patientUid, appointment.date),
    check('appointments_paid_has_transaction', sql`paid = (transaction_id is not null)`),
    check(
      'appointments_iso_date',
      sql`${appointment.date} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`,
    ),
  ],
)

/**
 * How often what can be booked has changed, for whoever keeps a list of free slots. Triggers count
 * (drizzle/migrations/0005_availability_versions.sql), so that nobody who writes can forget it.
 */
export const availabilityVersions = sqliteTable('availability_versions', {
  /** A date, or 'clinic': the treatments, their slots and the closures, which concern every day. */
  scope: text('scope').primaryKey(),
  version: integer('version').notNull(),
})

/** One row for each Stripe PaymentIntent; Stripe's record is the truth, this is what we made of it. */
export const payments = sqliteTable(
  'payments',
  {
    /** Stripe's id: 'pi_…'. */
    intentId: text('intent_id').primaryKey(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    /** Counts the intents of an appointment from 1; part of Stripe's idempotency key. */
    attempt: integer('attempt').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** As Stripe writes it: 'usd'. */
    currency: text('currency').notNull(),
    /**
     * open: may still take money; paid: it pays the appointment; closed: it never will;
     * refunding: it took money that the appointment cannot use; refunded, refund_failed: how that
     * ended.
     */
    state: text('state', {
      enum: ['open', 'paid', 'closed', 'refunding', 'refunded', 'refund_failed'],
    })
      .notNull()
      .default('open'),
    /** Names the last decline, so that each is told of once. */
    lastFailure: text('last_failure'),
    /** Stripe's id: 're_…'. */
    refundId: text('refund_id'),
    disputed: integer('disputed', { mode: 'boolean' }).notNull().default(false),
    createdAt: instant('created_at').notNull(),
    /** When Stripe was last asked about it. */
    checkedAt: instant('checked_at').notNull(),
  },
  (payment) => [
    index('payments_by_appointment').on(payment.appointmentId, payment.attempt),
    uniqueIndex('payments_one_pays_the_appointment')
      .on(payment.appointmentId)
      .where(sql`state = 'paid'`),
    index('payments_open').on(payment.createdAt).where(sql`state = 'open'`),
    index('payments_refunding').on(payment.checkedAt).where(sql`state = 'refunding'`),
  ],
)

/** The webhook inbox: each event of Stripe's once, whether delivered or found by the sweep. */
export const stripeEvents = sqliteTable('stripe_events', {
  /** Stripe's id: 'evt_…'. */
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  /** The PaymentIntent that it is about, if any. */
  intentId: text('intent_id'),
  createdAt: instant('created_at').notNull(),
  receivedAt: instant('received_at').notNull(),
})

/** How far the sweep has read Stripe's list of events. */
export const stripeCursors = sqliteTable('stripe_cursors', {
  name: text('name').primaryKey(),
  seenUntil: instant('seen_until').notNull(),
})

/** Pictures that were uploaded. The files lie under DATA_DIR, the sizes there or at Cloudinary. */
export const images = sqliteTable(
  'images',
  {
    id: text('id').primaryKey(),
    /** A doctor's picture, which admins upload, or the photo of the user who uploads it. */
    purpose: text('purpose', { enum: ['doctor', 'profile'] }).notNull(),
    uploadedBy: text('uploaded_by').references(() => users.uid, {
      onUpdate: 'cascade',
      onDelete: 'set null',
    }),
    /** What it is by its content: 'image/jpeg'. */
    type: text('type').notNull(),
    /**
     * received, processing, processed, failed: as the contract says; removed: shown no more, and
     * its files are about to go.
     */
    status: text('status', { enum: ['received', 'processing', 'processed', 'failed', 'removed'] })
      .notNull()
      .default('received'),
    /** Who has the sizes, once it is processed. */
    keeper: text('keeper', { enum: ['local', 'cloudinary'] }),
    /** The keeper's number for what it has made; part of Cloudinary's URLs. */
    version: integer('version'),
    createdAt: instant('created_at').notNull(),
    processedAt: instant('processed_at'),
  },
  (image) => [
    index('images_by_uploader').on(image.uploadedBy),
    index('images_by_age').on(image.createdAt),
    check('images_processed_has_keeper', sql`status <> 'processed' or keeper is not null`),
  ],
)

/** Who treats. */
export const doctors = sqliteTable(
  'doctors',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    designation: text('designation'),
    /** The name of one of the services. */
    specialty: text('specialty').notNull(),
    imageId: text('image_id')
      .unique()
      .references(() => images.id),
    facebook: text('facebook'),
    linkedin: text('linkedin'),
    twitter: text('twitter'),
    createdAt: instant('created_at').notNull(),
  },
  (doctor) => [check('doctors_email_lower_case', sql`${doctor.email} = lower(${doctor.email})`)],
)

/**
 * People who were removed: their ids never come back, and the audit trail can still name them.
 */
export const formerPeople = sqliteTable('former_people', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  removedAt: instant('removed_at').notNull(),
})

/**
 * Append-only: one row in the same transaction as each change. The outbox that the relay
 * publishes and the audit trail at once.
 */
export const events = sqliteTable(
  'events',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<EventKind>().notNull(),
    /** Uid of who did it; null for the clinic's own processes and command line. */
    actor: text('actor'),
    /** Id of what it happened to. */
    subject: text('subject').notNull(),
    /** Ids and figures only, never personal data. */
    data: text('data', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    occurredAt: instant('occurred_at').notNull(),
    publishedAt: instant('published_at'),
  },
  (event) => [
    index('events_unpublished').on(event.id).where(sql`published_at is null`),
    index('events_by_subject').on(event.subject),
    index('events_by_actor').on(event.actor).where(sql`actor is not null`),
    // With the order they are listed in: one kind may be most of all that ever happened.
    index('events_of_kind').on(event.kind, event.id),
  ],
)

/** One row for each event and each handler that subscribes to it: what is done, due or parked. */
export const eventDeliveries = sqliteTable(
  'event_deliveries',
  {
    eventId: text('event_id').notNull(),
    handler: text('handler').notNull(),
    status: text('status', { enum: ['pending', 'running', 'done', 'parked'] })
      .notNull()
      .default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** When a pending delivery may next be taken; when a running one's lease ends. */
    dueAt: instant('due_at').notNull(),
    lastError: text('last_error'),
  },
  (delivery) => [
    primaryKey({ columns: [delivery.eventId, delivery.handler] }),
    foreignKey({ columns: [delivery.eventId], foreignColumns: [events.id] }),
    index('event_deliveries_due').on(delivery.status, delivery.dueAt).where(sql`status <> 'done'`),
  ],
)
