import { beforeEach, describe, expect, it } from 'vitest'
import { type Block, blockList, blockRefusal, blockSuccess } from '#contract/booking/blocks.ts'
import { DEFAULT_TERMS, termsChanged } from '#contract/payments/refund-bands.ts'
import { BY_ADMIN } from '#domain/testing/booking.ts'
import { correctChild, insertGuardian, updateChild } from '#drizzle/queries/guardians/children.ts'
import { listNotifications } from '#drizzle/queries/notifications/notifications.ts'
import { appointments, treatments } from '#drizzle/schema/index.ts'
import { addTreatingDoctor, changePrice, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { addChildren, blockOf, getBlocks, treatmentId } from '#server/testing/blocks.ts'
import { book } from '#server/testing/paying.ts'
import {
  buildTestApp,
  changeClinic,
  FIRST_SLOT,
  MONDAY_MORNING,
  type Session,
  signIn,
  type TestApp,
  TUESDAY,
  withoutChange,
} from '#server/testing/test-app.ts'

let test: TestApp
let anna: Session
let boris: Session
let children: string[]
let mia: string
let ben: string

beforeEach(async () => {
  test = await buildTestApp()
  anna = await signIn(test, 'anna@example.com')
  boris = await signIn(test, 'boris@example.com')
  children = addChildren(test, anna)
  const [first = '', second = ''] = children
  mia = first
  ben = second
})

/** The first times of blocks: 'Mia 09:00 AM, Ben 09:30 AM'. */
const timesOf = (blocks: Block[]) =>
  blocks.map(({ items }) =>
    items.map(({ child, slot }) => `${child.name} ${slot.slice(0, 8)}`).join(', '),
  )

async function list(of = [mia, ben], options = {}): Promise<Block[]> {
  const response = await getBlocks(test, anna, of, options)
  return blockList.parse(response.json())
}

const bookBlock = (payload: object) => anna.post('/appointment-blocks', payload)

const rows = () => test.db.select().from(appointments).all()

/** A block for Mia and Ben, with changes to Ben's item and to the block. */
function blockWith(item: object = {}, changes: object = {}) {
  const block = blockOf(anna, [mia, ben])
  const [first, second] = block.items
  return { ...block, items: [first, { ...second, ...item }], ...changes }
}

describe('GET /appointment-blocks', () => {
  it('lists a block for each start that fits all children, with doctors and prices', async () => {
    const [first, ...others] = await list()
    expect(first).toEqual({
      time: '09:00 AM - 10:00 AM',
      items: [
        {
          child: { _id: mia, name: 'Mia' },
          treatment: 'Allergy Testing',
          slot: FIRST_SLOT,
          price: 110,
        },
        {
          child: { _id: ben, name: 'Ben' },
          treatment: 'Allergy Testing',
          slot: '09:30 AM - 10:00 AM',
          price: 110,
        },
      ],
    })
    expect(others).toHaveLength(14)
    addTreatingDoctor(test.db, 'Ada', 'Allergy Testing')
    addTreatingDoctor(test.db, 'Benno', 'Allergy Testing')
    const [parallel, inTurn] = await list()
    expect(parallel).toMatchObject({
      time: FIRST_SLOT,
      items: [{ doctor: 'Ada' }, { doctor: 'Benno' }],
    })
    expect(inTurn?.time).toBe('09:00 AM - 10:00 AM')
  })

  it('excludes times that are taken, and times of a child’s own appointments', async () => {
    await book(test, boris, { slot: '09:30 AM - 10:00 AM' })
    await book(test, anna, {
      child: ben,
      treatment: 'Weight Loss',
      price: 80,
      slot: '10:30 AM - 11:00 AM',
    })
    expect(timesOf(await list()).slice(0, 2)).toEqual([
      'Mia 10:30 AM, Ben 10:00 AM',
      'Mia 10:30 AM, Ben 11:00 AM',
    ])
    await book(test, anna, { child: mia, slot: '03:00 PM - 03:30 PM' })
    expect(await list()).toEqual([])
  })

  it('lists nothing on a day without hours', async () => {
    expect(await list([mia, ben], { date: 'Mar 6, 2027' })).toEqual([])
  })

  it('leaves the clinic’s gap between siblings', async () => {
    await book(test, boris, { slot: '09:30 AM - 10:00 AM' })
    expect(timesOf(await list())[0]).toBe('Mia 10:00 AM, Ben 10:30 AM')
    await changeClinic(test, { siblingGapMinutes: 30 })
    expect(timesOf(await list())[0]).toBe('Mia 09:00 AM, Ben 10:00 AM')
  })
})

describe('GET /appointment-blocks/obstacles', () => {
  it('names the child that has the treatment already or no time, and the next day with blocks', async () => {
    const ask = async () => {
      const treatment = treatmentId(test, 'Allergy Testing')
      const query = { date: TUESDAY, child: [mia, ben], treatment: [treatment, treatment] }
      return (await anna.get('/appointment-blocks/obstacles', query)).json()
    }
    await book(test, anna, { child: mia, slot: '03:00 PM - 03:30 PM' })
    const miaHasIt = { name: 'Mia', treatment: 'Allergy Testing', slot: '03:00 PM - 03:30 PM' }
    expect(await ask()).toEqual({ children: [miaHasIt], nextDay: '2027-03-03' })
  })
})

describe('POST /appointment-blocks', () => {
  it('books all in the account’s name, each with its event and price', async () => {
    const wakes = test.wakes()
    const response = await bookBlock(blockOf(anna, children))
    expect([response.statusCode, test.wakes() - wakes]).toEqual([201, 1])
    const { bookings } = blockSuccess.parse(response.json())
    expect(bookings.map(({ child }) => child?.name)).toEqual(['Mia', 'Ben', 'Zoe', 'Leo'])
    expect(rows()).toMatchObject(
      children.map((childId) => ({
        childId,
        patientUid: anna.uid,
        priceCents: 110_00,
        paid: false,
      })),
    )
    for (const { _id } of bookings) {
      expect(eventsOf(test.db, _id)).toMatchObject([
        { kind: 'appointment.booked', actor: anna.uid },
      ])
    }
  })

  it('stores the referral of another site’s link in each event', async () => {
    const referral = { source: 'source-abc', bookingReferral: '34d1a803-cd6c' }
    const response = await bookBlock({
      ...blockOf(anna, [mia, ben]),
      ...referral,
    })
    for (const { _id } of blockSuccess.parse(response.json()).bookings) {
      expect(eventsOf(test.db, _id)).toMatchObject([{ data: referral }])
    }
  })

  it('is confirmed by one email with an invitation each, which staff see at the appointment', async () => {
    await book(test, anna, { date: 'Mar 3, 2027' })
    const response = await bookBlock(blockOf(anna, [mia, ben]))
    const { bookings } = blockSuccess.parse(response.json())
    const emailsOf = (appointmentId: string) =>
      listNotifications(test.db, { appointmentId, limit: 50 }).map(
        ({ notification }) => notification,
      )
    const confirmation = { kind: 'booked', data: { others: [bookings[1]?._id] } }
    for (const { _id } of bookings) {
      const invitation = { kind: 'calendar_event', appointmentId: _id }
      // Latest first.
      expect(emailsOf(_id)).toMatchObject([invitation, confirmation])
    }
  })

  it('gives a child the doctor that a sibling does not need', async () => {
    addTreatingDoctor(test.db, 'Ada', 'Allergy Testing', 'Weight Loss')
    addTreatingDoctor(test.db, 'Benno', 'Allergy Testing')
    const parallel = { slot: FIRST_SLOT, treatment: 'Weight Loss', price: 80 }
    const response = await bookBlock(blockWith(parallel))
    expect(blockSuccess.parse(response.json()).bookings.map(({ doctor }) => doctor)).toEqual([
      'Benno',
      'Ada',
    ])
  })

  it('books nothing if one time was taken, names the child, and offers the nearest blocks', async () => {
    await book(test, boris, { slot: '09:30 AM - 10:00 AM' })
    const response = await withoutChange(test, () => bookBlock(blockOf(anna, [mia, ben])))
    expect(response.statusCode).toBe(409)
    const { alternatives, ...refusal } = blockRefusal.parse(response.json())
    expect(refusal).toEqual({
      success: false,
      code: 'slot_taken',
      message: 'Someone else just booked Ben’s time, 09:30 AM - 10:00 AM. Nothing was booked.',
      child: ben,
    })
    expect(timesOf(alternatives)).toEqual([
      'Mia 10:00 AM, Ben 10:30 AM',
      'Mia 10:30 AM, Ben 11:00 AM',
      'Mia 11:00 AM, Ben 11:30 AM',
    ])
    const slots = alternatives[0]?.items.map(({ slot }) => slot)
    const again = await bookBlock(blockOf(anna, [mia, ben], { slots }))
    expect(again.statusCode).toBe(201)
  })

  it('names the second child if the only doctor for both is taken', async () => {
    addTreatingDoctor(test.db, 'Ada', 'Allergy Testing')
    addTreatingDoctor(test.db, 'Benno', 'Allergy Testing')
    await book(test, boris)
    const response = await bookBlock(blockWith({ slot: FIRST_SLOT }))
    expect(response.json()).toMatchObject({ code: 'slot_taken', child: ben })
    expect(rows()).toHaveLength(1)
  })

  it('answers a repeated request with the appointments that it made, and changes nothing', async () => {
    const wanted = blockOf(anna, [mia, ben])
    expect((await bookBlock(wanted)).statusCode).toBe(201)
    const response = await withoutChange(test, () => bookBlock(wanted))
    expect([response.statusCode, response.json()]).toEqual([
      409,
      {
        success: false,
        code: 'already_booked',
        message: `You already have an appointment on Mar 2, 2027 at ${FIRST_SLOT} for Mia`,
        child: mia,
        alternatives: [],
      },
    ])
  })

  it('refuses an outdated price, and offers the block at the current price first', async () => {
    changePrice(test.db, 'Allergy Testing', { validFrom: '2027-03-02', priceCents: 120_00 })
    const response = await bookBlock(blockOf(anna, [mia, ben]))
    const { message, child, alternatives } = blockRefusal.parse(response.json())
    expect([message, child]).toEqual([
      'The price for Mia is now $120. Please review it and book again.',
      mia,
    ])
    expect(alternatives[0]).toMatchObject({
      time: '09:00 AM - 10:00 AM',
      items: [{ price: 120 }, { price: 120 }],
    })
    expect(rows()).toEqual([])
  })

  it('refuses outdated refund terms with the current ones, and books nothing', async () => {
    await changeClinic(test, { refundBands: [{ hours: 0, percent: 50 }] })
    const wanted = blockOf(anna, [mia, ben])
    const refused = await withoutChange(test, () => bookBlock({ ...wanted, terms: DEFAULT_TERMS }))
    const { terms, ...refusal } = termsChanged.parse(refused.json())
    expect([refused.statusCode, refusal.code]).toEqual([409, 'terms_changed'])
    expect((await bookBlock({ ...wanted, terms })).statusCode).toBe(201)
    expect(rows()).toMatchObject([{ terms }, { terms }])
  })

  it.each<[string, number, string, () => object]>([
    ['a longer wait', 400, 'not_a_block', () => blockWith({ slot: '10:30 AM - 11:00 AM' })],
    ['one place for two at once', 400, 'not_a_block', () => blockWith({ slot: FIRST_SLOT })],
    ['an unknown time', 400, 'slot_not_offered', () => blockWith({ slot: '09:10 AM - 09:40 AM' })],
    ['an unknown treatment', 400, 'unknown_treatment', () => blockWith({ treatment: 'Surgery' })],
    ['a Saturday', 400, 'day_not_bookable', () => blockWith({}, { date: 'Mar 6, 2027' })],
    ['one child twice', 400, 'invalid_input', () => blockWith({ child: mia })],
    ['one child', 400, 'invalid_input', () => blockOf(anna, [mia])],
    [
      'another’s child',
      404,
      'not_found',
      () => blockWith({ child: addChildren(test, boris, ['Ida'])[0] }),
    ],
  ])('refuses %s with %i', async (_, status, code, wanted) => {
    const payload = wanted()
    const response = await withoutChange(test, () => bookBlock(payload))
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  })

  it('counts all appointments of the block as unpaid', async () => {
    const limited = await buildTestApp({ env: { RATE_LIMIT: 'on', UNPAID_APPOINTMENTS: '3' } })
    const session = await signIn(limited, 'anna@example.com')
    await book(limited, session, { date: 'Mar 3, 2027' })
    const three = addChildren(limited, session, ['Mia', 'Ben', 'Zoe'])
    const response = await session.post('/appointment-blocks', blockOf(session, three))
    expect([response.statusCode, response.json()]).toEqual([
      422,
      {
        code: 'too_many_unpaid',
        message:
          'You can have 3 unpaid appointments at a time. Book for fewer children, or pay for those that are coming up first.',
      },
    ])
    const two = await session.post('/appointment-blocks', blockOf(session, three.slice(1)))
    expect(two.statusCode).toBe(201)
  })
})

describe('both calls', () => {
  const both = async (by = anna) => [
    await getBlocks(test, by, [mia, ben]),
    await by.post('/appointment-blocks', blockOf(by, [mia, ben])),
  ]

  it.each<[string, number, string, () => void]>([
    [
      'an archived child',
      404,
      'not_found',
      () => updateChild(test.db, ben, { archivedAt: MONDAY_MORNING }),
    ],
    [
      'a child of 18 years',
      422,
      'adult',
      () => correctChild(test.db, ben, { birthDate: '2009-03-02' }, BY_ADMIN),
    ],
    [
      'a child of another age',
      422,
      'age_limit',
      () => test.db.update(treatments).set({ maxAgeMonths: 60 }).run(),
    ],
  ])('refuse %s with %i %s', async (_, status, code, change) => {
    change()
    for (const response of await both()) {
      expect([response.statusCode, response.json().code]).toEqual([status, code])
    }
  })

  it('refuse a guardian who may not book for one of the children', async () => {
    const rights = { mayPay: true, receivesEmail: true, uid: boris.uid, createdAt: MONDAY_MORNING }
    insertGuardian(test.db, { childId: mia, mayBook: true, ...rights })
    insertGuardian(test.db, { childId: ben, mayBook: false, ...rights })
    for (const response of await both(boris)) {
      expect([response.statusCode, response.json().code]).toEqual([403, 'may_not_book'])
    }
  })
})
