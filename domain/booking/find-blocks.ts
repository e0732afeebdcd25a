import type { FreeTime } from '#contract/booking/free-times.ts'
import { overlaps, type Slot } from '#contract/booking/slots.ts'

/** A child of a block, with the times at which it can have its treatment. */
export interface BlockMember {
  /** Takes one patient at a time where its times have no doctors. */
  treatmentId: string
  /** Of a time's doctors, the first of the list is preferred. */
  times: readonly FreeTime[]
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
  /** Doctors, or the treatment itself. */
  resources: readonly string[]
  hasDoctors: boolean
}

interface Arrangement {
  end: number
  /** Minutes in which none of the members has an appointment. */
  waiting: number
  /** In order of time. */
  times: readonly Candidate[]
}

/**
 * Finds blocks: a time for each member, of which each begins at most `gapMinutes` after the latest
 * end of those before it, and no doctor is at two at once (docs/requirements.md#sibling-blocks).
 * @returns for each first start, in order of time, the block that ends first; of those, the one with
 * the least waiting; of those, the one whose times are earlier
 */
export function findBlocks(members: readonly BlockMember[], gapMinutes: number): BlockTimes[] {
  const size = members.length
  const candidates = members.flatMap(candidatesOf(size)).sort(byTime)
  const search = { candidates, earliestEnds: earliestEndsOf(candidates, size), size, gapMinutes }
  const starts = [...new Set(candidates.map(({ startMinute }) => startMinute))]
  return starts.flatMap((start) => {
    const best = findBest(search, start)
    return best ? [inOrderOfMembers(best.times)] : []
  })
}

function candidatesOf(size: number) {
  return ({ treatmentId, times }: BlockMember, member: number): Candidate[] =>
    times.map(({ startMinute, lengthMinutes, doctorIds }) => ({
      member,
      startMinute,
      lengthMinutes,
      end: startMinute + lengthMinutes,
      hasDoctors: doctorIds.length > 0,
      // As many as there are members: the others cannot occupy all of them.
      resources: doctorIds.length > 0 ? doctorIds.slice(0, size) : [treatmentId],
    }))
}

function byTime(a: Candidate, b: Candidate): number {
  return a.startMinute - b.startMinute || a.member - b.member
}

/** For each index the earliest ends of the members among the candidates from there on. */
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
}

/**
 * Depth first, in order of time: the first of several equally good arrangements is the one whose
 * times are earlier. Leaves out what cannot end before the best that is known.
 */
function findBest(
  { candidates, earliestEnds, size, gapMinutes }: Search,
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

/** Gives each time one of its resources, none of which has two times at once; undefined if none can. */
function assignResources(
  times: readonly Candidate[],
  assigned: readonly string[] = [],
): readonly string[] | undefined {
  const time = times[assigned.length]
  if (!time) return assigned
  for (const resource of time.resources) {
    const isBusy = assigned.some((other, index) => {
      const before = times[index]
      return other === resource && before !== undefined && overlaps(before, time)
    })
    const rest = isBusy ? undefined : assignResources(times, [...assigned, resource])
    if (rest) return rest
  }
  return undefined
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
