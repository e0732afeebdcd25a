import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { servicesOptions } from '#web/shared/treatments/services-query.ts'

type SpecialtyFieldProps = Omit<
  ComponentProps<typeof SelectField>,
  'label' | 'placeholder' | 'options'
> & {
  /** A doctor's specialty so far, which may not be offered any more. */
  current?: string
}

export function SpecialtyField({ current, ...props }: SpecialtyFieldProps) {
  const services = useQuery(servicesOptions())
  const names = services.data?.map(({ name }) => name) ?? []
  const isMissing = current !== undefined && !names.includes(current)
  return (
    <div className="grid gap-2">
      <SelectField
        {...props}
        label="Specialty"
        placeholder={services.isPending ? 'Loading services…' : 'Select specialty'}
        options={isMissing ? [current, ...names] : names}
      />
      {services.error && !services.data && (
        <FormAlert>
          We couldn’t load the services.
          <Button
            look="secondary"
            busy={services.isFetching}
            onClick={() => void services.refetch()}
            className="mt-2"
          >
            Try again
          </Button>
        </FormAlert>
      )}
    </div>
  )
}
