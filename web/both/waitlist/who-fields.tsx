import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { MOST_SIBLINGS } from '#contract/waitlist/waitlist.ts'
import { servicesOptions } from '#web/both/times/services-query.ts'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { Face } from '#web/components/people/face.tsx'
import { useOwnChoice } from '#web/lib/own-words.tsx'
import * as words from '#words/en/visits/joining.ts'

/** The treatment that a family waits for, its patients, and its contact details. */
export interface Who {
  treatment: string
  /** Ids of children; none for the account holder. */
  children: readonly string[]
  phone: string
}

interface WhoFieldsProps {
  who: Who
  /** The family's children. */
  patients: readonly { _id: string; name: string; birthDate?: IsoDate }[]
  /** Whether staff fill in the form for the family. */
  isDesk?: boolean
  onChange: (who: Who) => void
}

/** The fields of both join forms that an appointment of the family already answers. */
export function WhoFields({ who, patients, isDesk = false, onChange }: WhoFieldsProps) {
  const { treatment, phone } = who
  const choiceOf = useOwnChoice()
  const treatments = useQuery(servicesOptions())
  const names = treatments.data?.map(({ name }) => name) ?? (treatment ? [treatment] : [])
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={words.treatment}
        placeholder={words.chooseTreatment}
        options={names.map(choiceOf)}
        value={treatment}
        required
        onChange={({ target }) => onChange({ ...who, treatment: target.value })}
      />
      <TextField
        label={words.phone}
        type="tel"
        autoComplete={isDesk ? 'off' : 'tel'}
        required
        maxLength={30}
        value={phone}
        onChange={({ target }) => onChange({ ...who, phone: target.value })}
      />
      {patients.length > 0 && (
        <Children
          options={patients}
          chosen={who.children}
          onChoose={(chosen) => onChange({ ...who, children: chosen })}
        />
      )}
    </div>
  )
}

interface ChildrenProps {
  options: WhoFieldsProps['patients']
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** One child, or several who wait together. */
function Children({ options, chosen, onChoose }: ChildrenProps) {
  const hintId = useId()
  return (
    <fieldset className="sm:col-span-2" aria-describedby={options.length > 1 ? hintId : undefined}>
      <legend className="font-bold">{words.forWhichChildren}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {options.map(({ _id, name, birthDate }) => (
          <label
            key={_id}
            className="flex min-h-11 max-w-full cursor-pointer items-center gap-2 rounded-full border-[1.5px] border-line bg-base-100 px-4 font-semibold hover:bg-leaf has-checked:border-primary has-checked:bg-leaf"
          >
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-primary"
              checked={chosen.includes(_id)}
              // The browser requires one as long as none is chosen.
              required={chosen.length === 0}
              disabled={chosen.length >= MOST_SIBLINGS && !chosen.includes(_id)}
              onChange={({ target }) => {
                const rest = chosen.filter((id) => id !== _id)
                onChoose(target.checked ? [...rest, _id] : rest)
              }}
            />
            <Face id={_id} name={name} />
            <span className="min-w-0 py-1.5 wrap-anywhere">
              <bdi>{name}</bdi>
              {birthDate && `, ${formats.day(birthDate)}`}
            </span>
          </label>
        ))}
      </div>
      {options.length > 1 && (
        <p id={hintId} className="mt-2 text-sm text-muted">
          {words.severalWait(MOST_SIBLINGS)}
        </p>
      )}
    </fieldset>
  )
}

/** The chosen children as fields of the call to join: `child` for one, `children` for several. */
export function childFields({ children }: Who): { child?: string; children?: string[] } {
  const [only, ...others] = children
  if (only === undefined) return {}
  return others.length === 0 ? { child: only } : { children: [...children] }
}
