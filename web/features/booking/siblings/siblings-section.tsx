import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { MOST_CHILDREN_TOGETHER } from '../../../../contract/booking/block-size.ts'
import type { Block } from '../../../../contract/booking/blocks.ts'
import { formatWireDate, type IsoDate } from '../../../../contract/dates.ts'
import { describeAgeOn } from '../../../../contract/families/ages.ts'
import type { Child } from '../../../../contract/families/children.ts'
import { formatPrice, sumOfPrices } from '../../../../contract/money.ts'
import { joinNames } from '../../../../contract/names.ts'
import type { Treatment } from '../../../../contract/schedule/treatments.ts'
import { suggestSibling, suits } from '../../../../machines/booking/siblings.ts'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { SelectField } from '../../../components/forms/fields.tsx'
import { ListSkeleton } from '../../../components/states/loading.tsx'
import { EmptyState, ErrorState } from '../../../components/states/states.tsx'
import { Booking } from '../booking-provider.tsx'
import { describeMisfit } from '../describe-misfit.ts'
import { Notice } from '../notice.tsx'
import { CLOSE_TO_YOURS } from '../slot-choice.tsx'
import { BlockItem } from './block-item.tsx'

interface SiblingsSectionProps {
  /** The next bookable day, offered when no times of this one fit. */
  nextDay: IsoDate | undefined
  onChooseDay: (day: IsoDate) => void
  /** Called when the user wants one appointment after all. */
  onLeave: () => void
}

/** Children who come together, and the times that fit all of them. Takes the focus. */
export default function SiblingsSection({ nextDay, onChooseDay, onLeave }: SiblingsSectionProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const date = Booking.useSelector(({ context }) => context.date)
  const isKnown = Booking.useSelector(({ context }) => context.siblings !== null)
  const isLoading = Booking.useSelector(
    (snapshot) =>
      snapshot.context.siblings === null || snapshot.matches({ siblings: 'loadingBlocks' }),
  )
  const canLeave = Booking.useSelector((snapshot) => snapshot.can({ type: 'siblings.leave' }))

  useEffect(() => {
    title.current?.scrollIntoView({ block: 'start' })
    title.current?.focus({ preventScroll: true })
  }, [])

  return (
    <section aria-labelledby={titleId} aria-busy={isLoading}>
      <h2 ref={title} id={titleId} tabIndex={-1} className="text-3xl">
        Book for several children
      </h2>
      <p className="mt-2 text-muted">
        You see times on {formatWireDate(date)} that fit all of them, one right after the other or
        at the same time.
      </p>
      <button
        type="button"
        disabled={!canLeave}
        onClick={onLeave}
        className="min-h-11 cursor-pointer font-bold underline underline-offset-4"
      >
        Book one appointment instead
      </button>
      {isKnown ? (
        <>
          <Family />
          <Results nextDay={nextDay} onChooseDay={onChooseDay} />
        </>
      ) : (
        <div className="mt-3">
          <ListSkeleton label="Loading your children" />
        </div>
      )}
    </section>
  )
}

/** Which children come, and for what. */
function Family() {
  const { send } = Booking.useActorRef()
  const children = Booking.useSelector(({ context }) => context.children) ?? []
  const isChosen = Booking.useSelector(({ context }) => (context.siblings ?? []).length > 1)
  const isFull = Booking.useSelector(
    ({ context }) => (context.siblings ?? []).length >= MOST_CHILDREN_TOGETHER,
  )
  const canFind = Booking.useSelector((snapshot) => snapshot.can({ type: 'blocks.find' }))
  const isChoosing = Booking.useSelector((snapshot) =>
    snapshot.matches({ siblings: 'choosingChildren' }),
  )
  const isLoading = Booking.useSelector((snapshot) =>
    snapshot.matches({ siblings: 'loadingBlocks' }),
  )
  return (
    <Card className="mt-3 grid gap-6 *:min-w-0">
      <fieldset className="min-w-0">
        <legend className="text-xl font-bold">Who is coming?</legend>
        <ul className="mt-3 grid gap-3 lg:grid-cols-2">
          {children.map((child) => (
            <li key={child._id} className="min-w-0 rounded-2xl border-[1.5px] border-line p-4">
              <ChildRow child={child} isFull={isFull} />
            </li>
          ))}
        </ul>
      </fieldset>
      <p role="status" className="font-semibold empty:hidden">
        {!isChosen && 'Choose two to four children.'}
        {isFull && children.length > MOST_CHILDREN_TOGETHER && 'Four children can come together.'}
      </p>
      {(isChoosing || isLoading) && (
        <Button
          busy={isLoading}
          disabled={!canFind && !isLoading}
          className="justify-self-start"
          onClick={() => send({ type: 'blocks.find' })}
        >
          Show times
        </Button>
      )}
    </Card>
  )
}

/** Whether a child comes, and for which treatment; only those that suit it are offered. */
function ChildRow({ child, isFull }: { child: Child; isFull: boolean }) {
  const { send } = Booking.useActorRef()
  const { date, treatments, children, siblings } = Booking.useSelector(({ context }) => context)
  const { _id, name, birthDate } = child
  const ageId = useId()
  const chosen = siblings?.find((sibling) => sibling.child === _id)
  const treatment = treatments.find((one) => one._id === chosen?.treatment)
  const suggested = suggestSibling(
    child,
    { date, treatments, children },
    siblings?.[0]?.treatment ?? null,
  )
  const canCome = suggested !== null && !isFull
  const choices = treatments.filter((one) => one === treatment || suits(child, one, date))

  const toggled = chosen ? null : (suggested?.treatment ?? null)
  return (
    <>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-bold has-disabled:cursor-default">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-primary"
          checked={chosen !== undefined}
          disabled={!chosen && !canCome}
          aria-describedby={ageId}
          onChange={() => send({ type: 'sibling.choose', child: _id, treatment: toggled })}
        />
        <span className="wrap-anywhere">{name}</span>
      </label>
      <p id={ageId} className="text-sm text-muted">
        {suggested || chosen
          ? `${describeAgeOn(birthDate, date)} old that day`
          : `No treatment for ${name}’s age has times on ${formatWireDate(date)}.`}
      </p>
      {treatment && (
        <div className="mt-3">
          <SelectField
            label={`Treatment for ${name}`}
            hint={formatPrice(treatment.price)}
            placeholder="Choose a treatment"
            options={choices.map((one) => one.name)}
            value={treatment.name}
            error={describeObstacle(child, treatment, date)}
            onChange={({ target }) => {
              const { _id: id = '' } = choices.find((one) => one.name === target.value) ?? {}
              send({ type: 'sibling.choose', child: _id, treatment: id })
            }}
          />
        </div>
      )}
    </>
  )
}

/** Says beforehand what cannot be booked: docs/requirements.md#age-limits. */
function describeObstacle(child: Child, treatment: Treatment, date: IsoDate): string | undefined {
  const misfit = describeMisfit(child, date, treatment)
  if (misfit || treatment.slots.length > 0) return misfit
  return `${treatment.name} is fully booked on ${formatWireDate(date)}.`
}

/** What was found for the children. */
function Results({ nextDay, onChooseDay }: Omit<SiblingsSectionProps, 'onLeave'>) {
  const { send } = Booking.useActorRef()
  const message = Booking.useSelector(({ context }) => context.message)
  const hasFailed = Booking.useSelector((snapshot) =>
    snapshot.matches({ siblings: 'blocksFailed' }),
  )
  const hasNone = Booking.useSelector((snapshot) => snapshot.matches({ siblings: 'noBlocks' }))
  const hasSome = Booking.useSelector(
    (snapshot) =>
      snapshot.matches({ siblings: 'choosingBlock' }) || snapshot.matches('siblingsDialog'),
  )
  if (hasFailed) {
    return (
      <ErrorState title="We couldn’t load the times" onRetry={() => send({ type: 'blocks.find' })}>
        {message}
      </ErrorState>
    )
  }
  if (hasNone) return <NoBlocks nextDay={nextDay} onChooseDay={onChooseDay} />
  return hasSome ? <Blocks /> : null
}

function NoBlocks({ nextDay, onChooseDay }: Omit<SiblingsSectionProps, 'onLeave'>) {
  const date = Booking.useSelector(({ context }) => context.date)
  const count = Booking.useSelector(({ context }) => context.siblings?.length ?? 0)
  return (
    <>
      <BlockNotice />
      <EmptyState
        title={`No times fit ${count === 2 ? 'both' : 'all'} children on ${formatWireDate(date)}`}
        action={
          nextDay && (
            <Button look="secondary" onClick={() => onChooseDay(nextDay)}>
              Show {formatWireDate(nextDay)}
            </Button>
          )
        }
      >
        Please choose another day or other treatments.
      </EmptyState>
    </>
  )
}

/** The times that fit all of them. Takes the focus if the button that had it is gone. */
function Blocks() {
  const { send } = Booking.useActorRef()
  const { blocks, blockRefusal, date } = Booking.useSelector(({ context }) => context)
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const names = joinNames(blocks[0]?.items.map(({ child }) => child.name) ?? [])
  const closest =
    blockRefusal && blockRefusal.code !== 'price_changed'
      ? blockRefusal.alternatives.map(({ time }) => time)
      : []

  useEffect(() => {
    if (document.activeElement !== document.body) return
    title.current?.scrollIntoView({ block: 'start' })
    title.current?.focus({ preventScroll: true })
  }, [])

  return (
    <section aria-labelledby={titleId} className="mt-10">
      <h3 ref={title} id={titleId} tabIndex={-1} className="text-2xl wrap-anywhere">
        Times for {names}
      </h3>
      <p className="mt-2 text-muted">
        {formatWireDate(date)}, {formatPrice(sumOfPrices(blocks[0]?.items ?? []))} for all
      </p>
      <BlockNotice />
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {blocks.map((block) => (
          <li key={block.time} className="min-w-0">
            <BlockCard
              block={block}
              isClose={closest.includes(block.time)}
              onChoose={() => send({ type: 'block.choose', time: block.time })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface BlockCardProps {
  block: Block
  /** It is one of the nearest to the time that could not be had. */
  isClose: boolean
  onChoose: () => void
}

function BlockCard({ block: { time, items }, isClose, onChoose }: BlockCardProps) {
  return (
    <div
      className={`relative grid h-full content-start gap-3 rounded-2xl border-[1.5px] p-4 hover:bg-leaf ${
        isClose ? 'border-warning bg-honey' : 'border-line bg-base-100'
      }`}
    >
      {/* The whole card can be clicked. */}
      <button
        type="button"
        onClick={onChoose}
        className="min-h-11 cursor-pointer text-left text-lg font-bold after:absolute after:inset-0 after:rounded-2xl"
      >
        {time} {isClose && <span className="text-sm font-semibold">{CLOSE_TO_YOURS}</span>}
      </button>
      <ul className="grid gap-2 text-sm">
        {items.map((item) => (
          <li key={item.child._id}>
            <BlockItem {...item} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Why the last block was refused, or the one of the address cannot be chosen again. */
function BlockNotice() {
  const date = Booking.useSelector(({ context }) => context.date)
  const missed = Booking.useSelector(({ context }) => context.missedSlot)
  const refusal = Booking.useSelector(({ context }) => context.blockRefusal)
  if (refusal) {
    return (
      <Notice key={refusal.code}>
        <p>{refusal.message}</p>
        {refusal.code === 'already_booked' ? (
          <p>
            <Link to="/dashboard" className="underline underline-offset-4">
              See my appointments
            </Link>
          </p>
        ) : (
          <p>We’ve kept your details.</p>
        )}
      </Notice>
    )
  }
  if (!missed) return null
  return (
    <Notice>
      <p>
        {missed} on {formatWireDate(date)} is no longer available. These times still are, and we’ve
        kept your details.
      </p>
    </Notice>
  )
}
