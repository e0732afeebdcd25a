import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { MOST_CHILDREN_TOGETHER } from '#contract/booking/block-size.ts'
import { formats } from '#contract/formats/formats.ts'
import { describeAgeOn } from '#contract/guardians/ages.ts'
import type { Child } from '#contract/guardians/children.ts'
import { formatPrice, sumOfPrices } from '#contract/money.ts'
import { isolate } from '#contract/names.ts'
import { suggestSibling, suits, UNDECIDED } from '#machines/siblings-booking/siblings.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { focusInView } from '#web/components/focus-in-view.ts'
import { SelectField } from '#web/components/forms/fields.tsx'
import { Face } from '#web/components/people/face.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { TextButton } from '#web/components/text-link.tsx'
import { useOwnChoice, useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/siblings.ts'
import * as sentences from '#words/en/booking/siblings-sentences.tsx'
import { describeAgeConflict } from '../flow/describe-age-conflict.ts'
import { BlockResults } from './block-results.tsx'
import { useSiblings, useSiblingsCan, useSiblingsRef } from './siblings-flow.ts'

interface SiblingsSectionProps extends ComponentProps<typeof BlockResults> {
  /** The day is not chosen yet, so focus and scroll position stay at the calendar. */
  isDayFirst: boolean
  /** Called when the user wants another day. */
  onChangeDay: () => void
  /** Called after the user has chosen one appointment instead. */
  onLeave: () => void
}

/** The children who come together, and the times that suit all of them. */
export default function SiblingsSection({
  nextDay,
  isDayFirst,
  onChooseDay,
  onChangeDay,
  onLeave,
}: SiblingsSectionProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { send } = useSiblingsRef()
  const date = useSiblings(({ context }) => context.date)
  const isKnown = useSiblings(({ context }) => context.children !== null)
  const isFinding = useSiblings((snapshot) => snapshot.matches({ times: 'loadingBlocks' }))
  const canLeave = useSiblingsCan({ type: 'siblings.leave' })

  function leave() {
    send({ type: 'siblings.leave' })
    onLeave()
  }

  const jumps = useRef(!isDayFirst)
  useEffect(() => {
    if (jumps.current) focusInView(title.current)
  }, [])

  return (
    <section aria-labelledby={titleId} aria-busy={!isKnown || isFinding}>
      <h2 ref={title} id={titleId} tabIndex={-1} className="text-3xl">
        {words.forSeveralChildren}
      </h2>
      <p className="mt-2 text-lg font-bold">{formats.fullDay(date)}</p>
      <p className="text-muted">{words.timesFitAll}</p>
      <div className="flex flex-wrap gap-x-6">
        <TextButton onClick={onChangeDay}>{words.chooseAnotherDay}</TextButton>
        <TextButton disabled={!canLeave} onClick={leave}>
          {words.bookOneInstead}
        </TextButton>
      </div>
      {isKnown ? (
        <>
          <Family />
          <BlockResults nextDay={nextDay} onChooseDay={onChooseDay} />
        </>
      ) : (
        <div className="mt-3">
          <ListSkeleton label={words.loadingChildren} />
        </div>
      )}
    </section>
  )
}

/** Which children come, and for which treatment. */
function Family() {
  const { send } = useSiblingsRef()
  const { treatments, siblings, ...known } = useSiblings(({ context }) => context)
  const children = known.children ?? []
  const chosen = siblings.flatMap(
    (one) => treatments.find(({ _id }) => _id === one.treatment) ?? [],
  )
  const isChosen = siblings.length > 1
  const isFull = siblings.length >= MOST_CHILDREN_TOGETHER
  const canFind = useSiblingsCan({ type: 'blocks.find' })
  const isChoosing = useSiblings((snapshot) => snapshot.matches('choosingChildren'))
  const isLoading = useSiblings((snapshot) => snapshot.matches({ times: 'loadingBlocks' }))
  return (
    <Card className="mt-3 grid gap-6 *:min-w-0 max-sm:px-3">
      <fieldset className="min-w-0">
        <legend className="text-xl font-bold">{words.whoIsComing}</legend>
        <ul className="mt-3 grid gap-3 lg:grid-cols-2">
          {children.map((child) => (
            <li
              key={child._id}
              className="min-w-0 rounded-2xl border-[1.5px] border-line p-4 max-sm:px-3"
            >
              <ChildRow child={child} isFull={isFull} />
            </li>
          ))}
        </ul>
      </fieldset>
      <p role="status" className="font-semibold empty:hidden">
        {!isChosen && words.chooseTwoToFour}
        {isFull && children.length > MOST_CHILDREN_TOGETHER && words.fourTogether}
      </p>
      {/* Stays in view while children and treatments are chosen. */}
      <div className="dialog-end flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="font-bold">
          {sentences.totalOf(
            chosen.length,
            <span className="whitespace-nowrap">{formatPrice(sumOfPrices(chosen))}</span>,
            (text) => (
              <span className="font-normal text-muted">{text}</span>
            ),
          )}
        </p>
        {(isChoosing || isLoading) && (
          <Button
            busy={isLoading}
            disabled={!canFind && !isLoading}
            onClick={() => send({ type: 'blocks.find' })}
          >
            {words.showTimes}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** Whether a child comes, and for which treatment; offers suitable treatments only. */
function ChildRow({ child, isFull }: { child: Child; isFull: boolean }) {
  const { send } = useSiblingsRef()
  const { date, treatments, children, siblings } = useSiblings(({ context }) => context)
  const { _id, name, birthDate } = child
  const ageId = useId()
  const own = useOwnText()
  const choiceOf = useOwnChoice()
  const chosen = siblings.find((sibling) => sibling.child === _id)
  const treatment = treatments.find((one) => one._id === chosen?.treatment)
  // Siblings mostly come for the same treatment.
  const suggested = suggestSibling(
    child,
    { date, treatments, children },
    siblings.find((sibling) => sibling.treatment !== UNDECIDED)?.treatment,
  )
  const canCome = suggested !== null && !isFull
  const choices = treatments.filter((one) => one === treatment || suits(child, one, date))

  const toggled = chosen ? null : (suggested?.treatment ?? null)
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <label className="flex min-h-11 min-w-0 cursor-pointer items-center gap-3 font-bold has-disabled:cursor-default">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-primary"
            checked={chosen !== undefined}
            disabled={!chosen && !canCome}
            aria-describedby={ageId}
            onChange={() => send({ type: 'sibling.choose', child: _id, treatment: toggled })}
          />
          <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
        </label>
        <Face id={_id} name={name} />
      </div>
      <p id={ageId} className="text-sm text-muted">
        {suggested || chosen
          ? words.ageThatDay(describeAgeOn(birthDate, date))
          : words.noTreatmentForAge(isolate(name), formats.fullDay(date))}
      </p>
      {chosen && (
        <div className="mt-3">
          <SelectField
            label={words.treatmentFor(isolate(name))}
            hint={treatment && formatPrice(treatment.price)}
            className="max-sm:ps-3"
            placeholder={words.chooseTreatment}
            options={choices.map((choice) => choiceOf(choice.name))}
            value={treatment?.name ?? ''}
            error={treatment && describeObstacle(child, date, treatment, own)}
            onChange={({ target }) => {
              const { _id: id } = choices.find((one) => one.name === target.value) ?? {}
              send({ type: 'sibling.choose', child: _id, treatment: id ?? UNDECIDED })
            }}
          />
        </div>
      )}
    </>
  )
}

/** Shows in advance what cannot be booked: docs/requirements.md#age-limits. */
function describeObstacle(...conflict: Parameters<typeof describeAgeConflict>): string | undefined {
  const [, date, treatment, own] = conflict
  const ageConflict = describeAgeConflict(...conflict)
  if (ageConflict || treatment.slots.length > 0) return ageConflict
  return words.isFullOn(own(treatment.name), formats.fullDay(date))
}
