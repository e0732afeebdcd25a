import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type BookingForm, bookingForm } from '#contract/booking/appointments.ts'
import { TextAreaField, TextField } from '#web/components/forms/fields.tsx'
import * as words from '#words/en/visits/offer.ts'

interface OfferContactFormProps {
  /** Of the form, whose button is outside of it. */
  id: string
  readOnly: boolean
  onSubmit: (contact: BookingForm) => void
}

/** Asks a guardian without phone number on file how the clinic reaches them. */
export default function OfferContactForm({ id, readOnly, onSubmit }: OfferContactFormProps) {
  const { register, handleSubmit, formState } = useForm<BookingForm>({
    resolver: zodResolver(bookingForm),
    defaultValues: { phone: '', address: '' },
  })
  return (
    <form
      id={id}
      noValidate
      aria-label={words.yourContact}
      className="grid gap-4"
      onSubmit={handleSubmit(onSubmit)}
    >
      <p>{words.bookedInYourName}</p>
      <TextField
        label={words.phone}
        type="tel"
        autoComplete="tel"
        readOnly={readOnly}
        error={formState.errors.phone?.message}
        {...register('phone')}
      />
      <TextAreaField
        label={words.address}
        rows={2}
        autoComplete="street-address"
        readOnly={readOnly}
        error={formState.errors.address?.message}
        {...register('address')}
      />
    </form>
  )
}
