import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type DeskAttendance, deskAttendance } from '#contract/booking/appointments.ts'
import { DEFAULT_CHANGE_RULES } from '#contract/clinic/clinic-settings.ts'
import {
  type Agenda,
  type AgendaEntry,
  type AttendanceChange,
  attendanceRefusal,
} from '#contract/front-desk/agenda.ts'
import { eventsOf } from '#drizzle/testing/seeded-database.ts'
import {
  type AttendanceResult,
  attendanceMachine,
} from '#machines/attendance/attendance-machine.ts'
import { book } from '#server/testing/paying.ts'
import { buildTestApp, type Session, signIn, signInStaff } from '#server/testing/test-app.ts'

// Two desks show the same row. Tests every pair of steps in every order of presses and requests. An answer
// only changes the screen of its desk, so it follows its request at once.

const DAY = '2027-03-02'
/** After the start of the appointment, when every step is possible. */
const DURING = new Date('2027-03-02T14:10:00Z')
const PRESSES = ['arrive', 'enter', 'complete', 'miss', 'undo'] as const
type Press = (typeof PRESSES)[number]
const eventOf = (type: Press) => (type === 'enter' ? ({ type, room: null } as const) : { type })

/** What each desk does in turn: loads the row, presses a button, has the server handle its request. */
const TURNS = ['look', 'press', 'handle'] as const
type Turn = (typeof TURNS)[number]
type Move = { desk: 0 | 1; turn: Turn }

/** All orders in which the turns of both desks can be interleaved. */
function interleave(first: readonly Turn[], second: readonly Turn[]): Move[][] {
  const [a, ...as] = first
  const [b, ...bs] = second
  const fromFirst = a
    ? interleave(as, second).map((rest) => [{ desk: 0, turn: a } as Move, ...rest])
    : []
  const fromSecond = b
    ? interleave(first, bs).map((rest) => [{ desk: 1, turn: b } as Move, ...rest])
    : []
  return a || b ? [...fromFirst, ...fromSecond] : [[]]
}

const WAYS: Record<DeskAttendance, DeskAttendance[]> = {
  in_room: ['arrived', 'in_room'],
  expected: [],
  arrived: ['arrived'],
  completed: ['arrived', 'completed'],
  no_show: ['no_show'],
}

/** A clinic with an appointment in that state, after its start. */
async function openClinic(state: DeskAttendance) {
  const api = await buildTestApp()
  const id = await book(api, await signIn(api, 'anna@example.com'))
  api.setTime(DURING)
  const desks = [
    await signInStaff(api, 'rita@example.com'),
    await signInStaff(api, 'sam@example.com'),
  ] as const
  const save = (desk: Session, { id, ...payload }: { id: string } & AttendanceChange) =>
    desk.put(`/agenda/${id}/attendance`, payload)
  async function read() {
    const response = await desks[0].get(`/agenda?date=${DAY}`)
    const { entries, today, minute } = response.json<Agenda>()
    const entry = entries.find(({ _id }) => _id === id)
    if (!entry) throw new Error('The appointment is not on the agenda.')
    return { entry, time: { today, minute, lateMinutes: 5, rooms: [], ...DEFAULT_CHANGE_RULES } }
  }
  for (const [version, to] of WAYS[state].entries())
    await save(desks[0], { id, version, attendance: to })
  return { api, id, desks, save, read }
}

type Clinic = Awaited<ReturnType<typeof openClinic>>

/** A desk's row, whose request and answer are held until the walk releases them. */
function openRow({ entry, time }: Awaited<ReturnType<Clinic['read']>>) {
  let asked: ({ id: string } & AttendanceChange) | undefined
  let hear: (result: AttendanceResult) => void = () => {}
  const machine = attendanceMachine.provide({
    actors: {
      saveAttendance: fromPromise<AttendanceResult, { id: string } & AttendanceChange>(
        ({ input }) =>
          new Promise((resolve) => {
            asked = input
            hear = resolve
          }),
      ),
    },
  })
  const actor = createActor(machine, { input: { entry, time } }).start()
  return { actor, asked: () => asked, hear: (result: AttendanceResult) => hear(result) }
}

/** Runs one order of turns and undoes its result. */
async function walk(
  clinic: Clinic,
  first: Awaited<ReturnType<Clinic['read']>>,
  presses: readonly [Press, Press],
  way: readonly Move[],
) {
  const { api, id, desks, save, read } = clinic
  const db = api.db.$client
  db.exec('BEGIN')
  try {
    const before = eventsOf(api.db, id).length
    const rows = [openRow(first), openRow(first)]
    const answers: (AttendanceResult | undefined)[] = []
    const accepted: number[] = []
    for (const { desk, turn } of way) {
      const row = rows[desk]
      const press = presses[desk]
      if (!row || !press) continue
      const asked = row.asked()
      if (turn === 'look') row.actor.send({ type: 'refresh', ...(await read()) })
      else if (turn === 'press') {
        if (row.actor.getSnapshot().can(eventOf(press))) row.actor.send(eventOf(press))
      } else if (asked) {
        const response = await save(desks[desk], asked)
        if (response.statusCode === 200) {
          accepted.push(desk)
          answers[desk] = { kind: 'changed', entry: response.json<AgendaEntry>() }
        } else answers[desk] = { kind: 'refused', ...attendanceRefusal.parse(response.json()) }
        row.hear(answers[desk])
        await new Promise((resolve) => setTimeout(resolve))
      }
    }
    // One event for each accepted step, none for refused ones.
    expect(eventsOf(api.db, id)).toHaveLength(before + accepted.length)
    const versions = rows.map((row) => row.asked()?.version)
    const isContested = versions[0] !== undefined && versions[0] === versions[1]
    if (isContested) expect(accepted).toHaveLength(1)
    for (const [desk, row] of rows.entries()) {
      if (!row.asked()) continue
      const { entry, message } = row.actor.getSnapshot().context
      const answer = answers[desk]
      if (answer?.kind === 'refused') {
        expect(message).toBe(answer.message)
        expect(entry).toMatchObject(answer.current)
      } else expect(message).toBeNull()
    }
    const { entry: now } = await read()
    expect(now.version).toBe(first.entry.version + accepted.length)
    return { isContested, refused: answers.filter((answer) => answer?.kind === 'refused').length }
  } finally {
    db.exec('ROLLBACK')
  }
}

/** The buttons that can be pressed in each state. */
const POSSIBLE: Record<DeskAttendance, Press[]> = {
  expected: ['arrive', 'miss'],
  arrived: ['enter', 'complete', 'undo'],
  in_room: ['complete', 'undo'],
  completed: ['undo'],
  no_show: ['undo'],
}
const PAIRS = deskAttendance.options.flatMap((state) =>
  POSSIBLE[state].flatMap((a) => POSSIBLE[state].map((b) => ({ state, a, b }))),
)

test.each(PAIRS)(
  'two desks press $a and $b on one row that is $state: one event per accepted step, and the loser sees the reason',
  async ({ state, a, b }) => {
    const clinic = await openClinic(state)
    const first = await clinic.read()
    const { actor } = openRow(first)
    const possible = PRESSES.filter((type) => actor.getSnapshot().can(eventOf(type)))
    expect(possible).toEqual(POSSIBLE[state])
    const ways = interleave(TURNS.slice(1), TURNS.slice(1)).concat(
      interleave(TURNS, TURNS.slice(1)),
    )
    let contested = 0
    for (const way of ways) {
      const { isContested, refused } = await walk(clinic, first, [a, b], way)
      if (isContested) contested += 1
      expect(refused).toBe(isContested ? 1 : 0)
    }
    expect(contested).toBeGreaterThan(0)
  },
)
