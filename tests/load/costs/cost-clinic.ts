import { addDays } from 'date-fns/addDays'
import { formatSlot } from '#contract/booking/slots.ts'
import type { Call, CallAnswer, CallInput, CallParts } from '#contract/call.ts'
import { dayAfter, type IsoDate, toIsoDate } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import type { Database } from '#drizzle/client.ts'
import { doctorFor, emailOf, offeredTimes, uidOf, workingDays } from '../clinic.ts'
import { type CostSize, familiesWithMost } from './furnish.ts'

/** Makes a call as `uid`, outside of the measurement. */
type Read = <Declared extends Call>(
  call: Declared,
  input: CallInput<Declared> & CallParts,
  uid: string,
) => Promise<CallAnswer<Declared>>

/** A row that a call is about. `uid` may change it; `of` is the id of a related row. */
export interface Target {
  id: string
  uid: string
  of: string
}

const OF_FAMILY = `patient_uid as uid, treatment_id as "of" from appointments`
const IS_EXPECTED = `status = 'booked' and attendance = 'expected'`

/** Queries for rows of the clinic, by name; with the parameters `:today` and `:now`. */
const TARGETS = {
  /** Unpaid and upcoming, of families with an account; `of` is the treatment. */
  upcoming: `select id, ${OF_FAMILY} where ${IS_EXPECTED} and paid = 0 and date > date(:today, '+7 days')
    and substr(patient_uid, -1) < '8' and series_id is null and id not in (select appointment_id from waitlist_entries where appointment_id is not null)`,
  unsettled: `select id, ${OF_FAMILY} where ${IS_EXPECTED} and paid = 0 and date < :today and patient_uid < 'patient-8'`,
  conflicts: `select id, ${OF_FAMILY} where ${IS_EXPECTED} and paid = 0
    and date = (select from_date from closures where reason = 'Training')
    and id not in (select appointment_id from waitlist_entries where appointment_id is not null)`,
  /** Two appointments of one family that no other call changes. */
  twoUnpaid: `select min(id) as id, patient_uid as uid, max(id) as "of" from appointments
    where ${IS_EXPECTED} and paid = 0 and date > :today and series_id is null and substr(patient_uid, -1) >= '8'
      and date not in (select from_date from closures where reason = 'Training')
    group by patient_uid having count(*) > 1 order by patient_uid desc`,
  mostNotes: `select id, 'doctor-user' as uid, '' as "of" from appointments where doctor_name = 'Dr. Today' and note_version > 1`,
  /** With one note. */
  arrived: `select id, 'doctor-user' as uid, '' as "of" from appointments
    where doctor_name = 'Dr. Today' and note_version = 1 and attendance = 'arrived'`,
  ofMyDay: `select id, 'doctor-user' as uid, '' as "of" from appointments
    where doctor_name = 'Dr. Today' and note_version = 1 and attendance = 'expected'`,
  /** Paid in cash; `of` is the receipt. */
  paidAtDesk: `select a.id, a.patient_uid as uid, r.year || '-' || printf('%06d', r.number) as "of"
    from appointments a join receipts r on r.payment_id = a.transaction_id
    join payments p on p.id = a.transaction_id where p.method = 'cash' and a.patient_uid is not null`,
  openCashRefunds: `select r.id, '' as uid, '' as "of" from refunds r join payment_items i on i.id = r.item_id
    join payments p on p.id = i.payment_id where p.method = 'cash' and r.state = 'pending'`,
  /** A cash payment; `of` is its item. */
  cashItems: `select p.id, '' as uid, i.id as "of" from payments p join payment_items i on i.payment_id = p.id
    join appointments a on a.transaction_id = p.id where p.method = 'cash' order by p.id desc`,
  cards: `select id, user_uid as uid, '' as "of" from kept_cards where removed_at is null`,
  disputes: `select subject as id, '' as uid, '' as "of" from payment_problems where cause = 'disputed'`,
  failedRefunds: `select subject as id, '' as uid, '' as "of" from payment_problems where cause = 'refund_failed'`,
  handedBack: `select id, '' as uid, '' as "of" from refunds where state = 'succeeded'`,
  /** `of` is the child. */
  deskFamilies: `select f.id, '' as uid, c.id as "of" from desk_families f join children c on c.desk_family_id = f.id
    where f.id not in (select desk_family_id from family_links)`,
  ofDeskFamilies: `select id, desk_family_id as uid, coalesce(child_id, '') as "of" from appointments
    where desk_family_id is not null and desk_family_id not in (select desk_family_id from family_links)`,
  proposedLinks: `select id, uid, desk_family_id as "of" from family_links where state = 'proposed'`,
  /** To `uid`, by `of`. */
  invitations: `select i.id, u.uid, i.invited_by as "of" from guardian_invitations i join users u on u.email = i.email`,
  mostInvited: `select i.id, u.uid, i.invited_by as "of" from guardian_invitations i join users u on u.email = i.email
    order by (select count(*) from guardian_invitation_children where invitation_id = i.id) desc, i.id`,
  /** Children of `uid` without other guardians. */
  children: `select c.id, g.uid, c.name as "of" from children c join guardianships g on g.child_id = c.id and g.is_owner = 1
    where (select count(*) from guardianships o where o.child_id = c.id) = 1`,
  /** Without appointments. */
  siblings: `select c.id, created_by as uid, '' as "of" from children c where name glob 'Sibling [2-9]*'`,
  /** `uid` is the child's owner; `of` is another guardian. */
  guardianships: `select own.child_id as id, own.uid, other.uid as "of" from guardianships own
    join guardianships other on other.child_id = own.child_id and other.uid <> own.uid
    where own.is_owner = 1 order by own.child_id`,
  alerts: `select id, '' as uid, child_id as "of" from child_alerts where version = 1`,
  paused: `select id, uid, '' as "of" from waitlist_entries where state = 'paused'`,
  /** Without an open offer. */
  waiting: `select id, uid, treatment_id as "of" from waitlist_entries e where state = 'open' and closure_id is null
    and not exists (select 1 from offers where entry_id = e.id and state = 'open')`,
  offers: `select o.id, e.uid, e.id as "of" from offers o join waitlist_entries e on e.id = o.entry_id
    where o.state = 'open' and e.closure_id is null and e.state = 'open'`,
  /** Days with held times; most held times first. */
  heldDays: `select date as id, '' as uid, '' as "of" from offers where state = 'open'
    group by date order by count(*) desc, date`,
  reoffers: `select o.id, e.uid, e.id as "of" from offers o join waitlist_entries e on e.id = o.entry_id
    where o.state = 'open' and e.closure_id is not null`,
  tickets: `select t.id, g.uid, t.child_id as "of" from tickets t join guardianships g on g.child_id = t.child_id
    where g.is_owner = 1 and t.state = 'open'`,
  /** Of children with few tickets, to follow. */
  toFollow: `select id, doctor_name as uid, child_id as "of" from appointments where child_id is not null and status = 'booked'
    and child_id not in (select child_id from tickets) order by date desc`,
  /** Without appointments. */
  dueChildren: `select id, created_by as uid, '' as "of" from children where name glob 'Due *' order by id`,
  closures: `select id, '' as uid, '' as "of" from closures where from_date > date(:today, '+60 days')`,
  absences: `select closure_id as id, '' as uid, doctor_id as "of" from absence_approvals where state = 'waiting'`,
  photos: `select id, '' as uid, '' as "of" from images where purpose = 'doctor' and uploaded_by is not null`,
  extraSessions: `select id, '' as uid, '' as "of" from extra_sessions`,
  sessions: `select id, uid, '' as "of" from sessions where ended_at is null`,
  feeds: `select id, created_by as uid, '' as "of" from calendar_feeds`,
  endpoints: `select id, '' as uid, (select event_id from event_deliveries where handler glob '*' || webhook_endpoints.id limit 1) as "of" from webhook_endpoints`,
  messages: `select id, '' as uid, '' as "of" from contact_messages where done_at is null`,
  claims: `select id, '' as uid, desk_family_id as "of" from claims`,
  imports: `select id, '' as uid, '' as "of" from imports where state = 'mapping'`,
  emails: `select id, uid, appointment_id as "of" from notifications where state = 'sent' and appointment_id in
    (select id from appointments where date > :today and status = 'booked')`,
  bounced: `select uid as id, uid, email as "of" from users where bounced_email is not null`,
  notWaiting: `select uid as id, uid, email as "of" from users
    where role = 'patient' and uid not in (select uid from waitlist_entries where uid is not null)`,
  /** `of` is the email. */
  patients: `select uid as id, uid, email as "of" from users where role = 'patient' and bounced_email is null`,
} as const
type TargetName = keyof typeof TARGETS

/** What the rows of the cost table may ask about. */
export interface CostClinic {
  today: IsoDate
  /** Uids of the families with the most rows of every kind. */
  families: readonly string[]
  emailOf(uid: string): string
  treatments: readonly { id: string; name: string }[]
  doctors: readonly string[]
  /** The doctor with appointments today. */
  doctorOfDay: string
  /** The nth working day from tomorrow on. */
  day(number: number): IsoDate
  /** The nth working day after the booked days. */
  freeDay(number: number): IsoDate
  /** The nth working day before today. */
  dayBefore(number: number): IsoDate
  /** The same rows in each measurement, in rotation. */
  one(name: TargetName, round: number): Target
  /** A row that was not returned before. */
  next(name: TargetName): Target
  /** As many such rows, or as many as there are, but at least one. */
  nextOf(name: TargetName, most: number): Target[]
  /** A bookable time that was not returned before. */
  nextTime(treatment?: string): {
    treatmentId: string
    treatment: string
    date: IsoDate
    slot: string
    doctor: string
    /** Dollars. */
    price: number
  }
  read: Read
}

/** The most rows to read per name. */
const MOST = 1_000

/** @param db a copy, which is only read */
export function createCostClinic(
  db: Database,
  size: CostSize,
  { now, read }: { now: Date; read: Read },
): CostClinic {
  const today = toIsoDate(now)
  const rows = new Map<TargetName, Target[]>()
  const used = new Map<TargetName, number>()
  const rowsOf = (name: TargetName): Target[] => {
    const known = rows.get(name)
    if (known) return known
    const found = db.$client
      .prepare<{ today: string }, Target>(`select * from (${TARGETS[name]}) limit ${MOST}`)
      .all({ today })
    rows.set(name, found)
    return found
  }
  const take = (name: TargetName, number: number): Target => {
    const found = rowsOf(name)[number]
    if (!found) throw new Error(`The clinic has no ${name} number ${number}.`)
    return found
  }
  const nextOne = (name: TargetName): Target => {
    const number = used.get(name) ?? 0
    used.set(name, number + 1)
    return take(name, number)
  }
  const times = offeredTimes(db)
  const free = workingDays(addDays(now, 2 * size.bookedDays + 14), 1)
  function* freeTimes() {
    for (const date of free) for (const time of times) yield { date, ...time }
  }
  const doctors = db.$client
    .prepare<[], string>('select id from doctors order by name')
    .pluck()
    .all()
  const nextFree = freeTimes()
  const daysOf = (step: 1 | -1) => {
    const days = workingDays(now, step)
    return Array.from({ length: 300 }, () => days.next().value)
  }
  const [ahead, past] = [daysOf(1), daysOf(-1)]
  return {
    today,
    families: familiesWithMost(size).map(uidOf),
    emailOf: (uid) => emailOf(Number(uid.replace('patient-', ''))),
    treatments: [...new Map(times.map(({ service: { id, name } }) => [id, { id, name }])).values()],
    doctors,
    doctorOfDay: doctors[size.treatments] ?? '',
    day: (number) => ahead[number] ?? dayAfter(today, 1),
    freeDay: (number) => ahead[size.bookedDays + 12 + number] ?? dayAfter(today, 1),
    dayBefore: (number) => past[number] ?? dayAfter(today, -1),
    one: (name, round) => take(name, round % rowsOf(name).length),
    next: nextOne,
    nextOf: (name, most) => {
      const others = Math.min(most - 1, rowsOf(name).length - (used.get(name) ?? 0) - 1)
      return [nextOne(name), ...Array.from({ length: Math.max(0, others) }, () => nextOne(name))]
    },
    nextTime: (treatment) => {
      for (;;) {
        const { date, service, slot } = nextFree.next().value ?? {}
        if (!date || !service || !slot) throw new Error('All free times are used up.')
        if (treatment !== undefined && service.id !== treatment) continue
        return {
          treatmentId: service.id,
          treatment: service.name,
          date,
          slot: formatSlot(slot),
          doctor: doctorFor(service)?.id ?? '',
          price: toDollars(priceOn(service.prices, date) ?? 0),
        }
      }
    },
    read,
  }
}
