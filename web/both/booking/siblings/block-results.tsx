import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type BlockObstacles,
  findBlockObstacles,
  NEXT_BLOCK_WITHIN_DAYS,
} from '#contract/booking/block-obstacles-calls.ts'
import type { Block } from '#contract/booking/blocks.ts'
import { parseSlotEnd, parseSlotStart } from '#contract/booking/slots.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice, sumOfPrices } from '#contract/money.ts'
import { isolate, joinNames } from '#contract/names.ts'
import { Notice } from '#web/both/times/notice.tsx'
import { Button } from '#web/components/button.tsx'
import { focusInView } from '#web/components/focus-in-view.ts'
import { Spinner } from '#web/components/states/loading.tsx'
import { EmptyState, ErrorState } from '#web/components/states/states.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { sendQuery } from '#web/lib/api/send.ts'
import { useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/siblings.ts'
import { closeToYourTime } from '#words/en/site/day.ts'
import { blocksQueryOf } from '../flow/booking-calls.ts'
import MissedNotice from '../missed-notice.tsx'
import { BlockItem } from './block-item.tsx'
import { useSiblings, useSiblingsRef } from './siblings-flow.ts'

interface BlockResultsProps {
  /** The next bookable day, offered when this day has no suitable times. */
  nextDay: IsoDate | undefined
  onChooseDay: (day: IsoDate) => void
}

/** The times found for the children. */
export function BlockResults({ nextDay, onChooseDay }: BlockResultsProps) {
  const { send } = useSiblingsRef()
  const message = useSiblings(({ context }) => context.message)
  const hasFailed = useSiblings((snapshot) => snapshot.matches({ times: 'blocksFailed' }))
  const hasNone = useSiblings((snapshot) => snapshot.matches({ times: 'noBlocks' }))
  const hasSome = useSiblings(
    (snapshot) =>
      snapshot.matches({ times: 'choosingBlock' }) ||
      snapshot.matches('dialog') ||
      snapshot.matches('confirm'),
  )
  if (hasFailed) {
    return (
      <ErrorState title={words.timesDidNotLoad} onRetry={() => send({ type: 'blocks.find' })}>
        {message}
      </ErrorState>
    )
  }
  if (hasNone) return <NoBlocks nextDay={nextDay} onChooseDay={onChooseDay} />
  return hasSome ? <Blocks /> : null
}

/** Which child has no time, and the next day that fits. Takes the focus unless the user is in the calendar or a form. */
function NoBlocks({ nextDay, onChooseDay }: BlockResultsProps) {
  const { date, siblings } = useSiblings(({ context }) => context)
  const obstacles = useQuery({
    queryKey: ['available', date, 'obstacles', siblings],
    queryFn: ({ signal }) =>
      sendQuery(findBlockObstacles, { query: blocksQueryOf({ date, siblings }), signal }),
    staleTime: 0,
  })
  const own = useOwnText()
  const day = formats.fullDay(date)
  const frame = useRef<HTMLDivElement>(null)
  const { data, isPending } = obstacles
  // Unless the server says which one fits, the next day on which the clinic is open.
  const next = data ? data.nextDay : nextDay

  useEffect(() => {
    const active = document.activeElement
    const isIdle = active === document.body || active instanceof HTMLHeadingElement
    if (isIdle) focusInView(frame.current, 'center')
  }, [])

  return (
    <>
      <BlockNotice />
      <div ref={frame} tabIndex={-1} className="outline-none">
        <EmptyState
          title={siblings.length === 2 ? words.noneFitsBoth(day) : words.noneFitsAll(day)}
          action={
            isPending ? (
              <Spinner label={words.lookingForNextDay} />
            ) : (
              next && (
                <Button look="secondary" onClick={() => onChooseDay(next)}>
                  {words.showDay(formats.fullDay(next))}
                </Button>
              )
            )
          }
        >
          <ul className="wrap-anywhere">
            {data?.children.map((child) => (
              <li key={child.name}>
                {describeObstacle({ ...child, treatment: own(child.treatment) })}
              </li>
            ))}
          </ul>
          {data?.children.length === 0 && <p>{words.tooFarApart}</p>}
          {data?.nextDay === null && (
            <p>{words.nothingUntil(formats.fullDay(dayAfter(date, NEXT_BLOCK_WITHIN_DAYS)))}</p>
          )}
          <p>{words.chooseOtherDayOrTreatments}</p>
        </EmptyState>
      </div>
    </>
  )
}

function describeObstacle({ name, treatment, slot }: BlockObstacles['children'][number]): string {
  return slot === null
    ? words.noTimeLeft(treatment, isolate(name))
    : words.alreadyHas(isolate(name), treatment, formats.slotStart(slot))
}

/** As many times as fit two screens of a phone. */
const FIRST_SHOWN = 6

/** The times that suit all of them. Takes the focus if the focused button is gone. */
function Blocks() {
  const { send } = useSiblingsRef()
  const { blocks, refusal, date } = useSiblings(({ context }) => context)
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const names = joinNames(blocks[0]?.items.map(({ child }) => child.name) ?? [])
  const closest =
    refusal && refusal.code !== 'price_changed' ? refusal.alternatives.map(({ time }) => time) : []
  // The shortest visit first; one after the other, one parent can be with each child.
  const [inTurn, together] = [blocks.filter(isInTurn), blocks.filter((block) => !isInTurn(block))]
  const ordered = [...together, ...inTurn]
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole || closest.length > 0 ? ordered : ordered.slice(0, FIRST_SHOWN)
  const firstMore = useFocusOnChange<HTMLButtonElement>(String(isWhole))
  // Shown once above them.
  const total = sumOfPrices(blocks[0]?.items ?? [])
  const isSameTotal = blocks.every(({ items }) => sumOfPrices(items) === total)

  useEffect(() => {
    if (document.activeElement === document.body) focusInView(title.current)
  }, [])

  return (
    <section aria-labelledby={titleId} className="mt-10">
      <h3 ref={title} id={titleId} tabIndex={-1} className="text-2xl wrap-anywhere">
        {words.timesFor(names)}
      </h3>
      <p className="mt-2 text-muted">
        {isSameTotal
          ? words.dayAndTotal(formats.fullDay(date), formatPrice(total))
          : formats.fullDay(date)}
      </p>
      <BlockNotice />
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((block, index) => (
          <li key={block.time} className="min-w-0">
            <BlockCard
              ref={index === FIRST_SHOWN ? firstMore : undefined}
              block={block}
              hasTotal={!isSameTotal}
              isClose={closest.includes(block.time)}
              onChoose={() => send({ type: 'block.choose', time: block.time })}
            />
          </li>
        ))}
      </ul>
      {shown.length < ordered.length && (
        <Button look="secondary" onClick={() => setIsWhole(true)} className="mt-4">
          {words.showMore(ordered.length - shown.length)}
        </Button>
      )}
    </section>
  )
}

const isInTurn = ({ items }: Block) => mostRooms(items) === 1

/** The most children who have an appointment at the same time. */
function mostRooms(items: Block['items']): number {
  const seenAt = (minute: number) =>
    items.filter(({ slot }) => parseSlotStart(slot) <= minute && minute < parseSlotEnd(slot)).length
  return Math.max(...items.map(({ slot }) => seenAt(parseSlotStart(slot))))
}

function describeRooms(rooms: number): string {
  const texts = [words.inTwoRooms, words.inThreeRooms, words.inFourRooms]
  return texts[rooms - 2] ?? words.oneAfterTheOther
}

interface BlockCardProps {
  ref: Ref<HTMLButtonElement> | undefined
  block: Block
  hasTotal: boolean
  /** It is one of the times nearest to the unavailable one. */
  isClose: boolean
  onChoose: () => void
}

function BlockCard({ ref, block: { time, items }, hasTotal, isClose, onChoose }: BlockCardProps) {
  return (
    <div
      className={`relative grid h-full content-start gap-3 rounded-2xl border-[1.5px] p-4 hover:bg-leaf ${
        isClose ? 'border-warning bg-honey' : 'border-line bg-base-100'
      }`}
    >
      {/* The whole card can be clicked. */}
      <button
        ref={ref}
        type="button"
        onClick={onChoose}
        className="min-h-11 cursor-pointer text-start text-lg font-bold after:absolute after:inset-0 after:rounded-2xl"
      >
        {formats.slot(time)}{' '}
        {isClose && <span className="text-sm font-semibold">{closeToYourTime}</span>}
      </button>
      <p className="w-fit rounded-full bg-leaf px-3 text-sm font-bold">
        {describeRooms(mostRooms(items))}
      </p>
      <ul className="grid gap-2 text-sm">
        {items.map((item) => (
          <li key={item.child._id}>
            <BlockItem {...item} />
          </li>
        ))}
      </ul>
      {hasTotal && (
        <p className="text-end font-bold">{words.total(formatPrice(sumOfPrices(items)))}</p>
      )}
    </div>
  )
}

/** Why the last block was refused, or the block in the address is not available. */
function BlockNotice() {
  const missed = useSiblings(({ context }) => context.missedSlot)
  const refusal = useSiblings(({ context }) => context.refusal)
  if (refusal) {
    return (
      <Notice key={refusal.code}>
        <p>{refusal.message}</p>
        {refusal.code === 'already_booked' ? (
          <p>
            <Link to="/dashboard" className="underline underline-offset-4">
              {words.seeMyAppointments}
            </Link>
          </p>
        ) : (
          <p>{words.keptDetails}</p>
        )}
      </Notice>
    )
  }
  return missed && <MissedNotice time={missed} />
}
