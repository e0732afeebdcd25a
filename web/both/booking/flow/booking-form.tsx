import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { bookingForm } from '#contract/booking/appointments.ts'
import { deskBookingForm, overridingBookingForm } from '#contract/families/families.ts'
import { formatPrice } from '#contract/money.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import { isOutsideHours } from '#contract/treatments/treatments.ts'
import { isUnsuitableAge } from '#machines/booking/booking-context.ts'
import type { TypedForm } from '#machines/choices.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { useKnownContact } from '#web/both/appointments/known-contact.ts'
import { Button } from '#web/components/button.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { TextAreaField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import * as words from '#words/en/booking/form.ts'
import * as loading from '#words/en/loading.ts'
import { Booking, useBookingDraft } from './booking-provider.tsx'
import { GoneTime } from './gone-time.tsx'

/** The progress of the booking. */
export interface Progress {
  /** The server is booking. */
  isLocked: boolean
  canBook: boolean
  /** Why the last attempt failed. */
  failure: string | null
  /** Whether the form must wait until it is known whether the user has children. */
  needsChildren?: boolean
  /** Whether staff have to choose one of several patients. */
  needsPatient?: boolean
  /** Whether another patient has booked the time meanwhile. */
  isGone?: boolean
  /** Whether a date of a series still needs another time. */
  isIncomplete?: boolean
}

interface BookingFormProps {
  progress: Progress
  onBook: (form: TypedForm, terms: RefundTerms | undefined) => void
  /** The appointments to be booked. */
  children: ReactNode
  /** Dollars. */
  price: number
  /** The times to book; for several people with their names. */
  times: readonly { date: string; slot: string; label?: string }[]
  /** Whether several appointments are booked. */
  isForSeveral?: boolean
  /** Hidden instead of unmounted, so that typed text is kept. */
  hidden?: boolean
}

/** Asks for phone and address, and staff for a reason where one is needed; then books. */
export function BookingForm({
  progress,
  onBook,
  children,
  price,
  times,
  isForSeveral = false,
  hidden,
}: BookingFormProps) {
  const { send } = Booking.useActorRef()
  const { treatment, slot } = Booking.useSelector(({ context }) => context)
  const { isLocked, canBook, failure } = progress
  const { needsChildren, needsPatient = false, isGone, isIncomplete } = progress
  const [isMissed, setMissed] = useState(false)
  const terms = useQuery(configOptions()).data?.refundTerms
  const draft = useBookingDraft()
  const family = useBookedFamily()
  const isOtherAge = Booking.useSelector(({ context }) => isUnsuitableAge(context))
  const needsReason = isOutsideHours(treatment, slot) || (family !== null && isOtherAge)
  const deskForm = needsReason ? overridingBookingForm : deskBookingForm
  const {
    register,
    handleSubmit,
    subscribe,
    getValues,
    setValue,
    formState: { errors },
  } = useForm<TypedForm>({
    resolver: zodResolver<TypedForm, unknown, TypedForm>(family ? deskForm : bookingForm),
    defaultValues: draft.read(),
  })
  // Not the form's `change` event, which React fires for every keystroke, and HTML when a field is left.
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) }),
    [subscribe, draft],
  )
  const { email } = Booking.useSelector(({ context }) => context.patient)
  const contact = useKnownContact(family ? null : email)
  // Fills in known values; typed text stays.
  useEffect(() => {
    if (!contact) return
    for (const field of ['phone', 'address'] as const) {
      if (!getValues(field)) setValue(field, contact[field])
    }
  }, [contact, getValues, setValue])
  const submitForm = handleSubmit((form) => onBook(form, terms))
  const form = useRef<HTMLFormElement>(null)

  function submit(event?: FormEvent) {
    event?.preventDefault()
    setMissed(needsPatient)
    if (!needsPatient) return void submitForm()
    form.current?.querySelector<HTMLElement>('input[type=radio]:not(:disabled)')?.focus()
  }

  // Replaces the browser's message for an empty field by ours.
  function showMessage(event: FormEvent) {
    event.preventDefault()
    submit()
  }

  function reloadChildren(event: FormEvent) {
    event.preventDefault()
    send({ type: 'children.reload' })
  }

  function describePrice() {
    const sum = formatPrice(price)
    if (family) return `${sum}${isForSeveral ? ' for all' : ''}, payable at the desk.`
    return isForSeveral ? words.allPayableByCard(sum) : words.payableByCard(sum)
  }

  const bookLabel = isForSeveral ? words.bookAll : words.book
  // Staff start in a field in which Enter books.
  const phoneFirst = (family ? !needsReason : draft.read().phone === '') || undefined
  // A phone's keyboard would cover text that only has to be read.
  const isTyped = family !== null || !contact
  return (
    <form
      ref={form}
      className="grid gap-4 max-md:gap-3"
      hidden={hidden}
      noValidate={needsChildren}
      onSubmit={needsChildren ? reloadChildren : submit}
    >
      {children}
      <TextField
        label={words.phone}
        type="tel"
        autoComplete={family ? 'off' : 'tel'}
        required
        readOnly={isLocked}
        data-autofocus={isTyped ? phoneFirst : undefined}
        error={errors.phone?.message}
        onInvalid={showMessage}
        {...register('phone')}
      />
      <TextAreaField
        label={family ? 'Address (optional)' : words.address}
        rows={1}
        autoComplete={family ? 'off' : 'street-address'}
        required={!family}
        readOnly={isLocked}
        data-autofocus={phoneFirst || needsReason || !isTyped ? undefined : true}
        error={errors.address?.message}
        onInvalid={showMessage}
        {...register('address')}
      />
      {needsReason && (
        <TextAreaField
          label="Reason"
          hint={`${whyReason(family?.squeeze, isOutsideHours(treatment, slot))}. Only staff see the reason.`}
          rows={2}
          maxLength={300}
          required
          readOnly={isLocked}
          data-autofocus
          error={errors.reason?.message}
          onInvalid={showMessage}
          {...register('reason')}
        />
      )}
      {isMissed && needsPatient && <FormAlert>{words.chooseWho}</FormAlert>}
      {isGone && <GoneTime />}
      {failure !== null && (
        <FormAlert>
          {needsChildren ? words.childrenNotChecked(failure) : words.failed(failure)}
        </FormAlert>
      )}
      {terms && (
        <Deadlines
          appointments={times.map((time) => ({ ...time, terms }))}
          isForStaff={family !== null}
          className="text-sm text-muted"
        />
      )}
      <div className="dialog-end flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 basis-44 text-sm font-bold">
          {isIncomplete ? words.chooseOtherTimes : describePrice()}
        </p>
        {/* The same button, so that it keeps the focus. */}
        <Button
          type="submit"
          className="flex-1 basis-32"
          busy={!hidden && !canBook && !needsChildren && !needsPatient && !isGone && !isIncomplete}
          disabled={isGone || isIncomplete}
        >
          {needsChildren ? loading.tryAgain : bookLabel}
        </Button>
      </div>
    </form>
  )
}

function whyReason(isSqueeze = false, isOutside = false): string {
  if (isSqueeze) return 'This time is taken: the patient is squeezed in'
  return isOutside
    ? 'This time is outside opening hours'
    : 'The treatment is for children of another age'
}
