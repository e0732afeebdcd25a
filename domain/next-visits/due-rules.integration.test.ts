import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants'
import { describe, expect, it } from 'vitest'
import { dateOfUtc, type IsoDate } from '#contract/dates.ts'
import type { PlanRow } from '#contract/next-visits/due-rows.ts'
import type { DueState, TicketState } from '#contract/next-visits/next-visits.ts'
import { findPlanProblem, OFFERED_ROWS } from '#contract/next-visits/plan-windows.ts'
import { createRandom } from '#domain/testing/random.ts'
import { afterAsk, findRowToAsk, isToAsk, stateOfItem, watchedRows } from './due-rules.ts'
import { byRecipient } from './recall-family.ts'

// Random years of a clinic that uses its check-up plan. The clinic follows the rules of due-rules.ts; each email is
// compared with the rules of docs/requirements.md#check-ups-to-email, which are written here once more, with days that are
// numbers. random-years.test.ts does the same with a database, for a few families.

const YEARS = 20
const CHANGES = 10_000
const CHILDREN = 700
const DAYS = 365
const LOOKS_EVERY = 14
const FIRST_DAY = 21_000
const CHECK_UPS = ['check-up', 'vaccination'] as const

/** A day is the number of days since 1970. */
type Day = number
const isoOf = (day: Day): IsoDate => dateOfUtc(new Date(day * millisecondsInDay))
const at = (day: Day, hour: number) => new Date(day * millisecondsInDay + hour * millisecondsInHour)

interface Visit {
  id: string
  day: Day
  treatmentId: string
  state: 'booked' | 'canceled' | 'missed' | 'completed'
}

interface Item {
  rowId: string
  state: DueState
  asked: number
  nextAsk: Date | null
  countedVisitId: string | null
  ticket: TicketState | undefined
  /** The visit that was booked with the ticket. */
  visitId?: string
}

interface Guardian {
  uid: string
  deskFamilyId: null
  mayBook: boolean
  getsEmails: boolean
}

interface Child {
  id: string
  born: Day
  family: Family
  /** They get no emails about this child. */
  stopped: Set<Guardian>
  isArchived: boolean
  hasCustodyAlert: boolean
  isWaiting: boolean
  visits: Visit[]
  items: Item[]
}

interface Family {
  /** Nothing happens to it during the year. */
  isQuiet: boolean
  guardians: Guardian[]
  children: Child[]
}

interface Email {
  to: Guardian
  day: Day
  asked: { child: Child; item: Item }[]
}

const isTaken = ({ state }: Visit) => state === 'booked' || state === 'completed'

/** A clinic for a year, in which families and staff change things at random. */
function runYear(seed: number) {
  const random = createRandom(seed)
  const one = <Value>(list: readonly Value[]): Value => list[random.below(list.length)] as Value
  const between = (from: number, to: number) => from + random.below(to - from + 1)
  /** What an admin has set. */
  const rules = {
    knownMonths: one([24, 30]),
    daysAfterVisit: one([0, 28, 40]),
    daysBetween: [between(2, 7), between(2, 7)] as const,
  }
  const children: Child[] = []
  /** The children of families that are not quiet. */
  const busy: Child[] = []
  const families: Family[] = Array.from({ length: CHILDREN / 2 }, (_, index) => ({
    isQuiet: index % 3 === 0,
    guardians: Array.from({ length: 1 + (index % 2) }, (__, number) => ({
      uid: `guardian-${index}-${number}`,
      deskFamilyId: null,
      mayBook: true,
      getsEmails: true,
    })),
    children: [],
  }))
  let plan: PlanRow[] = OFFERED_ROWS.map((row, index) => ({
    ...row,
    id: `row-${index}`,
    treatmentId: CHECK_UPS[0],
  }))
  const editedRows = new Set<string>()
  const emails = new Map<string, Email>()
  /** Recipients and days of emails that are sent. */
  const told = new Set<string>()
  const messages: { day: Day; to: Guardian; child: Child; rowId: string }[] = []
  let visitNumber = 0

  function addChild(born: Day, family: Family): Child {
    const child: Child = {
      id: `child-${children.length}`,
      born,
      family,
      stopped: new Set(),
      isArchived: false,
      hasCustodyAlert: false,
      isWaiting: false,
      visits: [],
      items: [],
    }
    children.push(child)
    if (!family.isQuiet) busy.push(child)
    family.children.push(child)
    return child
  }

  function addVisit(child: Child, day: Day, treatmentId: string, state: Visit['state']): Visit {
    visitNumber += 1
    const visit = { id: `visit-${visitNumber}`, day, treatmentId, state }
    child.visits.push(visit)
    return visit
  }

  const recipientsOf = (child: Child) =>
    child.family.guardians.filter(
      (guardian) => guardian.mayBook && guardian.getsEmails && !child.stopped.has(guardian),
    )

  /** What the clinic knows of a child. */
  const factsOf = ({ born, isArchived, visits, items }: Child) => ({
    birthDate: isoOf(born),
    isArchived,
    items,
    visits: visits.filter(isTaken).map(({ id, day, treatmentId, state }) => ({
      ...{ id, treatmentId, date: isoOf(day) },
      wasHere: state === 'completed',
    })),
  })

  function look(child: Child, day: Day) {
    const rows = watchedRows(factsOf(child), plan, { ...rules, today: isoOf(day) })
    for (const { row, state } of rows) {
      if (state !== 'due' || child.items.some(({ rowId }) => rowId === row.id)) continue
      const asks = { asked: 0, nextAsk: null }
      const rest = { countedVisitId: null, ticket: undefined }
      child.items.push({ rowId: row.id, state: 'due', ...asks, ...rest })
    }
    for (const item of child.items) {
      item.state = stateOfItem(item, rows.find(({ row }) => row.id === item.rowId)?.state)
      if (item.state === 'due') continue
      item.nextAsk = null
      if (item.ticket === 'open') item.ticket = item.state === 'done' ? 'withdrawn' : 'lapsed'
    }
  }

  function findItemToAsk(child: Child, day: Day): Item | undefined {
    const isBooked = child.visits.some(({ state, day: date }) => state === 'booked' && date >= day)
    const facts = { ...factsOf(child), isOccupied: isBooked || child.isWaiting, missed: [] }
    const isReached = !child.hasCustodyAlert && recipientsOf(child).length > 0
    return isReached ? findRowToAsk(facts, plan, { ...rules, today: isoOf(day) })?.item : undefined
  }

  /** When another email is due after one of that day. */
  const againAfter = (day: Day, { asked }: Item) =>
    at(day + rules.daysBetween[asked > 1 ? 1 : 0], 10)

  function ask(asked: readonly Child[], { today, dueOn }: { today: Day; dueOn: Day }) {
    const dueAt = at(dueOn, 10)
    for (const { family } of asked) {
      const found = family.children.flatMap((child) => {
        const item = findItemToAsk(child, today)
        const to = recipientsOf(child)
        const isTold = to.some(({ uid }) => told.has(`${uid}:${dueOn}`))
        if (!item || isTold || !isToAsk(item, dueAt)) return []
        const later = againAfter(dueOn, { ...item, asked: item.asked + 1 })
        Object.assign(item, afterAsk(item, later))
        item.ticket ??= 'open'
        return to.map((each) => ({ to: each, ticket: { child, item } }))
      })
      for (const { to, tickets } of byRecipient(found)) {
        const key = `${to.uid}:${dueOn}`
        const known = emails.get(key)?.asked ?? []
        emails.set(key, { to, day: dueOn, asked: [...known, ...tickets] })
      }
    }
  }

  /** Staff press *Send*. */
  function press(today: Day, dueOn: Day) {
    const batch = children.filter(
      (child) =>
        child.items.some(({ state, asked }) => state === 'due' && asked === 0) &&
        findItemToAsk(child, today)?.asked === 0,
    )
    ask(batch.slice(0, 100), { today, dueOn })
  }

  function askAgain(day: Day) {
    const isDue = ({ nextAsk }: Item) => nextAsk !== null && nextAsk <= at(day, 10)
    const due = children.filter(({ items }) => items.some(isDue))
    ask(due, { today: day, dueOn: day })
    for (const item of due.flatMap(({ items }) => items)) {
      if (isDue(item)) item.nextAsk = againAfter(day, item)
    }
  }

  function send(day: Day) {
    const due = [...emails].filter(([, email]) => email.day === day)
    for (const [key, { to, asked }] of due) {
      emails.delete(key)
      told.add(key)
      for (const { child, item } of asked) {
        if (!recipientsOf(child).includes(to) || findItemToAsk(child, day) !== item) continue
        messages.push({ day, to, child, rowId: item.rowId })
      }
    }
  }

  /** The tickets of a visit that is booked, or no longer. */
  function follow(child: Child, visit: Visit) {
    if (isTaken(visit)) {
      const item = child.items.find(({ ticket }) => ticket === 'open')
      const row = plan.find(({ id }) => id === item?.rowId)
      if (!item || row?.treatmentId !== visit.treatmentId) return
      Object.assign(item, { ticket: 'booked', visitId: visit.id })
    } else {
      for (const item of child.items) {
        if (item.ticket === 'booked' && item.visitId === visit.id) item.ticket = 'open'
      }
    }
  }

  const changes = {
    birth: (day: Day, { family }: Child) => void addChild(day - between(0, 5), family),
    book(day: Day, child: Child) {
      const treatmentId = one(['check-up', 'check-up', 'vaccination', 'fever'])
      follow(child, addVisit(child, day + between(0, 70), treatmentId, 'booked'))
    },
    move(day: Day, child: Child) {
      const visit = child.visits.find(({ state, day: date }) => state === 'booked' && date > day)
      if (visit) visit.day = day + between(1, 70)
    },
    cancel(day: Day, child: Child) {
      const visit = child.visits.find(({ state, day: date }) => state === 'booked' && date > day)
      if (!visit) return
      visit.state = 'canceled'
      follow(child, visit)
    },
    answer(_: Day, child: Child) {
      const item = child.items.find(({ ticket }) => ticket === 'open')
      if (item) item.ticket = one(['declined', 'elsewhere'])
    },
    undo(_: Day, child: Child) {
      const isAnswered = ({ ticket }: Item) => ticket === 'declined' || ticket === 'elsewhere'
      const item = child.items.find((known) => isAnswered(known))
      if (item) item.ticket = 'open'
    },
    count(_: Day, child: Child) {
      const visit = child.visits.find(({ state }) => state === 'completed')
      const item = child.items.find(({ state }) => state === 'due')
      if (visit && item) item.countedVisitId = visit.id
    },
    wait(_: Day, child: Child) {
      child.isWaiting = !child.isWaiting
    },
    archive(_: Day, child: Child) {
      child.isArchived = random.chance(50)
    },
    alert(_: Day, child: Child) {
      child.hasCustodyAlert = !child.hasCustodyAlert
    },
    rights(_: Day, { family }: Child) {
      const guardian = one(family.guardians)
      guardian.mayBook = random.chance(70)
      guardian.getsEmails = random.chance(70)
    },
    stop: (_: Day, child: Child) => void child.stopped.add(one(child.family.guardians)),
  }
  const KINDS: (keyof typeof changes)[] = [
    ...(['birth', 'book', 'book', 'book', 'book', 'move', 'move', 'cancel', 'cancel'] as const),
    ...(['answer', 'undo', 'count', 'wait', 'archive', 'alert', 'rights', 'stop'] as const),
  ]

  function editPlan() {
    const edited = one(plan)
    const change = {
      fromDays: edited.fromDays + between(-20, 20),
      toDays: edited.toDays + between(-20, 20),
      treatmentId: one(CHECK_UPS),
    }
    const changed = plan.map((row) => (row === edited ? { ...row, ...change } : row))
    const wanted = random.chance(15) ? plan.filter((row) => row !== edited) : changed
    if (findPlanProblem(wanted)) return
    plan = wanted
    editedRows.add(edited.id)
  }

  /** The visits of the day that are over. */
  function endDay(day: Day) {
    for (const child of children) {
      for (const visit of child.visits) {
        if (visit.state !== 'booked' || visit.day !== day) continue
        visit.state = random.chance(90) ? 'completed' : 'missed'
        follow(child, visit)
      }
    }
  }

  for (let index = 0; index < CHILDREN; index += 1) {
    const child = addChild(FIRST_DAY - between(0, 18 * 365), one(families))
    if (random.chance(85)) {
      const day = Math.max(child.born, FIRST_DAY - between(30, 800))
      addVisit(child, day, one(['check-up', 'fever']), 'completed')
    }
  }
  for (let index = 0; index < DAYS; index += 1) {
    const day = FIRST_DAY + index
    const touched = new Set<Child>()
    const change = (number: number) => {
      for (let count = 0; count < number; count += 1) {
        const child = one(busy)
        changes[one(KINDS)](day, child)
        touched.add(child)
      }
    }
    const isEdited = random.chance(4)
    if (isEdited) editPlan()
    // Every child is looked at once in two weeks, and after a change; the clinic looks at each every night.
    for (const [number, child] of children.entries()) {
      if (isEdited || number % LOOKS_EVERY === index % LOOKS_EVERY) look(child, day)
    }
    const half = CHANGES / DAYS / 2
    if (random.chance(12)) press(day, day)
    change(half)
    askAgain(day)
    send(day)
    check(day)
    change(half)
    if (random.chance(8)) press(day, day + 1)
    endDay(day)
    for (const child of touched) look(child, day + 1)
  }
  return { children, messages, quiet: checkQuiet() }

  // From here on, the rules once more.

  function windowOf(born: Day, { ageMonths, fromDays, toDays }: PlanRow) {
    const around = dayOfMonths(born, ageMonths)
    return { from: around + fromDays, to: around + toDays }
  }

  /** The row in whose window a day is. */
  function rowOn(child: Child, day: Day): PlanRow | undefined {
    return plan.find((row) => {
      const { from, to } = windowOf(child.born, row)
      return from <= day && day <= to
    })
  }

  function findErrors(child: Child, rowId: string, to: Guardian, day: Day): string[] {
    const row = rowOn(child, day)
    const visits = child.visits.filter(isTaken)
    const item = child.items.find((known) => known.rowId === rowId)
    const treatments = new Set(plan.map(({ treatmentId }) => treatmentId))
    const begins = row ? windowOf(child.born, row).from : 0
    const ends = Math.min(
      ...plan.map((other) => windowOf(child.born, other).from).filter((from) => from > begins),
    )
    const counts = ({ id, day: date, treatmentId }: Visit) =>
      id === item?.countedVisitId || (treatments.has(treatmentId) && begins <= date && date < ends)
    const errors = {
      'outside of the window': row?.id !== rowId,
      'had the visit': visits.some(counts),
      'was here lately': visits.some(
        ({ day: date }) => day - rules.daysAfterVisit < date && date <= day,
      ),
      'has an appointment': visits.some((one) => one.state === 'booked' && one.day >= day),
      'not known': !visits.some(
        (one) =>
          one.state === 'completed' && day <= dayOfMonths(one.day, rules.knownMonths) + LOOKS_EVERY,
      ),
      answered: item?.ticket === 'declined' || item?.ticket === 'elsewhere',
      'archived, waiting or in custody':
        child.isArchived || child.isWaiting || child.hasCustodyAlert,
      adult: day >= dayOfMonths(child.born, 18 * 12),
      'without rights': !to.mayBook || !to.getsEmails || child.stopped.has(to),
    }
    return Object.entries(errors).flatMap(([name, isWrong]) => (isWrong ? name : []))
  }

  function check(day: Day) {
    for (const { child, rowId, to } of messages.filter((message) => message.day === day)) {
      expect(findErrors(child, rowId, to, day), `${child.id}, ${rowId}, ${isoOf(day)}`).toEqual([])
    }
  }

  /** How often quiet families were asked for each row that they could be asked for all year. */
  function checkQuiet() {
    const lastDay = FIRST_DAY + DAYS - 60
    return children
      .filter(({ family }) => family.isQuiet)
      .flatMap((child) =>
        plan
          .filter(({ id }) => !editedRows.has(id))
          .filter((row) => {
            const { from, to } = windowOf(child.born, row)
            const isKnown = child.visits.some(({ day }) => to <= day + 730)
            const isRested = child.visits.every(({ day }) => day + rules.daysAfterVisit < from)
            return isKnown && isRested && from >= FIRST_DAY && from + 60 <= to && to <= lastDay
          })
          .map((row) => ({
            child: child.id,
            rowId: row.id,
            times: new Set(
              messages.flatMap((sent) =>
                sent.child === child && sent.rowId === row.id ? sent.day : [],
              ),
            ).size,
          })),
      )
  }
}

/** The first day with that many completed months, found by walking from a day before it. */
function dayOfMonths(born: Day, months: number): Day {
  const birth = at(born, 0)
  const total = birth.getUTCFullYear() * 12 + birth.getUTCMonth() + months
  for (let day = born + Math.floor(months * 30.3); ; day += 1) {
    const date = at(day, 0)
    const reached = date.getUTCFullYear() * 12 + date.getUTCMonth()
    if (reached > total || (reached === total && date.getUTCDate() >= birth.getUTCDate())) {
      return day
    }
  }
}

describe('a year with a check-up plan', () => {
  const first = Date.now() % 1_000_000
  it.each(Array.from({ length: YEARS }, (_, index) => first + index))(
    'asks in windows only, three times at most, once a day, and for no visit that a child has (seed %i)',
    (seed) => {
      const { messages, quiet } = runYear(seed)
      const perDay = Map.groupBy(messages, ({ to, day }) => `${to.uid}:${day}`)
      const times = Map.groupBy(
        messages,
        ({ to, child, rowId }) => `${to.uid}:${child.id}:${rowId}`,
      )
      for (const sent of times.values()) expect(sent.length).toBeLessThanOrEqual(3)
      for (const sent of perDay.values()) {
        expect(new Set(sent.map(({ child }) => child)).size).toBe(sent.length)
      }
      expect(messages.length).toBeGreaterThan(0)
      expect(quiet.length).toBeGreaterThan(0)
      expect(quiet.filter((asked) => asked.times !== 3)).toEqual([])
    },
  )
})
