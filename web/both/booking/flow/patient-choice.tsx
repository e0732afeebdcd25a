import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { Child } from '#contract/guardians/children.ts'
import { describeAges } from '#contract/guardians/describe-ages.ts'
import { BirthDate } from '#web/both/appointments/birth-date.tsx'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import ChildForm from '#web/both/children/child-form.tsx'
import { Face } from '#web/components/people/face.tsx'
import { TextButton } from '#web/components/text-link.tsx'
import { useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/patient.ts'
import { Booking, useCan, useIsIn } from './booking-provider.tsx'
import { describeAgeConflict } from './describe-age-conflict.ts'

/** The patient of the appointment: a choice for users with children, a way to add a child for others. */
export function PatientChoice() {
  const children = Booking.useSelector(({ context }) => context.children)
  if (!children || children.length === 0) return <FirstChild />
  return <ChildChoice>{children}</ChildChoice>
}

/** The way to add the first child. */
function FirstChild() {
  const { send } = Booking.useActorRef()
  const treatment = Booking.useSelector(({ context }) => context.treatment)
  const isParent = useBookedFamily() === null
  const canAdd = useCan({ type: 'child.add' })
  const own = useOwnText()
  const { minAgeMonths = null, maxAgeMonths = null } = treatment ?? {}
  const ages = describeAges({ minAgeMonths, maxAgeMonths })
  const part = useRef<HTMLDivElement>(null)
  useBackFromAdding(() => part.current?.querySelector('button')?.focus())

  return (
    <div ref={part} className="grid gap-1 empty:hidden">
      {canAdd && (
        <div className={ages && 'rounded-2xl bg-honey px-4 py-2'}>
          {ages && (
            <p className="font-bold">
              {isParent
                ? words.isForAges(own(treatment?.name ?? ''), ages)
                : `${treatment?.name} is for ages ${ages}. Is it for a child?`}
            </p>
          )}
          <TextButton className="justify-self-start" onClick={() => send({ type: 'child.add' })}>
            {isParent ? words.isForMyChild : 'This is for a child: add the child'}
          </TextButton>
        </div>
      )}
    </div>
  )
}

function ChildChoice({ children }: { children: readonly Child[] }) {
  const own = useOwnText()
  const { send } = Booking.useActorRef()
  const { patient, child, date, treatment } = Booking.useSelector(({ context }) => context)
  const enabled = useCan({ type: 'child.choose', child: null })
  const isParent = useBookedFamily() === null
  const canAdd = useCan({ type: 'child.add' })
  const needsChoice = child === undefined
  const canBookTogether = useCan({ type: 'siblings.start' }) && isParent
  const chosen = useRef<HTMLInputElement>(null)
  const name = useId()
  // Staff may book for another age, with a reason.
  const ageConflicts = new Map(
    children.flatMap((one) => {
      const reason =
        isParent && one._id !== child && treatment && describeAgeConflict(one, date, treatment, own)
      return reason ? [[one._id, reason]] : []
    }),
  )

  useBackFromAdding(() => chosen.current?.focus())

  return (
    <fieldset className="min-w-0">
      <legend className="font-bold">
        {words.whoIsItFor}
        {needsChoice && <span className="font-normal text-muted"> {words.pleaseChooseOne}</span>}
      </legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {[...children, { _id: null, name: patient.name }].map((option) => (
          <label
            key={option._id}
            className="flex min-h-11 min-w-0 cursor-pointer items-center gap-2 rounded-full border-[1.5px] border-line bg-base-100 px-3 font-semibold hover:bg-leaf has-checked:border-primary has-checked:bg-leaf has-disabled:cursor-default has-disabled:bg-base-200 has-disabled:text-muted"
          >
            <input
              ref={option._id === child ? chosen : undefined}
              type="radio"
              name={name}
              className="size-5 shrink-0 accent-primary"
              checked={option._id === child}
              aria-disabled={!enabled || undefined}
              disabled={option._id !== null && ageConflicts.has(option._id)}
              aria-describedby={
                option._id !== null && ageConflicts.has(option._id)
                  ? `${name}-${option._id}`
                  : undefined
              }
              onChange={() => send({ type: 'child.choose', child: option._id })}
            />
            {option._id !== null && <Face id={option._id} name={option.name} />}
            <span className="wrap-anywhere">
              <bdi>{option.name}</bdi>
              {!isParent && 'birthDate' in option && (
                <span className="block text-sm font-normal text-muted">
                  <BirthDate day={option.birthDate} />
                </span>
              )}
              {!isParent && option._id === null && (
                <span className="block text-sm font-normal text-muted">the guardian</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {[...ageConflicts].map(([id, reason]) => (
        <p key={id} id={`${name}-${id}`} className="mt-2 text-sm text-muted wrap-anywhere">
          {reason}
        </p>
      ))}
      <AgeHint child={children.find(({ _id }) => _id === child)} date={date} />
      <div className="mt-1 flex flex-wrap gap-x-5">
        {canAdd && (
          <TextButton onClick={() => send({ type: 'child.add' })}>{words.addChild}</TextButton>
        )}
        {canBookTogether && (
          <TextButton onClick={() => send({ type: 'siblings.start' })}>
            {words.forSeveralChildren}
          </TextButton>
        )}
      </div>
    </fieldset>
  )
}

/** Calls `onBack` when the form for a new child has closed. */
function useBackFromAdding(onBack: () => void): void {
  const isAdding = useIsAdding()
  const wasAdding = useRef(false)
  const onLatest = useEffectEvent(onBack)
  useEffect(() => {
    if (wasAdding.current && !isAdding) onLatest()
    wasAdding.current = isAdding
  }, [isAdding])
}

/** Whether the form for a new child replaces the booking's. */
export function useIsAdding(): boolean {
  return useIsIn({ dialog: 'addingChild' }, { dialog: 'savingChild' })
}

/** Shows in advance what the server would refuse: docs/requirements.md#age-limits. */
function AgeHint({ child, date }: { child: Child | undefined; date: string }) {
  const own = useOwnText()
  const treatment = Booking.useSelector(({ context }) => context.treatment)
  const text = child && treatment && describeAgeConflict(child, date, treatment, own)
  return (
    <p role="status" className="text-sm font-semibold text-error not-empty:mt-2">
      {text}
    </p>
  )
}

/** The form for a new child, which replaces the booking's. */
export function AddChild() {
  const { send } = Booking.useActorRef()
  const message = Booking.useSelector(({ context }) => context.message)
  const busy = useIsIn({ dialog: 'savingChild' })
  return (
    <section aria-label={words.addChild} className="grid gap-4">
      <h3 className="text-xl">{words.addChild}</h3>
      <ChildForm
        label={words.newChild}
        submitLabel={words.add}
        busy={busy}
        error={message === null ? null : { message }}
        onSubmit={(child) => send({ type: 'child.save', child })}
        onCancel={() => send({ type: 'child.cancel' })}
      />
    </section>
  )
}
