import { and, asc, between, eq, gt, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import { changeRow, countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { prepareOnce, selectBy } from '#drizzle/prepared-statements.ts'
import {
  appointments,
  children,
  doctors,
  guardianships,
  tickets,
  treatments,
} from '#drizzle/schema/index.ts'

export type TicketRow = typeof tickets.$inferSelect

/** A ticket with the data that families and staff see. */
export interface ShownTicket {
  ticket: TicketRow
  child: { id: string; name: string; birthDate: string; archivedAt: Date | null }
  treatment: Pick<typeof treatments.$inferSelect, 'id' | 'name' | 'active' | 'booking'>
  /** Null: any doctor, or the doctor was removed. */
  doctor: { id: string; name: string } | null
  /** The appointment that was booked with it. */
  appointment: Pick<
    typeof appointments.$inferSelect,
    'id' | 'date' | 'startMinute' | 'lengthMinutes'
  > | null
}

const selectShown = (db: Database) =>
  db
    .select({
      ticket: tickets,
      child: {
        id: children.id,
        name: children.name,
        birthDate: children.birthDate,
        archivedAt: children.archivedAt,
      },
      treatment: {
        id: treatments.id,
        name: treatments.name,
        active: treatments.active,
        booking: treatments.booking,
      },
      doctor: { id: doctors.id, name: doctors.name },
      appointment: {
        id: appointments.id,
        date: appointments.date,
        startMinute: appointments.startMinute,
        lengthMinutes: appointments.lengthMinutes,
      },
    })
    .from(tickets)
    .innerJoin(children, eq(children.id, tickets.childId))
    .innerJoin(treatments, eq(treatments.id, tickets.treatmentId))
    .leftJoin(doctors, eq(doctors.id, tickets.doctorId))
    .leftJoin(appointments, eq(appointments.id, tickets.appointmentId))

const isOpen = sql`${tickets.state} = 'open'`
const isMissed = sql`${tickets.origin} = 'missed'`
const inOrder = [asc(tickets.fromDate), asc(tickets.id)]

const statements = prepareOnce((db: Database) => ({
  one: selectBy(db, tickets, tickets.id),
  shown: selectShown(db).where(eq(tickets.id, sql.placeholder('id'))),
  openOfChild: db
    .select()
    .from(tickets)
    .where(and(eq(tickets.childId, sql.placeholder('childId')), isOpen))
    .orderBy(...inOrder),
  shownOfChild: selectShown(db)
    .where(and(eq(tickets.childId, sql.placeholder('childId')), isOpen))
    .orderBy(...inOrder),
  ofGuardian: selectShown(db)
    .innerJoin(guardianships, eq(guardianships.childId, tickets.childId))
    .where(and(eq(guardianships.uid, sql.placeholder('uid')), isNull(children.archivedAt), isOpen))
    .orderBy(...inOrder),
  ofAppointment: db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.appointmentId, sql.placeholder('appointmentId')),
        sql`${tickets.state} = 'booked'`,
      ),
    ),
}))

export function findTicket(db: Database, id: string): TicketRow | undefined {
  return statements(db).one.get(id)
}

export function findShownTicket(db: Database, id: string): ShownTicket | undefined {
  return statements(db).shown.get({ id })
}

/** A child's open tickets, in the order of their days. */
export function listOpenTickets(db: Database, childId: string): TicketRow[] {
  return statements(db).openOfChild.all({ childId })
}

/** The same with what staff see of them. */
export function listShownTickets(db: Database, childId: string): ShownTicket[] {
  return statements(db).shownOfChild.all({ childId })
}

/** The open tickets of a guardian's children that are not archived, in the order of their days. */
export function listTicketsOfGuardian(db: Database, uid: string): ShownTicket[] {
  return statements(db)
    .ofGuardian.all({ uid })
    .map(({ guardianships: _, ...shown }: ShownTicket & { guardianships?: unknown }) => shown)
}

/** The ticket that was booked with an appointment. */
export function findTicketOf(db: Database, appointmentId: string): TicketRow | undefined {
  return statements(db).ofAppointment.get({ appointmentId })
}

/** The ticket that asks to book a missed appointment again, in any state. */
export function findMissedTicket(db: Database, appointmentId: string): TicketRow | undefined {
  return db
    .select()
    .from(tickets)
    .where(and(eq(tickets.afterAppointmentId, appointmentId), isMissed))
    .get()
}

/** The days of missed appointments about which the clinic has asked the families of these children. */
export function listMissedDays(
  db: Database,
  childIds: readonly string[],
): { childId: string; date: IsoDate }[] {
  return db
    .select({
      childId: tickets.childId,
      date: sql<string>`coalesce(${appointments.date}, ${tickets.fromDate})`,
    })
    .from(tickets)
    .leftJoin(appointments, eq(appointments.id, tickets.afterAppointmentId))
    .where(and(isAmong(tickets.childId, childIds), isMissed, sql`${tickets.state} <> 'withdrawn'`))
    .all()
}

/** How many open tickets a child has. */
export function countOpenTickets(db: Database, childId: string): number {
  return countRows(db, tickets, and(eq(tickets.childId, childId), isOpen))
}

export function insertTicket(
  db: Transaction,
  row: Omit<typeof tickets.$inferInsert, 'state' | 'version' | 'endedAt'>,
): TicketRow {
  return db.insert(tickets).values(row).returning().get()
}

/**
 * Changes a ticket as it was read, and raises its version.
 * @returns false when it has changed since
 */
export function changeTicket(
  db: Transaction,
  { id, version }: Pick<TicketRow, 'id' | 'version'>,
  change: Partial<
    Pick<
      TicketRow,
      | 'childId'
      | 'treatmentId'
      | 'dueDate'
      | 'toDate'
      | 'state'
      | 'appointmentId'
      | 'elsewhereMonth'
      | 'asked'
      | 'nextAskAt'
      | 'endedBy'
      | 'endedAt'
    >
  >,
): boolean {
  return changeRow(
    db,
    tickets,
    { ...change, version: version + 1 },
    and(eq(tickets.id, id), eq(tickets.version, version)),
  )
}

/** Moves the ended tickets of a child to another child. */
export function giveEndedTickets(db: Transaction, childId: string, to: string): void {
  db.update(tickets)
    .set({ childId: to })
    .where(and(eq(tickets.childId, childId), sql`${tickets.state} <> 'open'`))
    .run()
}

const listOpen = (db: Database, condition: SQL | undefined, limit: number) =>
  db
    .select()
    .from(tickets)
    .where(and(sql`state = 'open'`, condition))
    .orderBy(asc(tickets.toDate))
    .limit(limit)
    .all()

/** Open tickets whose days ended before a day, the earliest first. */
export function listOverTickets(db: Database, before: IsoDate, limit: number): TicketRow[] {
  return listOpen(db, lt(tickets.toDate, before), limit)
}

/** Open tickets whose family is to be asked now. */
export function listTicketsToAsk(db: Database, now: Date, limit: number): TicketRow[] {
  return db
    .select()
    .from(tickets)
    .where(and(sql`state = 'open' and next_ask_at is not null`, lte(tickets.nextAskAt, now)))
    .orderBy(asc(tickets.nextAskAt), asc(tickets.id))
    .limit(limit)
    .all()
}

/** The tickets after missed appointments among them that are of these children. */
export function listMissedToAsk(db: Database, childIds: readonly string[], now: Date): TicketRow[] {
  return db
    .select()
    .from(tickets)
    .where(and(isAmong(tickets.childId, childIds), isOpen, isMissed, lte(tickets.nextAskAt, now)))
    .orderBy(...inOrder)
    .all()
}

/**
 * A booked appointment of the child for the treatment on one of these days, other than `besides`
 * and without a ticket.
 */
export function findVisitFor(
  db: Database,
  wanted: {
    childId: string
    treatmentId: string
    from: IsoDate
    to: IsoDate
    /** Id of the appointment that the visit follows. */
    besides: string | null
  },
): { id: string; date: IsoDate } | undefined {
  const { childId, treatmentId, from, to, besides } = wanted
  return db
    .select({ id: appointments.id, date: appointments.date })
    .from(appointments)
    .where(
      and(
        eq(appointments.childId, childId),
        eq(appointments.treatmentId, treatmentId),
        between(appointments.date, from, to),
        sql`${appointments.id} is not ${besides}`,
        sql`status = 'booked' and attendance <> 'no_show'`,
        sql`not exists (select 1 from ${tickets} ticket
          where ticket.appointment_id = ${appointments.id} and ticket.state = 'booked')`,
      ),
    )
    .orderBy(asc(appointments.date), asc(appointments.startMinute))
    .limit(1)
    .get()
}

/** A page of open tickets that follow a ticket. */
export function listOpenPage(db: Database, after: string, limit: number): TicketRow[] {
  return db
    .select()
    .from(tickets)
    .where(and(isOpen, gt(tickets.id, after)))
    .orderBy(asc(tickets.id))
    .limit(limit)
    .all()
}
