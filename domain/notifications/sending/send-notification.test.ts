import { beforeEach, describe, expect, it } from 'vitest'
import { formatSlot } from '#contract/booking/slots.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { bookBlock } from '#domain/booking/sibling-blocks.ts'
import { admitAccount } from '#domain/identity/admission.ts'
import { removeUser } from '#domain/identity/remove-user.ts'
import { notifyFamily } from '#domain/notifications/notify-family.ts'
import { booked as bookIn, MOMENT, TUESDAY, WEIGHT_LOSS } from '#domain/testing/booking.ts'
import { type EmailTest, emailTest, HOUR, MINUTE, UNREACHABLE } from '#domain/testing/emails.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertChild } from '#drizzle/queries/guardians/children.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { claimNext } from '#drizzle/queries/notifications/notification-queue.ts'
import { addCopy } from '#drizzle/queries/notifications/notifications.ts'
import { addPatient, NOW } from '#drizzle/testing/seeded-database.ts'
import { sendingSettings } from '../settings.ts'
import type { SendVerdict } from './mailer.ts'

// NOW is Monday, March 1, 08:00 at the clinic; TUESDAY is the day after.
const THURSDAY = '2027-03-04'
const WEDNESDAY_AT_FOUR = new Date('2027-03-03T16:00:00-05:00')

const SLOTS = ['09:00 AM - 09:30 AM', '10:00 AM - 10:30 AM'] as const

let test: EmailTest
let db: Transaction

beforeEach(() => {
  test = emailTest()
  db = test.db
})

/** Books as `bookIn` does; returns the appointment's id. */
function booked(changes: Parameters<typeof bookIn>[1] = {}, moment = MOMENT) {
  return bookIn(db, changes, moment).id
}

function change(id: string, set: string) {
  db.$client.prepare(`UPDATE appointments SET ${set}, version = version + 1 WHERE id = ?`).run(id)
}

function cancel(id: string) {
  change(id, "status = 'cancelled'")
  const data = { by: 'clinic', refund: false } as const
  notifyFamily(db, id, { kind: 'cancelled', data }, test.now)
}

function move(id: string, startMinute: number) {
  change(id, `start_minute = ${startMinute}`)
  const from = { date: TUESDAY, startMinute: 540, lengthMinutes: 30 }
  notifyFamily(db, id, { kind: 'moved', data: { from } }, test.now)
}

const kinds = () => test.emails.sent.map(({ kind }) => kind)

describe('a confirmation', () => {
  it('is sent at once, to the family’s current address', async () => {
    const id = booked()
    db.$client.prepare("UPDATE users SET email = 'anna@new.example'").run()
    await test.run()
    expect(test.emails.sent).toMatchObject([
      {
        kind: 'booked',
        recipient: { name: 'anna', address: 'anna@new.example' },
        appointment: { id, sequence: 0, date: TUESDAY, startMinute: 540, lengthMinutes: 30 },
      },
    ])
    expect(test.notifications()).toMatchObject([
      { state: 'sent', sentAt: test.now, attempts: 1, recipient: 'anna@new.example' },
    ])
    await test.run()
    expect(test.emails.sent).toHaveLength(1)
  })

  it('is not sent when the booking is rolled back', () => {
    expect(() =>
      db.transaction(() => {
        booked()
        throw new Error('refused')
      }),
    ).toThrow('refused')
    expect(test.notifications()).toEqual([])
  })

  it.each<[string, (id: string) => void, string[]]>([
    ['cancelled', cancel, ['booked dropped', 'cancelled sent']],
    ['moved', (id) => move(id, 600), ['booked dropped', 'moved sent']],
    [
      'moved twice',
      (id) => [move(id, 600), move(id, 660)],
      ['booked dropped', 'moved dropped', 'moved sent'],
    ],
  ])('is dropped when the appointment was %s before', async (_name, meanwhile, states) => {
    meanwhile(booked())
    await test.run()
    expect(test.states()).toEqual(states)
  })

  it('is dropped once the appointment has started', async () => {
    booked()
    test.now = new Date('2027-03-02T09:00:00-05:00')
    await test.run()
    expect(test.notifications()).toMatchObject([{ state: 'dropped', error: 'started' }])
  })

  it('waits for the address to be verified', async () => {
    addPatient(db, 'anna')
    db.$client.prepare('UPDATE users SET email_verified = 0').run()
    booked()
    await test.run()
    expect(test.notifications()).toMatchObject([{ state: 'dropped', error: 'unverified' }])
    const account = { uid: 'anna', email: 'anna@example.com', name: 'anna', photo: null }
    admitAccount(db, { ...account, emailVerified: true }, test.now)
    await test.run()
    expect(test.states()).toEqual(['booked sent'])
  })
})

describe('a confirmation of siblings together', () => {
  /** Books three of Anna's children from nine on; returns the appointments' ids. */
  function bookedTogether(): string[] {
    addPatient(db, 'anna')
    const items = ['Mia', 'Ben', 'Zoe'].map((name, index) => {
      const child = { id: name, name, birthDate: '2020-06-05', createdBy: 'anna', createdAt: NOW }
      insertChild(db, child)
      const slot = formatSlot({ startMinute: 540 + index * 30, lengthMinutes: 30 })
      return { child: name, treatment: 'Allergy Testing', slot, priceCents: 110_00 }
    })
    const contact = { uid: 'anna', date: TUESDAY, phone: '555 0100', address: '1 Main Street' }
    const context = { moment: MOMENT, now: NOW, terms: DEFAULT_TERMS, gapMinutes: 0 }
    // The last one is requested first, but the email lists them by time.
    const outcome = bookBlock(db, { ...contact, items: items.toReversed() }, context)
    if (outcome.outcome !== 'booked') throw new Error(outcome.outcome)
    return outcome.appointments.map(({ id }) => id).toReversed()
  }

  const eventsAre = (...states: string[]) => states.map((state) => `calendar_event ${state}`)

  it.each<[string, (ids: string[]) => void, string[], string[]]>([
    [
      'is one email, and one for the calendar of each',
      () => {},
      ['Mia', 'Ben', 'Zoe'],
      ['booked sent', ...eventsAre('sent', 'sent', 'sent')],
    ],
    [
      'leaves out the first when it was moved before',
      ([mia = '']) => move(mia, 900),
      ['Ben', 'Zoe'],
      ['booked sent', ...eventsAre('dropped', 'sent', 'sent'), 'moved sent'],
    ],
    [
      'leaves out another that was cancelled before',
      ([, ben = '']) => cancel(ben),
      ['Mia', 'Zoe'],
      ['booked sent', ...eventsAre('sent', 'dropped', 'sent'), 'cancelled sent'],
    ],
    [
      'is dropped when all were cancelled before',
      (ids) => ids.forEach(cancel),
      [],
      [
        'booked dropped',
        ...eventsAre('dropped', 'dropped', 'dropped'),
        ...['cancelled sent', 'cancelled sent', 'cancelled sent'],
      ],
    ],
  ])('%s', async (_, meanwhile, names, states) => {
    meanwhile(bookedTogether())
    await test.run()
    expect(test.states().filter((state) => !state.startsWith('reminder'))).toEqual(states)
    const confirmed = test.emails.sent.flatMap((subject) =>
      subject.kind === 'booked' ? [subject.appointment, ...subject.others] : [],
    )
    expect(confirmed.map(({ child }) => child?.name)).toEqual(names)
  })
})

describe('emails about money', () => {
  it.each<[string, string, boolean]>([
    ['paid', "paid = 1, transaction_id = 'pi_1'", true],
    ['paid', "paid = 1, transaction_id = 'pi_2'", false],
    ['unpaid', 'paid = 0, transaction_id = null', true],
    ['unpaid', "paid = 1, transaction_id = 'pi_2'", false],
  ])('of kind %s are sent with %s only while they are true', async (kind, state, isSent) => {
    const id = booked()
    change(id, state)
    const about = { kind: kind as 'paid' | 'unpaid', data: { intentId: 'pi_1' } }
    notifyFamily(db, id, about, test.now)
    notifyFamily(db, id, about, test.now)
    await test.run()
    expect(test.states().at(-1)).toBe(`${kind} ${isSent ? 'sent' : 'dropped'}`)
    expect(test.notifications()).toHaveLength(2)
  })
})

describe('a family whose account is removed', () => {
  it('gets the cancellation, and no email about anything else', async () => {
    booked()
    booked({ date: THURSDAY })
    await test.run()
    const removal = { email: 'anna@example.com', actor: 'admin', moment: MOMENT, now: test.now }
    removeUser(db, removal)
    expect(
      test.notifications().map(({ kind, state, recipient }) => [kind, state, recipient]),
    ).toEqual([
      ['booked', 'sent', null],
      ['booked', 'sent', null],
      ['reminder', 'dropped', null],
      ['cancelled', 'due', 'anna@example.com'],
      ['cancelled', 'due', 'anna@example.com'],
    ])
    await test.run()
    expect(kinds().slice(2)).toEqual(['cancelled', 'cancelled'])
    expect(test.notifications().map(({ recipient }) => recipient)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

describe('a reminder', () => {
  it('is one per family and day, with its appointments by time', async () => {
    const allergy = booked({ date: THURSDAY, slot: '10:00 AM - 10:30 AM' })
    const weight = booked({
      date: THURSDAY,
      ...WEIGHT_LOSS,
      slot: '09:00 AM - 09:30 AM',
    })
    const nutrition = booked({
      date: THURSDAY,
      treatment: 'Nutrition Services',
      priceCents: 70_00,
      slot: '11:00 AM - 11:30 AM',
    })
    await test.run()
    expect(kinds()).toEqual(['booked', 'booked', 'booked'])
    test.now = new Date(WEDNESDAY_AT_FOUR.getTime() - 1)
    await test.run()
    expect(test.emails.sent).toHaveLength(3)
    await test.pass(1)
    expect(test.emails.sent.slice(3)).toMatchObject([
      {
        kind: 'reminder',
        appointments: [{ id: weight }, { id: allergy }, { id: nutrition }],
        unsubscribeUrl: 'https://sprout.example/unsubscribe?token=anna',
      },
    ])
  })

  it.each<[string, (id: string) => void, string]>([
    ['was cancelled', cancel, 'nothing_left'],
    ['was moved to another day', (id) => change(id, "date = '2027-03-08'"), 'nothing_left'],
    [
      'is younger than a day',
      (id) => change(id, `created_at = ${WEDNESDAY_AT_FOUR.getTime() - 23 * HOUR}`),
      'nothing_left',
    ],
    [
      'is of a family that switched reminders off',
      () => db.$client.prepare('UPDATE users SET reminders = 0').run(),
      'switched_off',
    ],
  ])('is dropped when the appointment %s', async (_name, meanwhile, error) => {
    const id = booked({ date: THURSDAY })
    await test.run()
    meanwhile(id)
    test.now = WEDNESDAY_AT_FOUR
    await test.run()
    expect(test.notifications().find(({ kind }) => kind === 'reminder')).toMatchObject({
      state: 'dropped',
      error,
    })
  })

  it('waits for the end of the quiet hours, and is dropped after the start', async () => {
    booked({ date: THURSDAY, slot: '09:00 AM - 09:30 AM' })
    await test.run()
    test.now = new Date('2027-03-03T20:30:00-05:00')
    await test.run()
    expect(test.notifications()[1]).toMatchObject({
      state: 'due',
      dueAt: new Date('2027-03-04T08:00:00-05:00'),
    })
    test.now = new Date('2027-03-04T09:00:00-05:00')
    await test.run()
    expect(test.notifications()[1]).toMatchObject({ state: 'dropped', error: 'nothing_left' })
  })

  it('is dropped when the next reminder is due', async () => {
    booked({ date: '2027-03-10' })
    test.now = new Date('2027-03-09T16:00:00-05:00')
    await test.run()
    expect(test.states()).toEqual(['booked sent', 'reminder dropped', 'reminder sent'])
  })

  it('lets confirmations go first', async () => {
    booked({ date: THURSDAY })
    await test.run()
    test.now = new Date(WEDNESDAY_AT_FOUR.getTime() + HOUR)
    booked({ date: '2027-03-12' })
    await test.run()
    expect(kinds()).toEqual(['booked', 'booked', 'reminder'])
  })
})

describe('a failing mail server', () => {
  const answers = (kind: 'refused' | 'bad-address' | 'retry', response: string): SendVerdict => ({
    kind,
    code: 'EENVELOPE',
    response,
  })

  it('gets the email again with the same Message-ID after the sender’s host has changed', async () => {
    booked()
    test.emails.respond = () => UNREACHABLE
    await test.run()
    const [first] = test.notifications()
    expect(first?.messageId).toBe(`<${first?.id}@clinic>`)
    test.emails.respond = null
    test.emails.mailer.newMessageId = (id) => `<${id}@other.example>`
    await test.pass(10 * MINUTE)
    expect(test.notifications()).toMatchObject([{ state: 'sent', messageId: first?.messageId }])
  })

  it('gets the email again at growing intervals, with the same Message-ID', async () => {
    booked()
    const ids: string[] = []
    test.emails.respond = ({ id }) => {
      ids.push(id)
      return ids.length < 4 ? UNREACHABLE : { kind: 'sent', messageId: `<${id}@clinic>` }
    }
    const times: number[] = []
    for (let minute = 0; minute < 10; minute += 0.5) {
      const before = ids.length
      await test.run()
      if (ids.length > before) times.push(minute)
      test.now = new Date(test.now.getTime() + MINUTE / 2)
    }
    expect(times).toEqual([0, 0.5, 1.5, 3.5])
    expect(new Set(ids).size).toBe(1)
    expect(test.notifications()).toMatchObject([{ state: 'sent', attempts: 4, error: null }])
  })

  it('gets no other email in that run if it does not answer', async () => {
    booked()
    booked({ uid: 'ben', slot: '10:00 AM - 10:30 AM' })
    let attempts = 0
    test.emails.respond = () => {
      attempts += 1
      return UNREACHABLE
    }
    await test.run()
    expect(attempts).toBe(1)
  })

  it('after an outage of six hours, gets all confirmations and no useless reminder', async () => {
    // A reminder that is due during the outage, and one that the next one replaces.
    booked({ date: THURSDAY })
    await test.run()
    test.now = new Date('2027-03-03T14:00:00-05:00')
    test.emails.respond = () => UNREACHABLE
    for (let hour = 0; hour < 6; hour += 1) {
      const moment = { ...MOMENT, today: '2027-03-03', minute: (14 + hour) * 60 }
      booked(
        { uid: `family-${hour}`, date: `2027-03-${15 + (hour % 5)}`, slot: SLOTS[hour % 2] },
        moment,
      )
      if (hour === 2) cancel(booked({ uid: 'quitter', date: '2027-03-10' }, moment))
      await test.pass(HOUR)
    }
    expect(test.emails.sent).toHaveLength(1)
    test.emails.respond = null
    await test.pass(15 * MINUTE)
    expect(kinds().filter((kind) => kind === 'booked')).toHaveLength(7)
    expect(kinds().filter((kind) => kind === 'cancelled')).toHaveLength(1)
    expect(kinds()).not.toContain('reminder')
    // Now it is 08:00, an hour before the appointment.
    await test.pass(12 * HOUR)
    expect(kinds().filter((kind) => kind === 'reminder')).toHaveLength(1)
    expect(test.notifications().filter(({ state }) => state === 'due').length).toBeGreaterThan(0)
  })

  it('fails an email by refusing it permanently, and the address is kept', async () => {
    booked()
    test.emails.respond = () => answers('refused', '550 5.7.1 policy')
    await test.run()
    expect(test.notifications()).toMatchObject([
      { state: 'failed', error: 'EENVELOPE: 550 5.7.1 policy' },
    ])
    expect(findUser(db, 'anna')?.bouncedEmail).toBeNull()
  })

  it.each([
    ['550 5.1.1 no such user', 1],
    ['550 no', 2],
  ])('says %s: the address counts as unreachable after %i attempts', async (response, attempts) => {
    booked()
    test.emails.respond = () => answers('bad-address', response)
    await test.pass(2 * MINUTE)
    expect(test.notifications()).toMatchObject([{ state: 'bounced', attempts }])
    expect(findUser(db, 'anna')).toMatchObject({
      bouncedEmail: 'anna@example.com',
      bouncedAt: expect.any(Date),
    })

    test.emails.respond = null
    booked({ slot: '10:00 AM - 10:30 AM', ...WEIGHT_LOSS })
    await test.run()
    expect(test.notifications().at(-1)).toMatchObject({ state: 'dropped', error: 'unreachable' })

    const account = { uid: 'anna', email: 'anna@new.example', name: 'anna', photo: null }
    admitAccount(db, { ...account, emailVerified: true }, test.now)
    await test.pass(2 * MINUTE)
    // The bounce comes first, and only once.
    const recipient = { address: 'anna@new.example' }
    expect(test.emails.sent).toMatchObject([
      { kind: 'booked', recipient, appointment: { startMinute: 9 * 60 } },
      { kind: 'booked', recipient, appointment: { startMinute: 10 * 60 } },
    ])
  })

  it('gets no further attempt after the last one', async () => {
    booked({ date: '2027-05-10' })
    db.$client.prepare('UPDATE notifications SET attempts = ?').run(sendingSettings.attempts - 1)
    test.emails.respond = () => UNREACHABLE
    await test.run()
    expect(test.states()[0]).toBe('booked failed')
  })

  it('does not delay a cancellation because of a confirmation that could not be sent', async () => {
    const id = booked()
    test.emails.respond = ({ kind }) => {
      if (kind !== 'booked') return { kind: 'sent', messageId: '<1@clinic>' }
      cancel(id)
      return answers('retry', '450 later')
    }
    await test.run()
    expect(test.states()).toEqual(['booked dropped', 'cancelled sent'])
  })

  it('logs ids and codes, no addresses', async () => {
    booked()
    test.emails.respond = () => answers('retry', '450 anna@example.com later')
    await test.run()
    expect(test.lines).toEqual([
      {
        notificationId: test.notifications()[0]?.id,
        notification: 'booked',
        verdict: 'retry',
        code: 'EENVELOPE',
        message: 'email not sent',
      },
    ])
  })
})

describe('several senders', () => {
  const rules = { leaseMs: sendingSettings.leaseMs, intervalMs: 0 }

  it('send one email at a time', () => {
    booked()
    booked({ uid: 'ben', slot: '10:00 AM - 10:30 AM' })
    expect(claimNext(db, NOW, rules)).toMatchObject({ outcome: 'claimed' })
    expect(claimNext(db, NOW, rules)).toEqual({ outcome: 'busy' })
  })

  it('take over from one that died, and from one whose clock was ahead', async () => {
    const id = booked()
    const taken = () => claimNext(db, test.now, rules)
    expect(taken()).toMatchObject({ notification: { appointmentId: id, attempts: 1 } })
    test.now = new Date(NOW.getTime() + sendingSettings.leaseMs)
    expect(taken()).toMatchObject({ notification: { appointmentId: id, attempts: 2 } })
    test.now = new Date(NOW.getTime() - HOUR)
    expect(taken()).toEqual({ outcome: 'nothing_due' })
    test.now = NOW
    await test.run()
    expect(test.states()).toEqual(['booked sent'])
  })

  it('share the clinic’s rate limit', async () => {
    booked()
    await test.run()
    booked({ uid: 'ben', slot: SLOTS[1] })
    const claim = () => claimNext(db, test.now, { ...rules, intervalMs: 100 })
    expect(claim()).toEqual({ outcome: 'wait', ms: 100 })
    test.now = new Date(NOW.getTime() + 99)
    expect(claim()).toEqual({ outcome: 'wait', ms: 1 })
    test.now = new Date(NOW.getTime() + 100)
    expect(claim()).toMatchObject({ outcome: 'claimed' })
  })
})

describe('a copy that staff requested', () => {
  it('is one at a time, and sent like the original', async () => {
    booked()
    await test.run()
    const [original] = test.notifications()
    if (!original) throw new Error('There is none.')
    expect(addCopy(db, original, test.now)).toBe(addCopy(db, original, test.now))
    await test.run()
    expect(addCopy(db, original, test.now)).not.toBe(original.id)
    await test.run()
    expect(kinds()).toEqual(['booked', 'booked', 'booked'])
    expect(new Set(test.emails.sent.map(({ id }) => id)).size).toBe(3)
  })
})
