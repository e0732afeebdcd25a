import fc, { type GeneratorValue } from 'fast-check'
import { expect, test } from 'vitest'
import type { GuardianRights } from '../../contract/children.ts'
import { dayAfter } from '../../contract/dates.ts'
import { DEFAULT_TERMS } from '../../contract/refund-bands.ts'
import type { Database } from '../../drizzle/client.ts'
import {
  findAppointment,
  insertAppointment,
  listAppointments,
} from '../../drizzle/queries/appointments.ts'
import { listChildren } from '../../drizzle/queries/children.ts'
import { listPastAppointments, toPastAppointment } from '../../drizzle/queries/history.ts'
import { notifyFamily } from '../../drizzle/queries/notifications.ts'
import {
  findPaidItem,
  markSucceeded,
  payAppointment,
  recordPayment,
} from '../../drizzle/queries/payments.ts'
import { listReceiptsOf } from '../../drizzle/queries/receipts.ts'
import { listTreatmentIds } from '../../drizzle/queries/treatments.ts'
import { findUser, insertUser } from '../../drizzle/queries/users.ts'
import { NOW, seededDatabase } from '../../drizzle/testing/seeded-database.ts'
import { cancelByFamily } from '../booking/cancel-appointment.ts'
import { describeOptions, findChangeable } from '../booking/change-options.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { MOMENT } from '../testing/booking.ts'
import { findAccess, readSharedAppointments, toAppointmentFor } from './appointment-access.ts'
import { addChild } from './children.ts'
import { changeGuardian, readGuardians, removeGuardian } from './guardians.ts'
import { acceptInvitation, invite, withdrawInvitation } from './invitations.ts'

// Random families: what each member sees of each appointment, against a model that knows only who
// guards whom, with which rights, and who booked and paid what.

/** More with `FAMILIES=2000`. */
const FAMILIES = Number(process.env.FAMILIES ?? 500)

/** Families in one database: they must not see each other either. */
const PER_DATABASE = 250
const STEPS = 12
const PEOPLE = 4

interface ModelChild {
  isAdult: boolean
  guardians: Map<string, GuardianRights & { isOwner: boolean }>
}

interface ModelAppointment {
  booker: string
  child: string | null
  isPast: boolean
  isCancelled: boolean
  payer: string | null
  paymentId: string
}

interface ModelInvitation {
  by: string
  to: string
  children: string[]
  rights: GuardianRights
  isPending: boolean
}

/** Everything that is only for that person, and the clinic. */
const secretsOf = (uid: string) => ({
  email: `${uid}@private.example`,
  name: `Name-${uid}-`,
  phone: `555 ${uid.replace(/\D/g, '').padStart(7, '0')}`,
  address: `Address-${uid}-`,
})
const paymentOf = (uid: string, appointment: string) => `pi_${uid}_${appointment}_`

class Family {
  readonly children = new Map<string, ModelChild>()
  readonly appointments = new Map<string, ModelAppointment>()
  readonly invitations = new Map<string, ModelInvitation>()
  readonly people: string[]
  private readonly db: Database
  private readonly g: GeneratorValue
  private readonly number: number
  private readonly treatmentId: string

  constructor(db: Database, g: GeneratorValue, number: number) {
    this.db = db
    this.g = g
    this.number = number
    this.treatmentId = listTreatmentIds(db)[0] ?? ''
    this.people = Array.from({ length: PEOPLE }, (_, index) => `u${number}x${index}`)
    for (const uid of this.people) {
      const { email, name } = secretsOf(uid)
      insertUser(db, { uid, email, name, emailVerified: true, createdAt: NOW })
    }
  }

  private pick<Item>(items: Iterable<Item>): Item | undefined {
    const all = [...items]
    return all.length === 0 ? undefined : all[this.g(fc.nat, all.length - 1)]
  }

  private chance(): boolean {
    return this.g(fc.boolean)
  }

  private rights(): GuardianRights {
    return { mayBook: this.chance(), mayPay: this.chance(), receivesEmail: this.chance() }
  }

  /** Parents with a child and two appointments. */
  begin(): void {
    const [mother = '', father = ''] = this.people
    this.addChild(mother)
    this.invite(mother, father)
    this.accept(father)
    this.book(mother)
    this.book(this.chance() ? mother : father)
  }

  step(): void {
    const uid = this.pick(this.people) ?? ''
    const steps = [
      () => this.addChild(uid),
      () => this.invite(uid),
      () => this.invite(uid),
      () => this.accept(uid),
      () => this.accept(uid),
      () => this.withdraw(uid),
      () => this.change(uid),
      () => this.remove(uid),
      () => this.comeOfAge(),
      () => this.book(uid),
      () => this.book(uid),
      () => this.pay(uid),
      () => this.pay(uid),
      () => this.cancel(uid),
    ]
    this.pick(steps)?.()
  }

  private addChild(uid: string): void {
    const details = { name: `Child ${this.children.size}`, birthDate: '2020-06-05' }
    const outcome = addChild(this.db, details, { uid, now: NOW, today: MOMENT.today })
    if (outcome.outcome !== 'added') return
    const all = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }
    const guardians = new Map([[uid, all]])
    this.children.set(outcome.added.child.id, { isAdult: false, guardians })
  }

  private invite(uid: string, to = this.pick(this.people) ?? ''): void {
    const [first = '', ...others] = this.children.keys()
    const known = [first, ...others.filter(() => this.chance())]
    const rights = this.rights()
    const user = findUser(this.db, uid)
    if (!user) return
    const wish = { children: known, email: secretsOf(to).email, ...rights }
    const outcome = invite(this.db, wish, { user, now: NOW, today: MOMENT.today })
    const mayInvite = known.every((id) => {
      const child = this.children.get(id)
      return child?.guardians.get(uid)?.isOwner && !child.isAdult
    })
    if (outcome.outcome !== 'invited') return
    expect(mayInvite).toBe(true)
    for (const other of this.invitations.values()) {
      if (other.by === uid && other.to === to) other.isPending = false
    }
    const invitation = { by: uid, to, children: known, rights, isPending: true }
    this.invitations.set(outcome.invitation._id, invitation)
  }

  private accept(uid: string): void {
    const [id = '', invitation] = this.pick(this.invitations) ?? []
    const user = findUser(this.db, uid)
    if (!user || !invitation) return
    const before = listChildren(this.db, uid).length
    const outcome = acceptInvitation(
      this.db,
      { id, merges: [] },
      { user, now: NOW, today: MOMENT.today },
    )
    const { by, to, isPending, rights } = invitation
    const joined = invitation.children
      .flatMap((childId) => this.children.get(childId) ?? [])
      .filter(({ guardians }) => guardians.get(by)?.isOwner)
    const joins = joined.filter(({ guardians }) => !guardians.has(uid))
    const isOpen = isPending && to === uid && joined.length > 0
    if (!isOpen || outcome.outcome !== 'read') {
      expect(listChildren(this.db, uid)).toHaveLength(before)
      return
    }
    invitation.isPending = false
    for (const { guardians } of joins) guardians.set(uid, { ...rights, isOwner: false })
  }

  private withdraw(uid: string): void {
    const [id = '', invitation] = this.pick(this.invitations) ?? []
    if (!invitation) return
    const { outcome } = withdrawInvitation(this.db, id, { uid, now: NOW })
    const isOwner = invitation.children.some(
      (childId) => this.children.get(childId)?.guardians.get(uid)?.isOwner,
    )
    if (outcome !== 'withdrawn') return
    expect(isOwner || invitation.by === uid).toBe(true)
    invitation.isPending = false
  }

  private change(uid: string): void {
    const [childId = '', child] = this.pick(this.children) ?? []
    const target = this.pick(this.people) ?? ''
    const wish = { isOwner: this.chance(), ...this.rights() }
    const guarded = { childId, guardian: target }
    const { outcome } = changeGuardian(this.db, guarded, wish, { uid, now: NOW })
    if (outcome !== 'changed') return
    expect(child?.guardians.get(uid)?.isOwner).toBe(true)
    const all = wish.isOwner && { mayBook: true, mayPay: true }
    child?.guardians.set(target, { ...wish, ...all })
  }

  private remove(uid: string): void {
    const [childId = '', child] = this.pick(this.children) ?? []
    const target = this.chance() ? uid : (this.pick(this.people) ?? '')
    const { outcome } = removeGuardian(this.db, { childId, guardian: target }, { uid, now: NOW })
    if (outcome !== 'left' && outcome !== 'removed') return
    expect(target === uid || child?.guardians.get(uid)?.isOwner).toBe(true)
    child?.guardians.delete(target)
    expect([...(child?.guardians.values() ?? [])].some(({ isOwner }) => isOwner)).toBe(true)
  }

  private comeOfAge(): void {
    const [id, child] = this.pick(this.children) ?? []
    if (!child || this.g(fc.nat, 3) > 0) return
    child.isAdult = true
    const born = "'2009-03-01'"
    this.db.$client.exec(`UPDATE children SET birth_date = ${born} WHERE id = '${id}';
      UPDATE appointments SET child_birth_date = ${born} WHERE child_id = '${id}'`)
  }

  private book(uid: string): void {
    const guarded = listChildren(this.db, uid).filter(({ guardianship }) => guardianship.mayBook)
    const child = this.pick([undefined, ...guarded, ...guarded])?.child
    const isPast = this.chance()
    const count = this.appointments.size
    const id = `a${this.number}x${count}`
    const { phone, address, email, name } = secretsOf(uid)
    const days = this.number * 2 * STEPS + count + 1
    const row = insertAppointment(this.db, {
      id,
      treatmentId: this.treatmentId,
      treatment: 'Allergy Testing',
      doctorId: null,
      doctorName: null,
      priceCents: 110_00,
      date: dayAfter(MOMENT.today, isPast ? -days : days),
      startMinute: 540,
      lengthMinutes: 30,
      patientUid: uid,
      ...(child && { childId: child.id, childName: child.name, childBirthDate: child.birthDate }),
      patientName: name,
      email,
      phone,
      address,
      createdAt: NOW,
      terms: DEFAULT_TERMS,
    })
    if (!row) throw new Error('The time is taken.')
    const state = { isPast, isCancelled: false, payer: null, paymentId: '' }
    this.appointments.set(id, { booker: uid, child: child?.id ?? null, ...state })
    notifyFamily(this.db, id, { kind: 'booked', data: {} }, NOW)
    const emailed = this.db.$client
      .prepare<[string], string>('SELECT uid FROM notifications WHERE appointment_id = ?')
      .pluck()
      .all(id)
    const guardians = child ? [...(this.children.get(child.id)?.guardians ?? [])] : []
    const wanted = guardians.flatMap(([other, { receivesEmail }]) => (receivesEmail ? other : []))
    expect(emailed.sort()).toEqual([...new Set([uid, ...wanted])].sort())
  }

  private pay(uid: string): void {
    const [id = '', appointment] = this.pick(this.appointments) ?? []
    if (!appointment || appointment.payer !== null || appointment.isCancelled) return
    const mayPay = findAccess(this.db, { id, uid }, MOMENT)?.mayPay ?? false
    expect(mayPay).toBe(this.expected(uid, appointment).mayPay)
    if (!mayPay) return
    const paymentId = paymentOf(uid, id)
    const items = [{ appointmentId: id, amountCents: 110_00 }]
    recordPayment(this.db, { id: paymentId, payerUid: uid, currency: 'usd', items }, NOW)
    markSucceeded(this.db, paymentId, NOW)
    payAppointment(this.db, { appointmentId: id, paymentId }, NOW)
    issueReceipt(this.db, paymentId, NOW)
    Object.assign(appointment, { payer: uid, paymentId })
  }

  private cancel(uid: string): void {
    const [id = '', appointment] = this.pick(this.appointments) ?? []
    const version = findAppointment(this.db, id)?.version ?? 0
    const context = contextOf(uid)
    const row = findChangeable(this.db, id, context)
    if (!appointment || !row) return
    const { refund } = describeOptions(this.db, row, context).quote
    const wish = { id, version, refundCents: refund * 100 }
    const { outcome } = cancelByFamily(this.db, wish, context)
    if (outcome !== 'cancelled') return
    expect(this.expected(uid, appointment).mayChange || appointment.isCancelled).toBe(true)
    appointment.isCancelled = true
  }

  /** What the rules give that person, from the model alone. */
  private expected(uid: string, { booker, child, isPast, isCancelled, payer }: ModelAppointment) {
    const isBooker = booker === uid
    const nothing = { view: 'none', mayChange: false, mayPay: false }
    if (child === null) {
      return isBooker ? { view: 'own', mayChange: true, mayPay: true } : nothing
    }
    const { isAdult, guardians } = this.children.get(child) ?? { isAdult: true }
    const rights = guardians?.get(uid)
    if (rights && isBooker) return { view: 'own', mayChange: !isAdult, mayPay: true }
    if (rights && !isAdult) {
      return { view: 'shared', mayChange: rights.mayBook, mayPay: rights.mayPay }
    }
    const isTheirMoney = (isPast || isCancelled) && payer === uid
    return isTheirMoney ? { ...nothing, view: isBooker ? 'own' : 'shared' } : nothing
  }

  /** Looks at two of them, to have time for more families. */
  check(): void {
    const first = this.g(fc.nat, PEOPLE - 1)
    for (const index of [first, (first + 1) % PEOPLE]) this.checkPerson(this.people[index] ?? '')
  }

  private checkPerson(uid: string): void {
    const user = findUser(this.db, uid)
    if (!user) throw new Error('There is no such user.')
    const answers: unknown[] = []
    const wanted: unknown[] = []
    const found: unknown[] = []
    for (const [id, appointment] of this.appointments) {
      const access = findAccess(this.db, { id, uid }, MOMENT)
      const expected = this.expected(uid, appointment)
      wanted.push({ id, ...expected })
      const { mayChange = false, mayPay = false } = access ?? {}
      const view = access ? (access.isBooker ? 'own' : 'shared') : 'none'
      found.push({ id, view, mayChange, mayPay })
      if (!access) continue
      const shown = toAppointmentFor(this.db, access, user)
      const { phone, address } = secretsOf(appointment.booker)
      const isOwnMoney = appointment.payer === uid && !appointment.isCancelled
      wanted.push([
        ...(expected.view === 'own' ? [phone, address] : ['', '']),
        isOwnMoney ? appointment.paymentId : undefined,
      ])
      found.push([shown.phone, shown.address, shown.transactionId])
      const options = describeOptions(this.db, access.row, contextOf(uid))
      const { refund, kept } = options.quote
      const isOthersMoney = appointment.payer !== null && appointment.payer !== uid
      wanted.push(isOthersMoney ? [0, 0] : [refund, kept])
      found.push([refund, kept])
      answers.push(shown, options, this.receiptsOf(id, uid))
    }
    expect(found).toEqual(wanted)
    const seen = (wanted: string) =>
      [...this.appointments]
        .filter(([, appointment]) => this.expected(uid, appointment).view === wanted)
        .map(([id]) => id)
    const own = listAppointments(this.db, uid).filter(({ id }) =>
      findAccess(this.db, { id, uid }, MOMENT),
    )
    expect(own.map(({ id }) => id).sort()).toEqual(seen('own').sort())
    const shared = readSharedAppointments(this.db, uid, MOMENT)
    const guarded = seen('shared').filter((id) => this.isGuarded(uid, id))
    expect(shared.map(({ _id }) => _id).sort()).toEqual(guarded.sort())
    const past = listPastAppointments(this.db, { uid, moment: MOMENT, limit: 500 })
    expect(past.map(({ id }) => id).sort()).toEqual(this.historyOf(uid).sort())
    answers.push(
      own.map((row) => toAppointmentFor(this.db, { row, isBooker: true, mayPay: true }, user)),
      shared,
      past.map((row) => toPastAppointment(this.db, row, user)),
    )
    this.expectNothingOfOthers(uid, JSON.stringify(answers))
    for (const id of this.children.keys()) {
      const list = readGuardians(this.db, id, { uid, now: NOW })
      const rights = this.children.get(id)?.guardians.get(uid)
      expect(list !== undefined).toBe(rights !== undefined)
      if (!rights?.isOwner) expect(JSON.stringify(list ?? {})).not.toContain('@')
    }
  }

  private isGuarded(uid: string, id: string): boolean {
    const { child, booker } = this.appointments.get(id) ?? { child: null }
    const { guardians, isAdult } = this.children.get(child ?? '') ?? {}
    return booker !== uid && guardians?.has(uid) === true && isAdult === false
  }

  /** What is past and theirs, or paid by them. */
  private historyOf(uid: string): string[] {
    return [...this.appointments].flatMap(([id, appointment]) => {
      const { isPast, isCancelled, booker, child, payer } = appointment
      const stillGuards = child === null || this.children.get(child)?.guardians.has(uid)
      const isTheirs = payer === uid || (booker === uid && stillGuards)
      return (isPast || isCancelled) && isTheirs ? [id] : []
    })
  }

  private receiptsOf(id: string, uid: string): unknown[] {
    const item = findPaidItem(this.db, id)
    const payer = this.appointments.get(id)?.payer
    if (!item || payer !== uid) return []
    return listReceiptsOf(this.db, [item.paymentId]).map(({ document }) => document)
  }

  private expectNothingOfOthers(uid: string, text: string): void {
    for (const other of this.people) {
      if (other === uid) continue
      for (const secret of [...Object.values(secretsOf(other)), `pi_${other}_`]) {
        expect(text.includes(secret), `${uid} sees ${secret}`).toBe(false)
      }
    }
  }
}

function contextOf(uid: string) {
  const changer = { uid, isStaff: false }
  return { changer, rules: { changeUntilHours: 2, mostMoves: 3 }, moment: MOMENT, now: NOW }
}

test(`in ${FAMILIES} random families everyone sees what is theirs, and nothing of another’s`, () => {
  let db = seededDatabase()
  let made = 0
  fc.assert(
    fc.property(fc.gen(), (g) => {
      if (made % PER_DATABASE === 0) db = seededDatabase()
      made += 1
      const family = new Family(db, g, made % PER_DATABASE)
      family.begin()
      for (let step = 0; step < STEPS; step += 1) family.step()
      family.check()
    }),
    // Shrinking would need a database without earlier families.
    { numRuns: FAMILIES, endOnFailure: true },
  )
}, 600_000)
