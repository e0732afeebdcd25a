import type { ComponentProps } from 'react'
import type { GuardianRights } from '#contract/guardians/children.ts'
import { RIGHTS } from '#web/both/children/rights.ts'
import { CheckboxField } from '#web/components/forms/fields.tsx'
import * as words from '#words/en/families/guardians.ts'

interface RightsFieldsProps {
  /** The props of the checkbox for a right. */
  field: (right: keyof GuardianRights) => ComponentProps<'input'>
}

/** The rights of a guardian, each with an explanation. */
export function RightsFields({ field }: RightsFieldsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold">{words.whatTheyMayDo}</legend>
      <p className="text-sm text-muted">{words.whatGuardiansSee}</p>
      <div className="mt-2 grid gap-2">
        {RIGHTS.map(({ key, label, hint }) => (
          <CheckboxField key={key} label={label} hint={hint} {...field(key)} />
        ))}
      </div>
    </fieldset>
  )
}
