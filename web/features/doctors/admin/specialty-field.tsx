import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Button } from '../../../components/button.tsx'
import { FormAlert } from '../../../components/form-alert.tsx'
import { SelectField } from '../../../components/select-field.tsx'
import { servicesOptions } from '../../booking/treatments-api.ts'

type SpecialtyFieldProps = Omit<
  ComponentProps<typeof SelectField>,
  'label' | 'placeholder' | 'options'
>

/** A choice of one of the clinic's services, by name. */
export function SpecialtyField(props: SpecialtyFieldProps) {
  const services = useQuery(servicesOptions())
  return (
    <div className="grid gap-2">
      <SelectField
        {...props}
        label="Specialty"
        placeholder={services.isPending ? 'Loading services…' : 'Select specialty'}
        options={services.data?.map(({ name }) => name) ?? []}
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
