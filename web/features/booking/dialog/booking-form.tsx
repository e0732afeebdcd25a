import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { bookingForm } from '#contract/booking/appointments.ts'
import { deskBookingForm, overridingBookingForm } from '#contract/front-desk/families.ts'
import { formatPrice } from '#contract/money.ts'
import { isOfOtherAge, isOutsideHours, type TypedForm } from '#machines/booking/booking-setup.ts'
import { Button } from '#web/components/button.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { TextAreaField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { useBookedFamily } from '../booked-family.ts'
import { Booking, NOTHING_TYPED, useBookingDraft } from '../booking-provider.tsx'

interface BookingFormProps {
  /** What is booked. */
  children: ReactNode
  /** Dollars. */
  price: number
  /** The times that are booked; for several people with their names. */
  times: readonly { date: string; slot: string; label?: string }[]
  /** Several appointments are booked. */
  isForSeveral?: boolean
  /** Stays, so that nothing is lost that was typed. */
  hidden?: boolean
}

/** Asks for phone and address, and staff for a reason where one is needed; then books. */
export function BookingForm({
  children,
  price,
  times,
  isForSeveral = false,
  hidden,
}: BookingFormProps) {
  const { send } = Booking.useActorRef()
  const { treatment, slot } = Booking.useSelector(({ context }) => context)
  const { isLocked, canBook, needsChildren, failure } = useProgress()
  const terms = useQuery(configOptions()).data?.refundTerms
  const draft = useBookingDraft()
  const family = useBookedFamily()
  const isOtherAge = Booking.useSelector(({ context }) => isOfOtherAge(context))
  const needsReason = isOutsideHours(treatment, slot) || (family !== null && isOtherAge)
  const deskForm = needsReason ? overridingBookingForm : deskBookingForm
  const {
    register,
    handleSubmit,
    subscribe,
    formState: { errors },
  } = useForm<TypedForm>({
    resolver: zodResolver<TypedForm, unknown, TypedForm>(family ? deskForm : bookingForm),
    defaultValues: draft.read(),
  })
  // Not by the form's `change`, which React fires for every keystroke and HTML when a field is left.
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) }),
    [subscribe, draft],
  )
  const submit = handleSubmit((form) => send({ type: 'booking.submit', form, terms }))

  // The browser rejects an empty field; our message replaces its own.
  function showMessage(event: FormEvent) {
    event.preventDefault()
    void submit()
  }

  function reloadChildren(event: FormEvent) {
    event.preventDefault()
    send({ type: 'children.reload' })
  }

  const bookLabel = isForSeveral ? 'Book all' : 'Book'
  // Staff begin in a field where Enter books.
  const phoneFirst = (family ? !needsReason : draft.read().phone === '') || undefined
  return (
    <form
      className="grid gap-4"
      hidden={hidden}
      noValidate={needsChildren}
      onSubmit={needsChildren ? reloadChildren : submit}
    >
      {children}
      <TextField
        label="Phone"
        type="tel"
        autoComplete={family ? 'off' : 'tel'}
        required
        readOnly={isLocked}
        data-autofocus={phoneFirst}
        error={errors.phone?.message}
        onInvalid={showMessage}
        {...register('phone')}
      />
      <TextAreaField
        label={family ? 'Address (optional)' : 'Address'}
        rows={2}
        autoComplete={family ? 'off' : 'street-address'}
        required={!family}
        readOnly={isLocked}
        data-autofocus={phoneFirst || needsReason ? undefined : true}
        error={errors.address?.message}
        onInvalid={showMessage}
        {...register('address')}
      />
      {needsReason && (
        <TextAreaField
          label="Reason"
          hint={`${isOutsideHours(treatment, slot) ? 'This time is outside of the hours' : 'The treatment is for children of another age'}. Only staff see the reason.`}
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
      {failure !== null && (
        <FormAlert>
          {needsChildren && 'We couldn’t check whom you can book for. '}
          {failure} Nothing you typed was lost.
        </FormAlert>
      )}
      <p className="text-muted">
        {formatPrice(price)}
        {isForSeveral && ' for all'}, payable {family ? 'at the desk.' : 'by card after you book.'}
      </p>
      {terms && (
        <Deadlines
          appointments={times.map((time) => ({ ...time, terms }))}
          isForStaff={family !== null}
        />
      )}
      {/* The same button, so that it keeps the focus. */}
      <Button type="submit" wide busy={!canBook && !needsChildren}>
        {needsChildren ? 'Try again' : bookLabel}
      </Button>
    </form>
  )
}

/** How far the booking is. */
function useProgress() {
  const isLocked = Booking.useSelector(
    (snapshot) =>
      snapshot.matches({ confirm: 'appointment' }) || snapshot.matches({ confirm: 'siblings' }),
  )
  const canBook = Booking.useSelector((snapshot) =>
    snapshot.can({ type: 'booking.submit', form: NOTHING_TYPED }),
  )
  // Whether users have children decides what the form asks: it cannot be sent without knowing.
  const needsChildren = Booking.useSelector((snapshot) =>
    snapshot.matches({ dialog: { appointment: 'childrenFailed' } }),
  )
  const failure = Booking.useSelector((snapshot) =>
    snapshot.matches({ dialog: { appointment: 'childrenFailed' } }) ||
    snapshot.matches({ dialog: { appointment: 'submitFailed' } }) ||
    snapshot.matches({ dialog: { appointment: 'termsChanged' } }) ||
    snapshot.matches({ dialog: { siblings: 'submitFailed' } }) ||
    snapshot.matches({ dialog: { siblings: 'termsChanged' } })
      ? snapshot.context.message
      : null,
  )
  return { isLocked, canBook, needsChildren, failure }
}
