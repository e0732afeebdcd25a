import { overlaps, type Slot } from '#contract/booking/slots.ts'
import type { FreeTime } from '#contract/schedule/free-times.ts'

/** A child of a block, with the times at which it can have its treatment. */
export interface BlockMember {
  /** Takes one patient at a time when its times have no doctors. */
  treatmentId: string
  /** For how many minutes after it its doctor takes no other appointment. */
  bufferMinutes?: number
  /** The first doctor of a time is preferred. */
  times: readonly FreeTime[]
}

/** A member whose treatment is possible at these times. */
export function blockMember(
  { buffers }: { buffers: ReadonlyMap<string, number> },
  { id: treatmentId }: { id: string },
  times: readonly FreeTime[],
): BlockMember {
  return { treatmentId, bufferMinutes: buffers.get(treatmentId) ?? 0, times }
}

/** A member's time in a block, and who gives the treatment. */
export interface BlockTime extends Slot {
  doctorId: string | null
}

/** The times of a block in the order of its members. */
type BlockTimes = readonly BlockTime[]

/** One of a member's times. */
interface Candidate extends Slot {
  member: number
  end: number
  /** The doctors, or the treatment itself. */
  resources: readonly string[]
  hasDoctors: boolean
  /** Until its doctor is free again. */
  busyMinutes: number
}

interface Arrangement {
  end: number
  /** Minutes in which none of the members has an appointment. */
  waiting: number
  /** In order of time. */
  times: readonly Candidate[]
}

/**
 * Finds blocks: a time for each member. Each time begins at most `gapMinutes` after the latest end before it,
 * and no doctor is needed twice at once (docs/requirements.md#sibling-blocks).
 * @returns for each first start, in order, the block that ends first; among equals, the one with the least
 * waiting, then the one with the earliest times
 */
export function findBlocks(members: readonly BlockMember[], gapMinutes: number): BlockTimes[] {
  return findBest(members, gapMinutes, [false]).flat()
}

/**
 * The blocks of `findBlocks`. A block with members at the same time is followed by the best block from that
 * start in which the members come one after the other, if there is one.
 */
export function findBlocksBothWays(
  members: readonly BlockMember[],
  gapMinutes: number,
): BlockTimes[] {
  return findBest(members, gapMinutes, [false, true]).flatMap(([first, inTurn]) => {
    if (!first || !inTurn || isInTurn(first)) return first ? [first] : []
    // A block with the same start and end would look identical.
    return lastEnd(first) === lastEnd(inTurn) ? [inTurn] : [first, inTurn]
  })
}

/** The best block from each start, by whether its members come one after the other. */
function findBest(
  members: readonly BlockMember[],
  gapMinutes: number,
  ways: readonly boolean[],
): BlockTimes[][] {
  const size = members.length
  const candidates = members.flatMap(candidatesOf(size)).sort(byTime)
  const search = { candidates, earliestEnds: earliestEndsOf(candidates, size), size, gapMinutes }
  const starts = [...new Set(candidates.map(({ startMinute }) => startMinute))]
  return starts.map((start) =>
    ways.flatMap((inTurn) => {
      const best = findBestFrom({ ...search, inTurn }, start)
      return best ? [inOrderOfMembers(best.times)] : []
    }),
  )
}

function lastEnd(times: BlockTimes): number {
  return Math.max(...times.map(({ startMinute, lengthMinutes }) => startMinute + lengthMinutes))
}

/** Whether no two of the times overlap. */
function isInTurn(times: BlockTimes): boolean {
  return times.every(
    (time, index) => !times.some((other, at) => at < index && overlaps(time, other)),
  )
}

function candidatesOf(size: number) {
  return ({ treatmentId, times, bufferMinutes = 0 }: BlockMember, member: number): Candidate[] =>
    times.map(({ startMinute, lengthMinutes, doctorIds }) => ({
      member,
      startMinute,
      lengthMinutes,
      end: startMinute + lengthMinutes,
      hasDoctors: doctorIds.length > 0,
      busyMinutes: lengthMinutes + (doctorIds.length > 0 ? bufferMinutes : 0),
      // One more than the others can occupy is enough.
      resources: doctorIds.length > 0 ? doctorIds.slice(0, size) : [treatmentId],
    }))
}

function byTime(a: Candidate, b: Candidate): number {
  return a.startMinute - b.startMinute || a.member - b.member
}

/** For each index, the earliest end of each member among the candidates from there on. */
function earliestEndsOf(candidates: readonly Candidate[], size: number): number[][] {
  let ends: number[] = Array(size).fill(Number.POSITIVE_INFINITY)
  const result = [ends]
  for (const { member, end } of candidates.toReversed()) {
    ends = ends.with(member, Math.min(end, ends[member] ?? end))
    result.push(ends)
  }
  return result.reverse()
}

interface Search {
  /** In order of time. */
  candidates: readonly Candidate[]
  earliestEnds: readonly (readonly number[])[]
  size: number
  gapMinutes: number
  /** Whether times must not overlap. */
  inTurn: boolean
}

/**
 * Depth first, in order of time, so that of several equally good arrangements the one with the earliest times
 * wins. Prunes arrangements that cannot end before the best one.
 */
function findBestFrom(
  { candidates, earliestEnds, size, gapMinutes, inTurn }: Search,
  start: number,
): Arrangement | undefined {
  let best: Arrangement | undefined

  function extend(chosen: Arrangement, from: number): void {
    if (chosen.times.length === size) {
      best = chosen
      return
    }
    const latest = chosen.times.length === 0 ? start : chosen.end + gapMinutes
    for (let index = from; index < candidates.length; index += 1) {
      const next = candidates[index]
      if (!next || next.startMinute > latest) return
      if (chosen.times.some(({ member }) => member === next.member)) continue
      if (inTurn && next.startMinute < chosen.end) continue
      const end = Math.max(chosen.end, next.end)
      const waiting = chosen.waiting + Math.max(0, next.startMinute - chosen.end)
      const times = [...chosen.times, next]
      const bound = lastEndOf(times, end, earliestEnds[index + 1] ?? [])
      if (bound === Number.POSITIVE_INFINITY) continue
      if (best && (bound > best.end || (bound === best.end && waiting >= best.waiting))) continue
      if (assignResources(times)) extend({ end, waiting, times }, index + 1)
    }
  }

  const first = candidates.findIndex(({ startMinute }) => startMinute === start)
  extend({ end: start, waiting: 0, times: [] }, first)
  return best
}

/** The earliest end of an arrangement that begins with those times. */
function lastEndOf(times: readonly Candidate[], end: number, earliest: readonly number[]): number {
  const isChosen = (member: number) => times.some((time) => time.member === member)
  return Math.max(end, ...earliest.filter((_, member) => !isChosen(member)))
}

/**
 * Assigns each time a resource so that no resource has two times at once; undefined if that is impossible.
 */
function assignResources(
  times: readonly Candidate[],
  assigned: readonly string[] = [],
): readonly string[] | undefined {
  const time = times[assigned.length]
  if (!time) return assigned
  for (const resource of time.resources) {
    const isBusy = assigned.some((other, index) => {
      const before = times[index]
      return (
        other === resource && before !== undefined && overlaps(busyTime(before), busyTime(time))
      )
    })
    const rest = isBusy ? undefined : assignResources(times, [...assigned, resource])
    if (rest) return rest
  }
  return undefined
}

function busyTime({ startMinute, busyMinutes }: Candidate): Slot {
  return { startMinute, lengthMinutes: busyMinutes }
}

function inOrderOfMembers(times: readonly Candidate[]): BlockTimes {
  const assigned = assignResources(times) ?? []
  return times
    .map((time, index) => ({ ...time, resource: assigned[index] ?? null }))
    .sort((a, b) => a.member - b.member)
    .map(({ startMinute, lengthMinutes, hasDoctors, resource }) => ({
      startMinute,
      lengthMinutes,
      doctorId: hasDoctors ? resource : null,
    }))
}
