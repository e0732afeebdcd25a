import { addDays } from 'date-fns/addDays'
import type { Slot } from '#contract/booking/slots.ts'
import { dayAfter, type IsoDate, toIsoDate } from '#contract/dates.ts'
import { windowOf } from '#contract/next-visits/due-rows.ts'
import { OFFERED_ROWS } from '#contract/next-visits/plan-windows.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { webhookKind } from '#contract/webhooks/webhook-kinds.ts'
import { hashOfToken } from '#domain/calendar-feeds/feed-token.ts'
import { receiveAtDesk } from '#domain/front-desk/cash-payments.ts'
import { createClaimTokens, hashOfClaimToken } from '#domain/notifications/content/claim-tokens.ts'
import { refundCash } from '#domain/payments/refunds/cash-refunds.ts'
import { refundAppointment } from '#domain/payments/refunds/refund-payment.ts'
import { issueReceipt } from '#domain/receipts/issue-receipt.ts'
import type { Transaction } from '#drizzle/client.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import { webhookHandlerOf } from '#drizzle/queries/webhooks/webhook-handler.ts'
import {
  type ClinicSize,
  DESKS,
  doctorFor,
  emailOf,
  fillDatabase,
  JWT_SECRET,
  offeredTimes,
  type PlacedTreatment,
  uidOf,
  workingDays,
} from '../clinic.ts'
import { childOf, familiesOn, nameOf, phoneOf } from './families.ts'
import { idOf } from './ids.ts'

/** What a clinic has besides appointments. */
export interface CostSize extends ClinicSize {
  /** Entries of the waiting list. */
  entries: number
  feeds: number
  /** Closures of the clinic, and as many absences of doctors, over a year. */
  closures: number
  /** Children, sessions and the like of each of `familiesWithMost`; at most 12. */
  perFamily: number
  /** Number of rows of every other kind. */
  each: number
}

export const LARGE: CostSize = {
  appointments: 200_000,
  patients: 10_000,
  bookedDays: 60,
  treatments: 12,
  doctors: 20,
  entries: 500,
  feeds: 20,
  closures: 50,
  perFamily: 12,
  each: 60,
}

/** Enough admins that none reaches the rate limit. */
export const ADMINS = Array.from({ length: 15 }, (_, number) => `admin-${number}`)

export const DESK_STAFF = DESKS
/** A user who is a doctor, with a day of appointments. */
export const DOCTOR_USER = 'doctor-user'
/** The token of the nth calendar feed. */
export const feedToken = (number: number) => `feed-${number}-`.padEnd(43, 'x')

/** The tokens of the claims. */
export const claimTokens = createClaimTokens({
  secret: JWT_SECRET,
  siteUrl: 'https://clinic.example',
})

/** Numbers of the patients whose families have the most rows of every kind. */
export const familiesWithMost = ({ patients }: ClinicSize) =>
  [0.1, 0.4, 0.8].map((part) => 2 * Math.floor((part * patients) / 2))

type Row = Record<string, string | number | null>

/** Returns a function that inserts rows, with one prepared statement per kind. */
function createInsert(db: Transaction) {
  const statements = new Map<string, ReturnType<typeof db.$client.prepare>>()
  return (table: string, row: Row): void => {
    const names = Object.keys(row)
    const key = `${table}(${names})`
    const statement =
      statements.get(key) ??
      db.$client.prepare(`insert into ${key} values (${names.map((name) => `@${name}`)})`)
    statements.set(key, statement)
    statement.run(row)
  }
}

/** A free time of a treatment. */
interface FreeTime {
  date: IsoDate
  service: PlacedTreatment
  slot: Slot
}

/** Returns a function that finds another free time of a treatment, after the booked days. */
function createFreeTimes(db: Transaction, { bookedDays }: ClinicSize, now: Date) {
  const times = Map.groupBy(offeredTimes(db), ({ service }) => service.id)
  function* timesOf(treatmentId: string): Generator<FreeTime, never> {
    for (;;) {
      for (const date of workingDays(addDays(now, 2 * bookedDays), 1)) {
        for (const time of times.get(treatmentId) ?? []) yield { date, ...time }
      }
    }
  }
  const started = new Map([...times.keys()].map((id) => [id, timesOf(id)]))
  return (treatmentId: string): FreeTime => {
    const next = started.get(treatmentId)?.next().value
    if (!next) throw new Error('There is no such treatment.')
    return next
  }
}

/** Of each imported file. */
const IMPORTED_ROWS = 500

/** Imported families for each one with a link; every second has no email. */
const FAMILIES_PER_CLAIM = 50

/** Fills a database that has the data of a new site, within the caller's transaction. */
export function furnish(db: Transaction, size: CostSize, now: Date): void {
  const today = toIsoDate(now)
  fillDatabase(db, size, { families: familiesOn(today, size.patients), now })
  const insert = createInsert(db)
  const nextFree = createFreeTimes(db, size, now)
  const at = now.getTime()
  const times = (count: number, add: (index: number) => void) => {
    for (let index = 0; index < count; index += 1) add(index)
  }
  const treatments = listOfferedTreatments(db)
  const placedAt = (index: number): PlacedTreatment => {
    const position = index % treatments.length
    const treatment = treatments[position]
    if (!treatment) throw new Error('The clinic has no treatments.')
    return { ...treatment, position }
  }
  const treatmentAt = (index: number) => placedAt(index).id
  const doctors = db.$client
    .prepare<[], string>('select id from doctors order by name')
    .pluck()
    .all()
  const doctorAt = (index: number) => doctors[index % doctors.length] ?? ''
  // The first day whose times the other appointments leave free.
  const doctorOfDay = doctorAt(size.treatments)
  const [desk = ''] = DESK_STAFF
  const ahead = workingDays(now, 1)
  const days = Array.from({ length: 12 }, () => ahead.next().value)

  addStaff()
  addMoney()
  addEvents()
  addSchedule()
  addFamiliesWithMost()
  addDeskFamilies()
  addWaitlist()
  addDeskWork()
  addMessages()
  addImports()
  addImportedFamilies()
  addLegalPages()
  addTickets()
  addDueVisits()
  addConnections()
  addEmails()

  function addStaff(): void {
    const add = (uid: string, role: string, doctor_id: string | null) =>
      insert('users', {
        uid,
        email: `${uid}@example.com`,
        name: uid,
        role,
        doctor_id,
        created_at: at,
        email_verified: 1,
      })
    for (const uid of ADMINS) add(uid, 'admin', null)
    add(DOCTOR_USER, 'doctor', doctorOfDay)
  }

  function addMoney(): void {
    const when = `unixepoch(date) * 1000 + start_minute * 60000`
    db.$client.exec(`
      insert into payments (id, payer_uid, amount_cents, currency, created_at, checked_at)
        select transaction_id, patient_uid, price_cents, 'usd', ${when}, ${when}
        from appointments where transaction_id is not null;
      insert into payment_items (id, payment_id, appointment_id, amount_cents)
        select 'item-' || id, transaction_id, id, price_cents
        from appointments where transaction_id is not null;
      update payments set state = 'succeeded', succeeded_at = created_at;
      insert into stripe_cursors (name, seen_until) values ('comparison', ${at});`)
    const taken = db.$client
      .prepare<[], { id: string; succeededAt: number }>(
        'select id, succeeded_at as succeededAt from payments order by succeeded_at, id',
      )
      .all()
    for (const { id, succeededAt } of taken) issueReceipt(db, id, new Date(succeededAt))
    // Cash taken today: a third is waiting to be handed back, a third has been handed back.
    const unpaid = idsOf(
      `select id from appointments where paid = 0 and date < ? order by id limit ?`,
      today,
      3 * size.each,
    )
    for (const [index, id] of unpaid.entries()) {
      receiveAtDesk(db, { id, version: 0, method: 'cash', till: 'Front desk', actor: desk }, now)
      if (index % 3 === 0) continue
      const by = { reason: 'staff', actor: desk } as const
      const refundId = refundAppointment(db, { appointmentId: id, ...by }, now)
      if (index % 3 === 1) refundCash(db, { refundId, actor: desk, isAdmin: true }, now)
    }
    const paid = idsOf(
      `select id from payments where method = 'card' order by id limit ?`,
      size.each,
    )
    for (const [index, payment_id] of paid.entries()) {
      insert('payment_problems', {
        cause: 'disputed',
        subject: payment_id,
        payment_id,
        stripe_cents: 100 * index,
        recorded_cents: 0,
        found_at: at,
      })
      const refund = idOf('refund', index)
      insert('refunds', {
        id: refund,
        item_id: `item-${payment_id.slice('pi_'.length)}`,
        amount_cents: 1_00,
        reason: 'staff',
        state: 'failed',
        created_at: at,
        checked_at: at,
      })
      insert('payment_problems', {
        cause: 'refund_failed',
        subject: refund,
        payment_id,
        appointment_id: payment_id.slice('pi_'.length),
        stripe_cents: 100,
        recorded_cents: 100,
        found_at: at,
      })
    }
    times(size.each, (index) =>
      insert('till_counts', {
        date: today,
        till: `Till ${index}`,
        kind: 'float',
        version: 1,
        amount_cents: 10_000,
        note: '',
        counted_by: desk,
        counted_at: at,
      }),
    )
  }

  /** One booking event and two views for each appointment. */
  function addEvents(): void {
    const id = (kind: number) => `printf('01890000-000${kind}-7000-8000-%012d', rowid)`
    const when = 'created_at - 86400000'
    db.$client.exec(`
      insert into events (id, kind, actor, subject, data, occurred_at)
        select ${id(1)}, 'appointment.booked', patient_uid, id, json_object('treatmentId', treatment_id, 'date', date, 'startMinute', start_minute), ${when} from appointments;
      insert into events (id, kind, actor, subject, data, occurred_at)
        select ${id(2)}, 'user.viewed', '${desk}', patient_uid, '{"what":"agenda"}', ${when} from appointments;
      insert into events (id, kind, actor, subject, data, occurred_at)
        select ${id(3)}, 'user.viewed', 'admin-' || (rowid % ${ADMINS.length}), patient_uid, '{"what":"agenda"}', ${when}
        from appointments;`)
  }

  function addSchedule(): void {
    const close = (id: string, doctor_id: string | null, date: IsoDate, reason: string) =>
      insert('closures', { id, doctor_id, from_date: date, to_date: date, reason })
    // Makes all appointments of this day conflict.
    close(idOf('closure', 0), null, days[4] ?? today, 'Training')
    const after = 2 * size.bookedDays + 60
    times(size.closures, (index) => {
      close(idOf('closure', index + 1), null, dayAfter(today, after + 7 * index), 'Holiday')
      close(
        idOf('absence', index),
        doctorAt(index),
        dayAfter(today, after + 7 * index + 1),
        'Course',
      )
    })
    times(size.each, (index) => {
      const id = idOf('absence', size.closures + index)
      const doctor_id = doctorAt(index)
      const date = dayAfter(today, -index)
      close(id, doctor_id, date, 'Ill')
      insert('absence_approvals', {
        closure_id: id,
        doctor_id,
        date,
        from_minute: 0,
        recorded_by: desk,
        recorded_at: at,
      })
      insert('extra_sessions', {
        id: idOf('extraSession', index),
        doctor_id: doctorAt(index),
        date: dayAfter(today, after + index),
        from_minute: 19 * 60,
        to_minute: 21 * 60,
      })
    })
    const month = dayAfter(today, 700)
    for (const id of treatments.map(({ id }) => id)) {
      insert('prices', { treatment_id: id, valid_from: month, price_cents: 80_00, created_at: at })
    }
  }

  function addFamiliesWithMost(): void {
    for (const [place, number] of familiesWithMost(size).entries()) {
      const uid = uidOf(number)
      const own = childOf(number)
      const rights = { may_book: 1, may_pay: 1, receives_email: 1, created_at: at }
      const siblings = Array.from({ length: size.perFamily - 2 }, (_, index) => index)
      times(siblings.length, (index) => {
        const id = idOf('sibling', place * 100 + index)
        const birth_date = dayAfter('2012-01-01', 30 * index)
        insert('children', {
          id,
          name: `Sibling ${index}`,
          birth_date,
          created_by: uid,
          created_at: at,
        })
        insert('guardianships', { child_id: id, uid, is_owner: 1, ...rights })
      })
      times(Math.min(size.perFamily - 1, size.patients - number - 2, 4), (index) =>
        insert('guardianships', {
          child_id: own.id,
          uid: uidOf(number + 1 + index),
          is_owner: 0,
          ...rights,
        }),
      )
      // Appointments that the other guardian has booked for a shared child.
      insert('guardianships', { child_id: childOf(number + 1).id, uid, is_owner: 0, ...rights })
      times(size.perFamily, (index) => {
        insert('sessions', {
          id: `session-${place}-${index}`,
          uid,
          device: 'Firefox on Windows',
          started_at: at,
          last_used_at: at - index,
        })
        insert('kept_cards', {
          id: idOf('card', place * 100 + index),
          user_uid: uid,
          customer_id: `cus_${place}`,
          payment_method_id: `pm_${place}_${index}`,
          fingerprint: `card-${index}`,
          brand: 'visa',
          last4: '4242',
          expiry_month: 12,
          expiry_year: 2034,
          kept_at: at,
          used_at: at - index,
        })
        const invitation = idOf('invitation', place * 100 + index)
        insert('guardian_invitations', {
          id: invitation,
          invited_by: uid,
          email: emailOf(number + 2 + index),
          may_book: 1,
          may_pay: 1,
          receives_email: 1,
          created_at: at,
          expires_at: at + 7 * 86_400_000,
        })
        // The first applies to all treatments.
        const invited = index === 0 ? siblings : [index % siblings.length]
        for (const sibling of invited) {
          insert('guardian_invitation_children', {
            invitation_id: invitation,
            child_id: idOf('sibling', place * 100 + sibling),
          })
        }
        insert('child_alerts', {
          id: idOf('alert', place * 100 + index),
          version: 1,
          child_id: own.id,
          kind: 'allergy',
          text: `Alert ${index}`,
          written_by: desk,
          written_at: at,
        })
        addDeskFamily(place * 100 + index + 1_000, emailOf(number), {
          // Before opening time, when the account has no other appointment.
          date: days[11] ?? today,
          service: placedAt(index),
          slot: { startMinute: 10 * (place * size.perFamily + index), lengthMinutes: 10 },
        })
        insert('family_links', {
          id: idOf('link', place * 100 + index),
          desk_family_id: idOf('deskFamily', place * 100 + index + 1_000),
          uid,
          proposed_by: desk,
          proposed_at: at,
        })
      })
      const series = idsOf(
        `select id from appointments where patient_uid = ? and date >= ? order by date`,
        uid,
        today,
      )
      const inSeries = db.$client.prepare(
        'update appointments set series_id = ?, series_number = ?, series_size = ? where id = ?',
      )
      if (series.length < 2) continue
      for (const [index, id] of series.entries()) {
        inSeries.run(idOf('hours', place), index + 1, series.length, id)
      }
    }
  }

  function addDeskFamilies(): void {
    times(size.each, (index) => {
      const email = index % 2 === 0 ? null : `desk-family-${index}@example.com`
      addDeskFamily(index, email, nextFree(treatmentAt(index)), idOf('deskChild', index))
      insert('identity_changes', {
        id: idOf('correction', index),
        child_id: childOf(index % size.patients).id,
        field: 'name',
        old_value: 'Mia',
        new_value: nameOf(index),
        corrected: 1,
        kept: 0,
        changed_by: desk,
        changed_at: at,
      })
    })
    // Appointments that the clinic has moved; some families have no email.
    db.$client.exec(`
      insert into clinic_changes (appointment_id, what, date, changed_at)
        select id, 'moved', date, ${at} from appointments where desk_family_id is not null`)
  }

  /** Adds a family without an account, with an appointment for `child` or for itself. */
  function addDeskFamily(
    number: number,
    email: string | null,
    time: FreeTime,
    child?: string,
  ): void {
    const id = idOf('deskFamily', number)
    const name = `Desk ${nameOf(number)}`
    insert('desk_families', {
      id,
      name,
      phone: phoneOf(number),
      email,
      created_by: desk,
      created_at: at,
    })
    const patient = { child_name: `Desk Child ${number}`, child_birth_date: '2021-06-05' }
    if (child) {
      insert('children', {
        id: child,
        name: patient.child_name,
        birth_date: patient.child_birth_date,
        created_by: desk,
        created_at: at,
        desk_family_id: id,
      })
    }
    addAppointment(time, {
      desk_family_id: id,
      patient_name: name,
      email: email ?? '',
      phone: phoneOf(number),
      ...(child && { child_id: child, ...patient }),
    })
  }

  function addAppointment({ date, service, slot }: FreeTime, details: Row): string {
    const id = crypto.randomUUID()
    const doctor = doctorFor(service)
    insert('appointments', {
      id,
      treatment_id: service.id,
      treatment: service.name,
      price_cents: 75_00,
      doctor_id: doctor?.id ?? null,
      doctor_name: doctor?.name ?? null,
      date,
      start_minute: slot.startMinute,
      length_minutes: slot.lengthMinutes,
      address: '1 Main Street',
      created_at: at,
      ...details,
    })
    return id
  }

  function addWaitlist(): void {
    const request = {
      from_date: dayAfter(today, 1),
      to_date: dayAfter(today, 60),
      weekdays: '[0,1,2,3,4,5,6]',
      notice_minutes: 0,
      phone: '+1 212 555 0100',
      address: '1 Main Street',
    }
    // Odd numbers only, because `familiesWithMost` have entries of their own.
    times(size.entries, (index) => {
      const number = (2 * index + 1) % size.patients
      insert('waitlist_entries', {
        id: idOf('entry', index),
        uid: uidOf(number),
        child_id: childOf(number).id,
        treatment_id: treatmentAt(index + Math.floor((2 * index + 1) / size.patients)),
        state: index % 10 === 9 ? 'paused' : 'open',
        joined_at: at - 1_000 * index,
        ...request,
      })
    })
    for (const [place, number] of familiesWithMost(size).entries()) {
      times(Math.min(size.perFamily, treatments.length), (index) =>
        insert('waitlist_entries', {
          id: idOf('entry', 10_000 + place * 100 + index),
          uid: uidOf(number),
          treatment_id: treatmentAt(index),
          joined_at: at - 1_000 * index,
          ...request,
        }),
      )
    }
    times(Math.min(size.each, size.entries), (index) =>
      addOffer('offer', index, { id: idOf('entry', index), treatment: treatmentAt(index) }),
    )
    // The appointments of the closed day are re-offered.
    const closed = db.$client
      .prepare<[string, number], { id: string; uid: string; child: string; treatment: string }>(
        `select id, patient_uid as uid, child_id as child, treatment_id as treatment
         from appointments where date = ? order by id limit ?`,
      )
      .all(days[4] ?? today, Math.floor(size.each / 2))
    for (const [index, { id, uid, child, treatment }] of closed.entries()) {
      const entry = idOf('reoffer', index)
      insert('waitlist_entries', {
        id: entry,
        uid,
        child_id: child,
        treatment_id: treatment,
        appointment_id: id,
        closure_id: idOf('closure', 0),
        rank: 0,
        joined_at: at,
        ...request,
      })
      addOffer('reoffer', 10_000 + index, { id: entry, treatment })
    }
  }

  /** An offer that is open for a day, and earlier ones without an answer. */
  function addOffer(
    kind: 'offer' | 'reoffer',
    index: number,
    entry: { id: string; treatment: string },
  ): void {
    const { date, service, slot } = nextFree(entry.treatment)
    const doctor = doctorFor(service)
    const time = {
      date,
      start_minute: slot.startMinute,
      length_minutes: slot.lengthMinutes,
      doctor_id: doctor?.id ?? null,
    }
    for (const state of ['expired', 'open']) {
      const number = 2 * index + Number(state === 'open')
      const [freed_time_id, id] = [idOf('freedTime', number), idOf(kind, 20_000 + number)]
      insert('freed_times', {
        id: freed_time_id,
        treatment_id: service.id,
        ...time,
        offers: 1,
        state: state === 'open' ? 'offering' : 'public',
        freed_at: at,
        public_at: at + 86_400_000,
      })
      insert('offers', {
        id,
        entry_id: entry.id,
        freed_time_id,
        state,
        ...time,
        doctor_name: doctor?.name ?? null,
        price_cents: priceOn(service.prices, date) ?? 0,
        made_at: at,
        made_on: today,
        expires_at: at + 86_400_000,
      })
      if (state !== 'open') continue
      insert('holds', { id: idOf('hold', index), offer_id: id, treatment_id: service.id, ...time })
    }
  }

  function addDeskWork(): void {
    // Today's appointments of `DOCTOR_USER`; the first has many notes.
    const treatment_id = db.$client
      .prepare<[string], string>('select treatment_id from doctor_treatments where doctor_id = ?')
      .pluck()
      .get(doctorOfDay)
    times(Math.min(size.each, 24), (index) => {
      const number = (2 * index + 1) % size.patients
      const child = childOf(number)
      const id = crypto.randomUUID()
      insert('appointments', {
        id,
        treatment_id: treatment_id ?? '',
        treatment: treatments.find(({ id }) => id === treatment_id)?.name ?? '',
        price_cents: 75_00,
        doctor_id: doctorOfDay,
        doctor_name: 'Dr. Today',
        date: today,
        start_minute: 8 * 60 + 20 * index,
        length_minutes: 20,
        patient_uid: uidOf(number),
        patient_name: nameOf(number),
        email: emailOf(number),
        phone: phoneOf(number),
        address: '1 Main Street',
        created_at: at,
        child_id: child.id,
        child_name: child.name,
        child_birth_date: child.birthDate,
        attendance: index % 2 === 0 ? 'arrived' : 'expected',
        arrived_at: index % 2 === 0 ? at : null,
      })
      times(index === 0 ? size.each : 1, (note) => {
        const text = { appointment_id: id, version: note + 1, note: `Note ${note}` }
        insert('appointment_notes', { ...text, written_by: desk, written_at: at })
        db.$client
          .prepare('update appointments set staff_note = ?, note_version = ? where id = ?')
          .run(`Note ${note}`, note + 1, id)
      })
    })
    db.$client
      .prepare(
        `update appointments set status = 'cancelled', cancelled_at = ? where id in
         (select id from appointments where date = ? order by id limit ?)`,
      )
      .run(at, days[1], Math.floor(size.each / 2))
    const unpaid = idsOf(
      `select id from appointments where paid = 0 and date < ? and attendance = 'expected'
       order by id desc limit ?`,
      today,
      2 * size.each,
    )
    const miss = db.$client.prepare(`update appointments set attendance = 'no_show' where id = ?`)
    for (const id of unpaid.splice(size.each)) miss.run(id)
    for (const subject of unpaid) {
      insert('todo_marks', { list: 'settle', subject, claimed_by: desk, claimed_at: at })
    }
  }

  function addLegalPages(): void {
    times(size.each, (index) => {
      insert('legal_pages', {
        page: 'notice',
        version: index + 1,
        effective_on: '2020-01-01',
        body: '[]',
        published_at: at,
      })
      insert('legal_translations', {
        page: 'notice',
        version: index + 1,
        language: 'es',
        revision: 1,
        body: '[]',
        saved_at: at,
      })
    })
  }

  function addMessages(): void {
    times(size.each, (index) => {
      const id = idOf('message', index)
      insert('contact_messages', {
        id,
        form_key: id,
        name: nameOf(index),
        email: emailOf(index),
        phone: phoneOf(index),
        query: 'Do you see newborns?',
        received_at: at,
      })
    })
  }

  /** Of children of the first families, who have not answered the email about them. */
  function addTickets(): void {
    times(size.each * 6, (index) => {
      const number = index % 3
      insert('tickets', {
        id: idOf('ticket', index),
        child_id: childOf(number).id,
        treatment_id: treatmentAt(index),
        doctor_id: `doctor-${index}`,
        due_date: today,
        from_date: dayAfter(today, -7),
        to_date: dayAfter(today, 21),
        asked: 1,
        origin: 'visit',
        opened_at: at,
      })
    })
  }

  /** The plan is on. A row is due for every child; some children were here long ago, and have no appointment. */
  function addDueVisits(): void {
    for (const [index, { ageMonths, fromDays, toDays }] of OFFERED_ROWS.entries()) {
      insert('plan_rows', {
        id: idOf('planRow', index),
        age_months: ageMonths,
        from_days: fromDays,
        to_days: toDays,
        treatment_id: treatmentAt(0),
        version: 1,
      })
    }
    db.$client.prepare('update check_up_plans set is_on = 1, version = 1, looked_on = ?').run(today)
    const addDue = (child_id: string, birthDate: IsoDate) => {
      for (const [index, row] of OFFERED_ROWS.entries()) {
        const { from, to } = windowOf(row, birthDate)
        if (today < from || to < today) continue
        insert('due_items', {
          child_id,
          row_id: idOf('planRow', index),
          to_date: to,
          changed_at: at,
        })
      }
    }
    times(size.patients, (number) => addDue(childOf(number).id, childOf(number).birthDate))
    // Families with few children.
    const owners = Array.from({ length: size.patients }, (_, number) => number).filter(
      (number) => number % 8 === 3 && !familiesWithMost(size).includes(number),
    )
    for (const number of owners) {
      const id = idOf('dueChild', number)
      const uid = uidOf(number)
      const birth_date = dayAfter(today, -3 * 365 - (number % 90))
      insert('children', { id, name: `Due ${number}`, birth_date, created_by: uid, created_at: at })
      insert('guardianships', {
        child_id: id,
        uid,
        is_owner: 1,
        may_book: 1,
        may_pay: 1,
        receives_email: 1,
        created_at: at,
      })
      insert('past_visits', {
        id: idOf('pastVisit', number),
        child_id: id,
        date: dayAfter(today, -200),
        treatment_id: treatmentAt(1),
        created_at: at,
      })
      addDue(id, birth_date)
    }
  }

  function addImports(): void {
    const columns = { childName: 0, birthDate: 1, guardianName: 2, phone: 3 }
    const mapping = { columns, dateOrder: null, treatments: [], doctors: [], squeeze: false }
    times(size.each, (index) => {
      const id = idOf('import', index)
      insert('imports', {
        id,
        kind: 'families',
        state: 'mapping',
        file_name: 'families.csv',
        encoding: 'UTF-8',
        headers: JSON.stringify(['Child', 'DOB', 'Parent', 'Phone']),
        rows: IMPORTED_ROWS,
        mapping: JSON.stringify(mapping),
        created_by: 'admin-0',
        created_at: at,
      })
      times(IMPORTED_ROWS, (row) =>
        insert('import_rows', {
          import_id: id,
          number: row + 1,
          raw: JSON.stringify([nameOf(row), '2021-06-05', nameOf(row), phoneOf(row)]),
        }),
      )
    })
  }

  /** With a child each. The first ones have a link by which they claim their records. */
  function addImportedFamilies(): void {
    times(size.each * FAMILIES_PER_CLAIM, (index) => {
      const id = idOf('importedFamily', index)
      insert('desk_families', {
        id,
        // Found by none of the searches.
        name: 'Quinn Ortiz',
        phone: '555 0100',
        email: index % 2 === 0 ? null : `imported-${index}@families.example`,
        import_id: idOf('import', 0),
        created_by: desk,
        created_at: at,
      })
      insert('children', {
        id: idOf('importedChild', index),
        name: 'Quinta Ortiz',
        birth_date: '2021-06-05',
        created_by: desk,
        created_at: at,
        desk_family_id: id,
      })
      if (index >= size.each) return
      insert('claims', {
        id: idOf('claim', index),
        desk_family_id: id,
        token_hash: hashOfClaimToken(claimTokens.issue(idOf('claim', index))),
        channel: 'letter',
        created_by: ADMINS[0] ?? '',
        created_at: at,
        expires_at: addDays(now, 60).getTime(),
      })
    })
  }

  function addConnections(): void {
    times(size.each, (index) =>
      insert('images', {
        id: idOf('image', index),
        purpose: 'doctor',
        uploaded_by: ADMINS[0] ?? '',
        type: 'image/jpeg',
        status: 'processed',
        storage_provider: 'local',
        created_at: at,
        processed_at: at,
      }),
    )
    times(size.feeds, (index) =>
      insert('calendar_feeds', {
        id: idOf('feed', index),
        token_hash: hashOfToken(feedToken(index)),
        doctor_id: index % 4 === 0 ? null : doctorAt(index),
        with_names: index % 2,
        created_by: ADMINS[0] ?? '',
        created_at: at,
      }),
    )
    times(Math.min(size.each, 8), (index) => {
      const id = idOf('endpoint', index)
      insert('webhook_endpoints', {
        id,
        url: `https://hooks.example/${index}`,
        kinds: JSON.stringify(webhookKind.options.slice(-1)),
        active: index === 0 ? 1 : 0,
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        created_at: at,
      })
      db.$client
        .prepare(
          `insert into event_deliveries (event_id, handler, status, attempts, due_at)
           select id, ?, 'done', 1, occurred_at from events
           where kind = 'appointment.booked' order by id limit ?`,
        )
        .run(webhookHandlerOf(id), size.each)
    })
  }

  function addEmails(): void {
    db.$client.exec(`
      insert into notifications (id, kind, appointment_id, uid, recipient, dedupe_key, data, state, due_at, attempts, attempted_at, created_at, sent_at)
        select printf('01890000-0004-7000-8000-%012d', rowid), 'booked', id, patient_uid, email, 'booked ' || id, '{}', 'sent', ${at}, 1, ${at}, ${at}, ${at}
        from appointments where patient_uid is not null;`)
    db.$client
      .prepare(
        `update users set bounced_email = email, bounced_at = ? where uid in
         (select uid from users where role = 'patient' order by created_at limit ?)`,
      )
      .run(at, Math.floor(size.each / 3))
  }

  function idsOf(query: string, ...values: (string | number | undefined)[]): string[] {
    return db.$client
      .prepare<unknown[], string>(query)
      .pluck()
      .all(...values)
  }
}
