import { addDays } from 'date-fns'
import { eq } from 'drizzle-orm'
import fc, { type GeneratorValue } from 'fast-check'
import { expect, test } from 'vitest'
import { formatSlot, parseSlot } from '#contract/booking/slots.ts'
import { dayAfter } from '#contract/dates.ts'
import type { GuardianRights } from '#contract/guardians/children.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { removeUser } from '#domain/identity/remove-user.ts'
import { readSubject } from '#domain/notifications/kinds/read-subject.ts'
import { notifyFamily } from '#domain/notifications/notify-family.ts'
import { findFamilyErrors } from '#drizzle/checks/families.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment, listAppointments } from '#drizzle/queries/booking/appointments.ts'
import { listPastAppointments } from '#drizzle/queries/booking/history.ts'
import {
  type ChildRow,
  correctChild,
  findChild,
  listChildren,
} from '#drizzle/queries/guardians/children.ts'
import { findUser, insertUser } from '#drizzle/queries/identity/users.ts'
import { typed } from '#drizzle/queries/notifications/notifications.ts'
import {
  findPaidItem,
  markSucceeded,
  payAppointment,
  recordPayment,
} from '#drizzle/queries/payments/payments.ts'
import { listReceiptsOf } from '#drizzle/queries/payments/receipts.ts'
import { listTreatmentIds } from '#drizzle/queries/schedule/treatments.ts'
import { listOwnEntries } from '#drizzle/queries/waitlist/entry-lists.ts'
import { type EntryRow, findReoffer } from '#drizzle/queries/waitlist/waitlist.ts'
import { notifications } from '#drizzle/schema/index.ts'
import { addAppointment, type NewAppointment, NOW } from '#drizzle/testing/seeded-database.ts'
import {
  toAppointmentFor,
  toChangeOptions,
  toSharedAppointment,
} from '#server/views/appointments.ts'
import { toGuardianList } from '#server/views/guardians.ts'
import { toPastAppointment } from '#server/views/history.ts'
import { toEntry, toOffer } from '#server/views/waitlist.ts'
import { cancelByFamily } from '../booking/cancel-appointment.ts'
import { findChangeable, readOptions } from '../booking/change-options.ts'
import { bookBlock, listBlocks } from '../booking/sibling-blocks.ts'
import { receiveAtDesk } from '../front-desk/cash-payments.ts'
import { addFamily } from '../front-desk/families.ts'
import { confirmLink, listProposals, proposeLink, undoLink } from '../front-desk/family-links.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { BY_ADMIN, byFamily, freeSlots, MOMENT, TIME_ZONE } from '../testing/booking.ts'
import { acceptOffer, declineOffer, findOwnOffer } from '../waitlist/answers/answer-offer.ts'
import { readOffer } from '../waitlist/answers/read-offer.ts'
import { joinWaitlist } from '../waitlist/entries/join.ts'
import { readEntries } from '../waitlist/entries/read-entries.ts'
import { notifyAboutOffer } from '../waitlist/offers/notify-guardians.ts'
import { insertFree, writeOffer } from '../waitlist/offers/offer-times.ts'
import { reofferAppointments } from '../waitlist/reoffers/reoffer-appointments.ts'
import { answering, waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { findAccess, listShared, showAppointment } from './appointment-access.ts'
import { addChild, changeChild, removeChild } from './children.ts'
import { changeGuardian, readGuardians, removeGuardian } from './guardians.ts'
import { acceptInvitation, invite, withdrawInvitation } from './invitations.ts'
import { readVisits } from './read-visits.ts'

// Random families: compares what each member sees of each appointment with a model that only knows who
// guards which child with which rights, and who booked and paid.

/** More with `FAMILIES=2000`, which takes about a minute on an idle machine. */
const FAMILIES = Number(process.env.FAMILIES ?? 40)

/** Families in one database, which must not see each other's data. */
const PER_DATABASE = 100
const STEPS = 16
/** A block has up to four appointments. */
const MOST_APPOINTMENTS = 4 * (STEPS + 1)
const PEOPLE = 4
const TREATMENT = 'Allergy Testing'

/** Few, so that two parents often add the same child. */
const NAMES = ['Ada', 'Ben', 'Mia']
const BIRTH_DATE = '2020-06-05'
/** Blocks are booked from Monday to Thursday of these weeks; nothing else is booked then. */
const BLOCK_WEEKS = 12

interface ModelChild {
  name: string
  isAdult: boolean
  isArchived: boolean
  guardians: Map<string, GuardianRights & { isOwner: boolean }>
}

interface ModelAppointment {
  /** Null once the account has been removed. */
  booker: string | null
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

/** Private data of that person, visible only to the person and the clinic. */
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
  private adults = 0
  /** Accounts that have not been removed. */
  people: string[]
  private readonly everyone: readonly string[]
  private readonly db: Transaction
  private readonly g: GeneratorValue
  private readonly number: number
  private readonly treatmentId: string

  constructor(db: Transaction, g: GeneratorValue, number: number) {
    this.db = db
    this.g = g
    this.number = number
    this.treatmentId = listTreatmentIds(db)[0] ?? ''
    this.everyone = Array.from({ length: PEOPLE }, (_, index) => `u${number}x${index}`)
    this.people = [...this.everyone]
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

  /** Parents with children, some of them added by both, and appointments. */
  begin(): void {
    const [mother = '', father = ''] = this.people
    for (const parent of [mother, mother, father]) this.addChild(parent)
    this.book(father)
    this.bookBlock(mother)
    this.invite(mother, father)
    this.accept(father)
    this.book(mother)
    this.book(this.chance() ? mother : father)
  }

  step(): void {
    // Mostly the parents, who have children.
    const uid = this.pick(this.chance() ? this.people.slice(0, 2) : this.people) ?? ''
    const steps = [
      () => this.addChild(uid),
      () => this.invite(uid),
      () => this.invite(uid),
      () => this.accept(uid),
      () => this.accept(uid),
      () => this.withdraw(uid),
      () => this.change(uid),
      () => this.remove(uid),
      () => this.archive(uid),
      () => this.archive(uid),
      () => this.removeChild(uid),
      () => this.removeAccount(uid),
      () => this.comeOfAge(),
      () => this.bookBlock(uid),
      () => this.bookBlock(uid),
      () => this.book(uid),
      () => this.book(uid),
      () => this.pay(uid),
      () => this.pay(uid),
      () => this.payAtDesk(),
      () => this.link(uid),
      () => this.cancel(uid),
      () => this.wait(uid),
      () => this.wait(uid),
      () => this.offer(),
      () => this.offer(),
      () => this.reoffer(),
      () => this.answer(uid),
      () => this.answer(uid),
    ]
    this.pick(steps)?.()
  }

  private addChild(uid: string): void {
    const name = this.pick(NAMES) ?? ''
    const details = { name, birthDate: BIRTH_DATE }
    const outcome = addChild(this.db, details, { uid, now: NOW, ...MOMENT })
    const isOnList = this.childrenOf(uid).some(([, child]) => !child.isAdult && child.name === name)
    expect(outcome.outcome).toBe(isOnList ? 'same_child' : 'added')
    if (outcome.outcome !== 'added') return
    const all = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }
    const child = { name, isAdult: false, isArchived: false, guardians: new Map([[uid, all]]) }
    this.children.set(outcome.added.child.id, child)
  }

  private childrenOf(uid: string): [id: string, child: ModelChild][] {
    return [...this.children].filter(([, { guardians }]) => guardians.has(uid))
  }

  /** Mostly one of the user's own. */
  private pickChild(uid: string): [id: string, child: ModelChild] | undefined {
    const own = this.childrenOf(uid)
    return this.pick(own.length > 0 && this.g(fc.nat, 3) > 0 ? own : this.children)
  }

  /** The user's other entry for the same child, if it is not archived. */
  private ownEntryFor(
    uid: string,
    shared: ModelChild,
  ): [id: string, child: ModelChild] | undefined {
    return this.childrenOf(uid).find(
      ([, child]) =>
        child !== shared && !child.isArchived && !child.isAdult && child.name === shared.name,
    )
  }

  private invite(uid: string, to = this.pick(this.people) ?? ''): void {
    const mostly = this.g(fc.nat, 3) > 0 ? this.childrenOf(uid) : [...this.children]
    const [first, ...others] = mostly.map(([id]) => id)
    if (first === undefined) return
    const known = [first, ...others.filter(() => this.chance())]
    const rights = this.rights()
    const user = findUser(this.db, uid)
    if (!user) return
    const wanted = { children: known, email: secretsOf(to).email, ...rights }
    const outcome = invite(this.db, wanted, { user, now: NOW, ...MOMENT })
    const mayInvite = known.every((id) => {
      const child = this.children.get(id)
      return child?.guardians.get(uid)?.isOwner && !child.isAdult && !child.isArchived
    })
    if (outcome.outcome !== 'invited') return
    expect(mayInvite).toBe(true)
    for (const other of this.invitations.values()) {
      if (other.by === uid && other.to === to) other.isPending = false
    }
    const invitation = { by: uid, to, children: known, rights, isPending: true }
    this.invitations.set(outcome.invitation.id, invitation)
  }

  private accept(uid: string): void {
    const theirs = [...this.invitations].filter(([, { to, isPending }]) => to === uid && isPending)
    const mostly = theirs.length > 0 && this.g(fc.nat, 3) > 0 ? theirs : this.invitations
    const [id = '', invitation] = this.pick(mostly) ?? []
    const user = findUser(this.db, uid)
    if (!user || !invitation) return
    const before = listChildren(this.db, uid).length
    const owned = this.everyone.map((one) => this.ownedBy(one))
    const agrees = this.chance()
    const merges = agrees ? this.childrenOf(uid).map(([own]) => own) : []
    const wanted = { id, merges }
    const outcome = acceptInvitation(this.db, wanted, { user, now: NOW, ...MOMENT })
    const { by, to, isPending, rights } = invitation
    const joined = invitation.children
      .flatMap((childId): [string, ModelChild][] => {
        const child = this.children.get(childId)
        return child ? [[childId, child]] : []
      })
      .filter(([, { guardians, isArchived }]) => guardians.get(by)?.isOwner && !isArchived)
    const joins = joined.filter(([, { guardians }]) => !guardians.has(uid))
    const isOpen = isPending && to === uid && joined.length > 0
    const canJoin = joins.every(([, child]) => {
      const [, own] = this.ownEntryFor(uid, child) ?? []
      return !child.isAdult && (!own || (agrees && own.guardians.size === 1))
    })
    if (isOpen) expect(outcome.outcome === 'read').toBe(canJoin)
    if (!isOpen || !canJoin) {
      expect(listChildren(this.db, uid)).toHaveLength(before)
      return
    }
    invitation.isPending = false
    for (const [childId, child] of joins) {
      const [own, entry] = this.ownEntryFor(uid, child) ?? []
      for (const appointment of this.appointments.values()) {
        if (own !== undefined && appointment.child === own) appointment.child = childId
      }
      this.children.delete(own ?? '')
      child.guardians.set(uid, entry?.guardians.get(uid) ?? { ...rights, isOwner: false })
    }
    // They now own the children that they owned before, under either entry.
    for (const [index, one] of this.everyone.entries()) {
      expect(this.ownedBy(one)).toEqual(expect.arrayContaining(owned[index] ?? []))
    }
  }

  /** Names of the children that the person owns according to the database. */
  private ownedBy(uid: string): string[] {
    return listChildren(this.db, uid)
      .filter(({ guardianship }) => guardianship.isOwner)
      .map(({ child }) => child.name)
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
    const [childId = '', child] = this.pickChild(uid) ?? []
    const target = this.pick(this.people) ?? ''
    const wanted = { isOwner: this.chance(), ...this.rights() }
    const guarded = { childId, guardian: target }
    const { outcome } = changeGuardian(this.db, guarded, wanted, { uid, now: NOW })
    if (outcome !== 'changed') return
    expect(child?.guardians.get(uid)?.isOwner).toBe(true)
    const all = wanted.isOwner && { mayBook: true, mayPay: true }
    child?.guardians.set(target, { ...wanted, ...all })
  }

  private remove(uid: string): void {
    const [childId = '', child] = this.pickChild(uid) ?? []
    const target = this.chance() ? uid : (this.pick(this.people) ?? '')
    const { outcome } = removeGuardian(this.db, { childId, guardian: target }, { uid, now: NOW })
    if (outcome !== 'left' && outcome !== 'removed') return
    expect(target === uid || child?.guardians.get(uid)?.isOwner).toBe(true)
    child?.guardians.delete(target)
    expect([...(child?.guardians.values() ?? [])].some(({ isOwner }) => isOwner)).toBe(true)
  }

  /** Archives a child, or restores it. */
  private archive(uid: string): void {
    const [id = '', child] = this.pickChild(uid) ?? []
    if (!child || child.isAdult) return
    const archived = !child.isArchived
    const wanted = { id, name: child.name, birthDate: BIRTH_DATE, archived }
    const { outcome } = changeChild(this.db, wanted, { uid, now: NOW, ...MOMENT })
    const others = [...child.guardians.keys()]
    const isRefused = archived
      ? this.isComing(id)
      : others.some((other) => this.ownEntryFor(other, child) !== undefined)
    const mayArchive = child.guardians.get(uid)?.isOwner === true && !isRefused
    expect(outcome === 'changed').toBe(mayArchive)
    if (mayArchive) child.isArchived = archived
  }

  /** Whether the child has an upcoming appointment. */
  private isComing(child: string): boolean {
    return [...this.appointments.values()].some(
      (one) => one.child === child && !one.isPast && !one.isCancelled,
    )
  }

  private removeChild(uid: string): void {
    const [id = '', child] = this.pickChild(uid) ?? []
    if (!child) return
    const wasArchived = child.isArchived
    const outcome = removeChild(this.db, id, { uid, now: NOW, ...MOMENT })
    if (outcome !== 'archived' && outcome !== 'deleted') return
    expect(child.guardians.get(uid)?.isOwner).toBe(true)
    if (outcome === 'archived') child.isArchived = true
    else this.children.delete(id)
    const isKept = wasArchived || this.hadAppointments(id) || child.guardians.size > 1
    expect(outcome).toBe(isKept ? 'archived' : 'deleted')
  }

  private hadAppointments(child: string): boolean {
    return [...this.appointments.values()].some((one) => one.child === child)
  }

  /** An admin removes the account; its children go to the guardian who joined first. */
  private removeAccount(uid: string): void {
    if (this.people.length < PEOPLE || this.g(fc.nat, 2) > 0) return
    const { email } = secretsOf(uid)
    expect(removeUser(this.db, { email, ...BY_ADMIN })).toBe('removed')
    this.people = this.people.filter((one) => one !== uid)
    for (const appointment of this.appointments.values()) {
      if (appointment.booker !== uid) continue
      const { guardians } = this.children.get(appointment.child ?? '') ?? {}
      const isShared = [...(guardians?.keys() ?? [])].some((other) => other !== uid)
      const isUnpaid = appointment.payer === null && !appointment.isPast
      if (isUnpaid && !isShared) appointment.isCancelled = true
      appointment.booker = null
    }
    for (const [id, { guardians }] of this.childrenOf(uid)) {
      guardians.delete(uid)
      const isOwned = [...guardians.values()].some(({ isOwner }) => isOwner)
      // All guardians joined at the same time.
      const [heir] = [...guardians.keys()].sort()
      const rights = guardians.get(heir ?? '')
      if (rights && !isOwned) Object.assign(rights, { isOwner: true, mayBook: true, mayPay: true })
      const isKept = heir !== undefined || this.hadAppointments(id)
      expect(findChild(this.db, id) !== undefined).toBe(isKept)
      if (!isKept) this.children.delete(id)
    }
    for (const [id, { by }] of this.invitations) if (by === uid) this.invitations.delete(id)
  }

  private comeOfAge(): void {
    const [id, child] = this.pick(this.children) ?? []
    if (!child || this.g(fc.nat, 3) > 0) return
    child.isAdult = true
    // Two children with the same name may both come of age, and need different birth dates.
    this.adults += 1
    const birthDate = dayAfter('2009-03-01', -this.adults)
    correctChild(this.db, id ?? '', { birthDate }, BY_ADMIN)
  }

  private book(uid: string): void {
    const guarded = this.bookable(uid)
    const child = this.pick([undefined, ...guarded, ...guarded])
    const details = child && {
      childId: child.id,
      childName: child.name,
      childBirthDate: child.birthDate,
    }
    const [id] = this.insert(uid, { patientUid: uid, ...details })
    notifyFamily(this.db, id, { kind: 'booked', data: {} }, NOW)
    const emailed = this.db.$client
      .prepare<[string], string>('SELECT uid FROM notifications WHERE appointment_id = ?')
      .pluck()
      .all(id)
    const guardians = child ? [...(this.children.get(child.id)?.guardians ?? [])] : []
    const wanted = guardians.flatMap(([other, { receivesEmail }]) => (receivesEmail ? other : []))
    expect(emailed.sort()).toEqual([...new Set([uid, ...wanted])].sort())
  }

  /** Books an appointment of the user, with their phone and address. */
  private insert(
    uid: string,
    whose: Partial<NewAppointment>,
  ): [id: string, appointment: ModelAppointment] {
    const isPast = this.chance()
    const count = this.appointments.size
    const id = `a${this.number}x${count}`
    const { phone, address, email, name } = secretsOf(uid)
    const days = 7 * BLOCK_WEEKS + this.number * MOST_APPOINTMENTS + count + 1
    const date = dayAfter(MOMENT.today, isPast ? -days : days)
    addAppointment(this.db, { id, date, ...whose, patientName: name, email, phone, address })
    const state = { isPast, isCancelled: false, payer: null, paymentId: '' }
    const appointment = { booker: uid, child: whose.childId ?? null, ...state }
    this.appointments.set(id, appointment)
    return [id, appointment]
  }

  /** The children that the user may book for. */
  private bookable(uid: string): ChildRow[] {
    return listChildren(this.db, uid)
      .filter(({ guardianship, child }) => guardianship.mayBook && child.archivedAt === null)
      .map(({ child }) => child)
  }

  /** Books an appointment for each of two to four children; all, or none if the day is full. */
  private bookBlock(uid: string): void {
    const children = this.bookable(uid)
      .filter(({ id }) => !this.children.get(id)?.isAdult)
      .slice(0, 4)
    if (children.length < 2) return
    const count = this.appointments.size
    // Each block of a family is on a different day; families share the days.
    const day = (this.number * 4 + count) % (4 * BLOCK_WEEKS)
    const date = dayAfter(MOMENT.today, 7 * Math.floor(day / 4) + (day % 4))
    const items = children.map(({ id }) => ({ child: id, treatment: this.treatmentId }))
    const context = { moment: MOMENT, gapMinutes: 15 }
    const found = listBlocks(this.db, { uid, date, items }, context)
    const block = found.outcome === 'found' ? found.blocks.at(-1) : undefined
    if (!block) return
    const { phone, address } = secretsOf(uid)
    const chosen = block.map(({ child, treatment, slot, priceCents }) => ({
      child: child.id,
      treatment: treatment.name,
      slot: formatSlot(slot),
      priceCents,
    }))
    const request = { uid, date, phone, address, items: chosen }
    const outcome = bookBlock(this.db, request, { ...context, now: NOW, terms: DEFAULT_TERMS })
    if (outcome.outcome !== 'booked') throw new Error(`The block is ${outcome.outcome}.`)
    for (const { id, childId: child } of outcome.appointments) {
      const state = { isPast: false, isCancelled: false, payer: null, paymentId: '' }
      this.appointments.set(id, { booker: uid, child, ...state })
    }
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

  /** The desk takes the money from the booker, or from an owner. */
  private payAtDesk(): void {
    const [id = '', appointment] = this.pick(this.appointments) ?? []
    if (!appointment || appointment.payer !== null || appointment.isCancelled) return
    const { booker, child } = appointment
    const guardians = [...(this.children.get(child ?? '')?.guardians ?? [])].sort()
    const [owner] = guardians.find(([, { isOwner }]) => isOwner) ?? []
    const isGuarded = child === null || guardians.some(([uid]) => uid === booker)
    const payer = isGuarded ? booker : (owner ?? booker)
    const paymentId = this.receive(id)
    // No payer is left: the booker's account is removed, and the child has no guardian.
    Object.assign(appointment, { payer: payer ?? 'nobody', paymentId })
  }

  private receive(id: string): string {
    const version = findAppointment(this.db, id)?.version ?? 0
    const paid = receiveAtDesk(this.db, { id, version, method: 'cash', actor: 'staff' }, NOW)
    if (paid.outcome !== 'done') throw new Error(`The desk says ${paid.outcome}.`)
    return paid.row.appointment.transactionId ?? ''
  }

  /** The desk books for a family without an account, takes its money, and links it to its account. */
  private link(uid: string): void {
    const user = findUser(this.db, uid)
    if (!user || this.g(fc.nat, 2) > 0) return
    const { name, phone, email } = secretsOf(uid)
    const desk = { actor: 'staff', now: NOW }
    const deskFamilyId = addFamily(this.db, { name, phone, email }, desk)
    const [id, appointment] = this.insert(uid, { patientUid: null, deskFamilyId })
    const paymentId = this.receive(id)
    const wanted = { id: deskFamilyId, account: uid, appointments: [id], children: [] }
    const when = { now: NOW, moment: MOMENT }
    expect(proposeLink(this.db, wanted, { ...desk, ...when })).toMatchObject({ state: 'proposed' })
    const [proposed] = listProposals(this.db, user)
    const linkId = proposed?.link.id ?? ''
    expect(findAccess(this.db, { id, uid }, MOMENT)).toBeUndefined()
    expect(confirmLink(this.db, linkId, { user, ...when }).outcome).toBe('confirmed')
    Object.assign(appointment, { payer: uid, paymentId })
    if (this.chance()) return
    expect(undoLink(this.db, linkId, { ...desk, moment: MOMENT }).outcome).toBe('undone')
    Object.assign(appointment, { booker: null, payer: 'nobody' })
  }

  private cancel(uid: string): void {
    const [id = '', appointment] = this.pick(this.appointments) ?? []
    const version = findAppointment(this.db, id)?.version ?? 0
    const context = byFamily(uid)
    const row = findChangeable(this.db, id, context)
    if (!appointment || !row) return
    const { refund } = readOptions(this.db, row, context).quote
    const wanted = { id, version, refundCents: refund * 100 }
    const { outcome } = cancelByFamily(this.db, wanted, context)
    if (outcome !== 'cancelled') return
    expect(this.expected(uid, appointment).mayCancel || appointment.isCancelled).toBe(true)
    appointment.isCancelled = true
  }

  /** Joins the waiting list for a child, for the user, or for a sooner time of an appointment. */
  private wait(uid: string): void {
    const moved = [...this.appointments].filter(([, one]) => {
      return !one.isPast && !one.isCancelled && this.expected(uid, one).mayMove
    })
    const [appointment] = (this.chance() && this.pick(moved)) || []
    const child = this.pick([undefined, ...this.bookable(uid)])?.id
    const days = { from: MOMENT.today, to: MOMENT.lastDay, weekdays: [0, 1, 2, 3, 4, 5, 6] }
    const what = appointment === undefined ? { treatment: TREATMENT, child } : { appointment }
    const request = { family: uid, part: 'any', ...days, ...what, ...this.contact(uid) } as const
    joinWaitlist(this.db, request, { actor: uid, now: NOW })
  }

  /** Input as the user types it, or none. */
  private contact(uid: string) {
    const { phone, address } = secretsOf(uid)
    return this.chance() ? { phone, address } : undefined
  }

  /** The entries of the family's members and children without an open offer. */
  private waiting(): EntryRow[] {
    const entries = this.people.flatMap((uid) => listOwnEntries(this.db, uid))
    return readEntries(this.db, entries, NOW)
      .filter(({ offers }) => offers.every(({ state }) => state !== 'open'))
      .map(({ entry }) => entry)
  }

  /** A free time on one of the Fridays, on which there are no blocks. */
  private freeFriday(treatmentId: string) {
    const treatment = currentSchedule(this.db).treatments.find(({ id }) => id === treatmentId)
    const date = dayAfter(MOMENT.today, 7 * this.g(fc.nat, BLOCK_WEEKS - 1) + 4)
    const slot = this.pick(freeSlots(this.db, treatment?.name ?? '', date))
    const time = slot === undefined ? undefined : parseSlot(slot)
    return treatment && time && { treatment, doctor: undefined, date, ...time }
  }

  private offer(): void {
    const entry = this.pick(this.waiting())
    const time = entry && this.freeFriday(entry.treatmentId)
    if (!entry || !time) return
    const freed = insertFree(this.db, time, NOW)
    const fit = { ...time, priceCents: priceOn(time.treatment.prices, time.date) ?? 0 }
    const terms = { now: NOW, today: MOMENT.today, expiresAt: addDays(NOW, 1) }
    const offerId = writeOffer(this.db, { freed, entry, fit }, terms, null)
    notifyAboutOffer(this.db, entry, { kind: 'offer_made', data: { offerId } }, NOW)
  }

  /** The clinic closes the time of an appointment and holds another one for it. */
  private reoffer(): void {
    const [id = ''] = this.pick(this.appointments) ?? []
    const row = findAppointment(this.db, id)
    const { isPast = true } = this.appointments.get(id) ?? {}
    if (row?.status !== 'booked' || row.patientUid === null || isPast) return
    const time = this.freeFriday(row.treatmentId)
    if (!time || findReoffer(this.db, id)) return
    const end = addDays(NOW, 1)
    const deadlines = { answerBy: end, heldUntil: end }
    const plan = { deadlines, times: [{ row, ...time }], fingerprint: '' }
    reofferAppointments(this.db, { closureId: `closure-${id}`, rows: [row], plan }, BY_ADMIN)
  }

  /** Accepts or declines an offer of the family, possibly another guardian's. */
  private answer(uid: string): void {
    const entries = readEntries(
      this.db,
      this.people.flatMap((one) => listOwnEntries(this.db, one)),
      NOW,
    )
    const open = entries.flatMap(({ offers }) => offers.filter(({ state }) => state === 'open'))
    const offer = this.pick(open)
    if (!offer) return
    const context = answering(uid, NOW)
    if (this.g(fc.nat, 3) === 0) {
      const declined = declineOffer(this.db, offer.id, context)
      if (declined.outcome !== 'answered' || declined.entry.closureId === null) return
      const cancelled = this.appointments.get(declined.entry.appointmentId ?? '')
      if (cancelled) cancelled.isCancelled = true
      return
    }
    const wanted = { id: offer.id, version: offer.version, contact: this.contact(uid) }
    const accepted = acceptOffer(this.db, wanted, context)
    if (accepted.outcome !== 'answered') return
    const made = accepted.offer.appointmentId ?? ''
    if (this.appointments.has(made)) return
    const state = { isPast: false, isCancelled: false, payer: null, paymentId: '' }
    this.appointments.set(made, { booker: uid, child: accepted.entry.childId, ...state })
  }

  /** What the waiting list and its offers show the person. */
  private waitingOf(uid: string): unknown[] {
    const viewer = { uid, isStaff: false }
    const entries = readEntries(this.db, listOwnEntries(this.db, uid), NOW)
    const answers = entries.flatMap(({ offers }) =>
      offers.flatMap(({ id }) => {
        const known = findOwnOffer(this.db, id, viewer)
        if (!known) return []
        const shown = readOffer(this.db, known, { viewer, now: NOW })
        return [toOffer(shown, { viewer, now: NOW, timeZone: TIME_ZONE })]
      }),
    )
    return [
      ...entries.map((shown) => toEntry(shown, { now: NOW, timeZone: TIME_ZONE })),
      ...answers,
    ]
  }

  /** No email may contain another guardian's private data. */
  private checkEmails(): void {
    const reader = {
      db: this.db,
      timeZone: TIME_ZONE,
      unsubscribeUrl: () => 'https://x.example',
      recallUrl: () => 'https://x.example/stop',
      claimUrl: () => 'https://x.example/claim',
    }
    for (const uid of this.people) {
      const isTheirs = eq(notifications.uid, uid)
      const emails = this.db.select().from(notifications).where(isTheirs).all()
      const subjects = emails.map((row) => readSubject(reader, typed(row), NOW))
      const text = JSON.stringify(subjects)
      for (const other of this.everyone) {
        if (other === uid) continue
        const { phone, address } = secretsOf(other)
        expect(text.includes(phone) || text.includes(address), `${uid} reads of ${other}`).toBe(
          false,
        )
      }
    }
  }

  /** What the rules grant the person, computed from the model alone. */
  private expected(uid: string, { booker, child, payer }: ModelAppointment) {
    const isBooker = booker === uid
    const hasPaid = payer === uid
    const nothing = { view: 'none', mayMove: false, mayCancel: false, mayPay: false }
    if (child === null && isBooker) {
      return { view: 'own', mayMove: true, mayCancel: true, mayPay: true }
    }
    const { isAdult = true, guardians } = this.children.get(child ?? '') ?? {}
    const rights = guardians?.get(uid)
    if (rights && isBooker) {
      return { view: 'own', mayMove: !isAdult, mayCancel: !isAdult || hasPaid, mayPay: true }
    }
    if (rights && !isAdult) {
      const { mayBook, mayPay } = rights
      return { view: 'shared', mayMove: mayBook, mayCancel: mayBook || hasPaid, mayPay }
    }
    return hasPaid ? { ...nothing, mayCancel: true, view: isBooker ? 'own' : 'shared' } : nothing
  }

  check(): void {
    for (const uid of this.people) this.checkPerson(uid)
    this.checkEmails()
    expect(findFamilyErrors(this.db)).toEqual([])
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
      // A canceled appointment cannot be canceled again, whatever the rights.
      const isOpen = !appointment.isCancelled
      wanted.push({ id, ...expected, mayCancel: isOpen && expected.mayCancel })
      const { mayMove = false, mayCancel = false, mayPay = false } = access ?? {}
      const view = access ? (access.isBooker ? 'own' : 'shared') : 'none'
      found.push({ id, view, mayMove, mayCancel: isOpen && mayCancel, mayPay })
      if (appointment.payer === uid) expect(access, `${uid} has paid for ${id}`).toBeDefined()
      if (!access) continue
      const shown = toAppointmentFor(showAppointment(this.db, access, uid), user)
      const { phone, address } = secretsOf(uid)
      const isOwnMoney = appointment.payer === uid && !appointment.isCancelled
      wanted.push([
        ...(expected.view === 'own' ? [phone, address] : ['', '']),
        isOwnMoney ? appointment.paymentId : undefined,
      ])
      found.push([shown.phone, shown.address, shown.transactionId])
      const options = toChangeOptions(
        access.row,
        readOptions(this.db, access.row, byFamily(uid)),
        MOMENT,
      )
      const { refund, kept } = options.quote
      const isOthersMoney = appointment.payer !== null && appointment.payer !== uid
      wanted.push(isOthersMoney ? [0, 0] : [refund, kept])
      found.push([refund, kept])
      wanted.push(mayPay)
      found.push(options.price !== undefined)
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
    const shared = listShared(this.db, uid, MOMENT).map(toSharedAppointment)
    const listed = seen('shared').filter((id) => this.isListed(uid, id))
    expect(shared.map(({ _id }) => _id).sort()).toEqual(listed.sort())
    const past = listPastAppointments(this.db, { uid, moment: MOMENT, limit: 500 })
    expect(past.map(({ id }) => id).sort()).toEqual(this.historyOf(uid).sort())
    answers.push(
      own.map((row) =>
        toAppointmentFor(
          showAppointment(
            this.db,
            { row, isBooker: true, mayMove: true, mayCancel: true, mayPay: true },
            uid,
          ),
          user,
        ),
      ),
      shared,
      readVisits(this.db, past, uid).map((visit) => toPastAppointment(visit, user, NOW)),
    )
    answers.push(this.waitingOf(uid))
    this.expectNothingOfOthers(uid, JSON.stringify(answers))
    for (const id of this.children.keys()) {
      const known = readGuardians(this.db, id, { uid, now: NOW })
      const list = known && toGuardianList(known)
      const rights = this.children.get(id)?.guardians.get(uid)
      expect(list !== undefined).toBe(rights !== undefined)
      if (!rights?.isOwner) expect(JSON.stringify(list ?? {})).not.toContain('@')
    }
  }

  /**
   * Whether it is listed as shared: for a child that the person guards, or upcoming and paid by the person.
   */
  private isListed(uid: string, id: string): boolean {
    const appointment = this.appointments.get(id)
    if (!appointment || appointment.booker === uid) return false
    const { child, isPast, isCancelled, payer } = appointment
    const { guardians, isAdult } = this.children.get(child ?? '') ?? {}
    const isGuarded = guardians?.has(uid) === true && isAdult === false
    return isGuarded || (payer === uid && !isPast && !isCancelled)
  }

  /** Past appointments that the person booked or paid for. */
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
    for (const other of this.everyone) {
      if (other === uid) continue
      for (const secret of [...Object.values(secretsOf(other)), `pi_${other}_`]) {
        expect(text.includes(secret), `${uid} sees ${secret}`).toBe(false)
      }
    }
  }
}

test(`in ${FAMILIES} random families, all users see their own data and no data of others`, () => {
  let db = waitingClinic()
  let made = 0
  fc.assert(
    fc.property(fc.gen(), (g) => {
      if (made % PER_DATABASE === 0) db = waitingClinic()
      made += 1
      const family = new Family(db, g, made % PER_DATABASE)
      family.begin()
      for (let step = 0; step < STEPS; step += 1) family.step()
      family.check()
    }),
    // Shrinking would need a database without earlier families.
    { numRuns: FAMILIES, endOnFailure: true, unbiased: true },
  )
}, 600_000)
