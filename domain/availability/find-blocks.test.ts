import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps } from '#contract/booking/slots.ts'
import type { FreeTime } from '#contract/schedule/free-times.ts'
import { type BlockMember, type BlockTime, findBlocks, findBlocksBothWays } from './find-blocks.ts'

const NINE = 9 * 60

/**
 * A member with its own treatment, with half-hour times that start this many quarters of an hour after
 * nine.
 */
function member(quarters: number[], doctorIds: string[], lengthMinutes = 30): BlockMember {
  const times = quarters.map((quarter) => ({
    startMinute: NINE + quarter * 15,
    lengthMinutes,
    doctorIds,
  }))
  return { treatmentId: `treatment of ${doctorIds}`, times }
}

/** Each block as quarters of an hour after nine, with doctors. */
const blocksOf = (members: BlockMember[], gapMinutes = 15) =>
  findBlocks(members, gapMinutes).map((block) =>
    block.map(({ startMinute, doctorId }) => `${(startMinute - NINE) / 15} ${doctorId}`),
  )

const HALF_HOURS = [0, 2, 4, 6]

describe('findBlocks', () => {
  it.each<[string, BlockMember[], string[][]]>([
    ['parallel with different doctors', [member([0], ['a']), member([0], ['b'])], [['0 a', '0 b']]],
    [
      'back to back with one doctor, for each first start',
      [member(HALF_HOURS, ['a']), member(HALF_HOURS, ['a'])],
      [
        ['0 a', '2 a'],
        ['2 a', '4 a'],
        ['4 a', '6 a'],
      ],
    ],
    [
      'after a wait that is just allowed',
      [member([0], ['a']), member([3], ['a'])],
      [['0 a', '3 a']],
    ],
    ['not after a longer one', [member([0], ['a']), member([4], ['a'])], []],
    [
      'a doctor who is free for the child that needs the other',
      [member([0], ['a', 'b']), member([0], ['a'])],
      [['0 b', '0 a']],
    ],
    [
      'no wait rather than one, when both end then',
      [member([0], ['a']), member([2, 3], ['b']), member([2], ['c'], 45)],
      [['0 a', '2 b', '2 c']],
    ],
    [
      'a wait counted from the latest end, however long a sibling takes',
      [member([0], ['a'], 120), member([0], ['b'], 15), member([8], ['b'])],
      [['0 a', '0 b', '8 b']],
    ],
    ['nothing without a time for each', [member([0], ['a']), member([], ['b'])], []],
  ])('finds %s', (_, members, expected) => {
    expect(blocksOf(members)).toEqual(expected)
  })

  it('treats one child at a time if a treatment has no doctors', () => {
    const twins = [member([0, 2], []), member([0, 2], [])]
    expect(blocksOf(twins)).toEqual([['0 null', '2 null']])
  })

  it('finds for each start the arrangement in sequence, too', () => {
    const both = findBlocksBothWays([member([0, 2], ['a']), member([0, 2, 4], ['b'])], 15)
    const inQuarters = both.map((times) =>
      times.map(({ startMinute, doctorId }) => `${(startMinute - NINE) / 15} ${doctorId}`),
    )
    expect(inQuarters).toEqual([
      ['0 a', '0 b'],
      ['0 a', '2 b'],
      ['2 a', '2 b'],
      ['2 a', '4 b'],
    ])
  })

  it('finds the same as an exhaustive search, in small random families', () => {
    const time: fc.Arbitrary<FreeTime> = fc.record({
      startMinute: fc.nat({ max: 7 }).map((quarter) => NINE + quarter * 15),
      lengthMinutes: fc.constantFrom(15, 30, 45),
      doctorIds: fc.subarray(['a', 'b', 'c', 'd']),
    })
    const one: fc.Arbitrary<BlockMember> = fc.record({
      treatmentId: fc.constantFrom('first', 'second'),
      times: fc.uniqueArray(time, { maxLength: 5, selector: ({ startMinute }) => startMinute }),
    })
    const families = fc.array(one, { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(families, fc.constantFrom(0, 15, 60), (members, gap) => {
        const found = findBlocks(members, gap)
        for (const block of found) expect(isBlock(members, block, gap)).toBe(true)
        const withoutDoctors = found.map((block) =>
          block.map(({ startMinute, lengthMinutes }) => ({ startMinute, lengthMinutes })),
        )
        expect(withoutDoctors).toEqual(searchAll(members, gap))
        const inTurn = findBlocksBothWays(members, gap).filter(isInTurn)
        for (const block of inTurn) expect(isBlock(members, block, gap)).toBe(true)
        expect(inTurn.map(startOf)).toEqual(searchAll(members, gap, isInTurn).map(startOf))
        expect(inTurn.map(endOf)).toEqual(searchAll(members, gap, isInTurn).map(endOf))
      }),
      { numRuns: 500 },
    )
  })
})

// The same result by brute force.

type Times = readonly Pick<BlockTime, 'startMinute' | 'lengthMinutes'>[]

function isBlock(members: BlockMember[], block: readonly BlockTime[], gap: number): boolean {
  const isOffered = block.every(({ startMinute, doctorId }, index) =>
    members[index]?.times.some(
      (time) =>
        time.startMinute === startMinute &&
        (doctorId === null ? time.doctorIds.length === 0 : time.doctorIds.includes(doctorId)),
    ),
  )
  const resources = block.map(({ doctorId }, index) => doctorId ?? members[index]?.treatmentId)
  const isFree = block.every((time, index) =>
    block.every(
      (other, at) => at >= index || resources[at] !== resources[index] || !overlaps(time, other),
    ),
  )
  return isOffered && isFree && block.length === members.length && longestWait(block) <= gap
}

/** The gaps between the times, as their ends, and the sum of the gaps. */
function waitsOf(block: Times): number[] {
  const inOrder = block.toSorted((a, b) => a.startMinute - b.startMinute)
  return inOrder
    .slice(1)
    .map(({ startMinute }, index) => startMinute - endOf(inOrder.slice(0, index + 1)))
}

const longestWait = (block: Times) => Math.max(...waitsOf(block))
const endOf = (block: Times) =>
  Math.max(...block.map((time) => time.startMinute + time.lengthMinutes))
const startOf = (block: Times) => Math.min(...block.map(({ startMinute }) => startMinute))

/** Orders blocks by end, waiting time, and then the times of earlier members. */
function compare(a: Times, b: Times): number {
  const keyOf = (block: Times) => [
    endOf(block),
    waitsOf(block).reduce((sum, wait) => sum + Math.max(0, wait), 0),
    ...block
      .map(({ startMinute }, member) => startMinute * 10 + member)
      .sort((one, other) => one - other),
  ]
  const [one, other] = [keyOf(a), keyOf(b)]
  const index = one.findIndex((value, at) => value !== other[at])
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}

const isInTurn = (block: Times) =>
  block.every((time, index) => block.every((other, at) => at >= index || !overlaps(time, other)))

function searchAll(members: BlockMember[], gap: number, isWanted = (_: Times) => true): Times[] {
  const all = members.reduce<BlockTime[][]>(
    (blocks, { times }) =>
      blocks.flatMap((block) =>
        times.flatMap(({ startMinute, lengthMinutes, doctorIds }) =>
          (doctorIds.length > 0 ? doctorIds : [null]).map((doctorId) => [
            ...block,
            { startMinute, lengthMinutes, doctorId },
          ]),
        ),
      ),
    [[]],
  )
  const blocks = all
    .filter((block) => isWanted(block) && isBlock(members, block, gap))
    .sort(compare)
  const starts = [...new Set(blocks.map(startOf))].sort((a, b) => a - b)
  return starts.map((start) =>
    (blocks.find((block) => startOf(block) === start) ?? []).map(
      ({ startMinute, lengthMinutes }) => ({ startMinute, lengthMinutes }),
    ),
  )
}
