import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { CHANGES, REMINDERS } from '#contract/clinic/booking-settings.ts'
import { changeClinicSettings } from '#contract/clinic/clinic-calls.ts'
import {
  type ClinicSettings,
  type ClinicState,
  changeOf,
  clinicSettings,
  clinicState,
  SETTING_GROUPS,
} from '#contract/clinic/clinic-settings.ts'
import { COUNTRIES } from '#contract/clinic/countries.ts'
import { FRONT_DESK, SECOND_COPY } from '#contract/clinic/desk-settings.ts'
import { NAME, OPENING_HOURS } from '#contract/clinic/detail-settings.ts'
import type { SettingGroup } from '#contract/clinic/setting.ts'
import { Card } from '#web/components/card.tsx'
import {
  CheckboxField,
  SelectField,
  TextAreaField,
  TextField,
} from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { refusedAmong, useRefusedFields } from '#web/components/forms/refused-fields.ts'
import { SaveBar } from '#web/components/forms/save-bar.tsx'
import { StaleAlert } from '#web/components/forms/stale-alert.tsx'
import { useStaleSave } from '#web/components/forms/use-stale-save.ts'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { clinicOptions } from '#web/desk/schedule/clinic-settings-api.ts'
import { SectionLinks } from '#web/desk/workspace/section-links.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { send } from '#web/lib/api/send.ts'
import { useClinic, useShowClinic } from '#web/lib/clinic.tsx'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { RefundBandsField } from './refund-bands-field.tsx'
import { SecondCopyState } from './second-copy-state.tsx'

/** Groups whose page is a tab of its own, and not among the sections. */
const TABS: readonly SettingGroup[] = [FRONT_DESK, REMINDERS]
const SECTIONS = SETTING_GROUPS.filter((group: SettingGroup) => !TABS.includes(group))

/**
 * A group of the clinic's settings, for admins. Each group has its own page and is saved
 * separately.
 */
export default function ClinicPage() {
  const { section } = useParams()
  const { hash } = useLocation()
  const query = useQuery(clinicOptions())
  const asked = section ?? hash.slice(1)
  const group: SettingGroup | undefined = SETTING_GROUPS.find(({ title }) => idOf(title) === asked)
  // In earlier versions all groups were on one page, with their sections at `#`.
  if (section === undefined && group) return <Navigate to={pageOf(group)} replace />
  if (section !== undefined && !group) return <Navigate to="/dashboard/clinic" replace />
  const shown = group ?? NAME
  const hasSections = !TABS.includes(shown)
  return (
    <>
      <PageTitle className="mb-4">{shown.title}</PageTitle>
      <Loaded query={query} what="the clinic’s settings">
        {(state) => (
          <div
            className={
              hasSections ? 'grid items-start gap-x-6 lg:grid-cols-[13rem_minmax(0,1fr)]' : ''
            }
          >
            {hasSections && <SectionLinks sections={SECTION_LINKS} current={pageOf(shown)} />}
            <SectionForm key={shown.title} group={shown} state={state} />
          </div>
        )}
      </Loaded>
    </>
  )
}

type Setting = SettingGroup['settings'][string]

interface Field extends Setting {
  name: Exclude<keyof ClinicSettings, 'refundBands'>
}

/** A group's settings without those that have a field of their own, in the order of the page. */
function fieldsOf({ settings }: SettingGroup): Field[] {
  return Object.entries(settings)
    .filter(([, { type }]) => type !== 'own')
    .map(([name, setting]) => ({ ...setting, name: name as Field['name'] }))
}

const FIELDS = SETTING_GROUPS.flatMap(fieldsOf)

const COUNTRY_NAMES = new Intl.DisplayNames('en-US', { type: 'region' })

const COUNTRY_OPTIONS = COUNTRIES.map((value) => ({
  value,
  label: COUNTRY_NAMES.of(value) ?? value,
})).sort((one, other) => one.label.localeCompare(other.label, 'en-US'))

interface SectionFormProps {
  group: SettingGroup
  state: ClinicState
}

function SectionForm({ group, state }: SectionFormProps) {
  const { saving, theirs = [], submit } = useSaveClinic(state)
  const { hoursFromSchedule } = state
  const settings = settingsOf(state)
  const own = fieldsOf(group)
  const form = useForm<ClinicSettings>({
    resolver: zodResolver(clinicSettings),
    // After another admin's change, typed values stay.
    values: settings,
    resetOptions: { keepDirtyValues: true },
  })
  const { control, register, handleSubmit, reset, setError, setFocus, formState } = form
  const { errors, isDirty } = formState
  const failure = useRef<HTMLDivElement>(null)
  const refused = refusedAmong(
    own.map(({ name }) => name),
    saving.error,
  )
  const hasFailed = saving.error !== null && refused.length === 0
  useRefusedFields(refused, saving.error, setError)
  useUnsavedChanges(isDirty)

  useEffect(() => {
    if (hasFailed) failure.current?.focus()
  }, [hasFailed])

  function onSubmit(typed: ClinicSettings) {
    if (saving.isPending) return
    submit(typed, (saved) => reset(settingsOf(saved), { keepDirtyValues: false }))
  }

  /** An error about all refund terms has no field to focus. */
  function onInvalid({ refundBands, ...others }: FieldErrors<ClinicSettings>) {
    if (refundBands && Object.keys(others).length === 0) setFocus('refundBands.0.hours')
  }

  function discard() {
    reset(settings, { keepDirtyValues: false })
    saving.reset()
  }

  const fields = { register, errors, readOnly: saving.isPending }
  return (
    <form
      noValidate
      aria-label={group.title}
      onSubmit={handleSubmit(onSubmit, onInvalid)}
      className="grid gap-4"
    >
      <Card className="grid gap-5">
        {group.intro && <p className="text-muted">{group.intro}</p>}
        {group === OPENING_HOURS && (
          <p>
            From the schedule: <strong>{hoursFromSchedule}</strong>
          </p>
        )}
        {group === SECOND_COPY && <SecondCopyState />}
        <div className="grid items-end gap-5 md:grid-cols-2">
          {own.map((field) => (
            <SettingField
              key={field.name}
              {...fields}
              field={field}
              kind={typeof settings[field.name]}
            />
          ))}
        </div>
        {group === CHANGES && <RefundBandsField {...fields} control={control} />}
      </Card>
      {hasFailed && (
        <div ref={failure} tabIndex={-1} className="outline-none">
          {theirs.length > 0 ? (
            <StaleAlert changes={theirs} />
          ) : (
            <FormAlert>{saving.error?.message} Nothing you typed was lost.</FormAlert>
          )}
        </div>
      )}
      <SaveBar isDirty={isDirty} busy={saving.isPending} onDiscard={discard} />
    </form>
  )
}

/** Saves the settings and shows them on the whole site. */
function useSaveClinic(state: ClinicState) {
  const queries = useQueryClient()
  const clinic = useClinic()
  const showClinic = useShowClinic()
  return useStaleSave({
    state,
    schema: clinicState,
    save: (typed: ClinicSettings) =>
      send(changeClinicSettings, { body: { ...typed, version: state.version } }),
    show: (current) => queries.setQueryData(clinicOptions().queryKey, current),
    onSaved: ({ hoursFromSchedule, ...state }) => {
      showClinic({ ...clinic, ...state, hours: state.hours || hoursFromSchedule })
      // The last day that can be booked.
      void queries.invalidateQueries({ queryKey: configOptions().queryKey })
      toast.success('The clinic’s settings are saved')
    },
    textsOf,
  })
}

/** The editable settings. */
function settingsOf(state: ClinicState): ClinicSettings {
  const { version: _, ...settings } = changeOf(state)
  return settings
}

function textsOf(state: ClinicState): Record<string, string> {
  const texts = FIELDS.map(({ name, label }) => [
    label.replace(' (optional)', ''),
    textOf(state[name]),
  ])
  const bands = state.refundBands.map(({ hours, percent }) => `${hours} hours: ${percent}%`)
  return { ...Object.fromEntries(texts), [CHANGES.settings.refundBands.label]: bands.join(', ') }
}

function textOf(value: ClinicState[Field['name']]): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}

interface FieldsProps {
  register: UseFormRegister<ClinicSettings>
  errors: FieldErrors<ClinicSettings>
  readOnly: boolean
}

function idOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

function pageOf({ title }: Pick<SettingGroup, 'title'>): string {
  return `/dashboard/clinic/${idOf(title)}`
}

const SECTION_LINKS = SECTIONS.map((group: SettingGroup) => ({
  to: pageOf(group),
  label: group.title,
}))

interface SettingFieldProps extends FieldsProps {
  field: Field
  /** The JavaScript type of its value. */
  kind: string
}

function SettingField({ field, kind, register, errors, readOnly }: SettingFieldProps) {
  const isNumber = kind === 'number'
  const { name, label, hint, type = isNumber ? 'number' : 'text', wide } = field
  if (kind === 'boolean') {
    return (
      <div className={wide ? 'md:col-span-2' : undefined}>
        <CheckboxField label={label} hint={hint} disabled={readOnly} {...register(name)} />
      </div>
    )
  }
  const shared = { label, hint, readOnly, error: errors[name]?.message }
  if (type === 'country') {
    return (
      <div>
        <SelectField
          {...shared}
          disabled={readOnly}
          options={COUNTRY_OPTIONS}
          {...register(name)}
        />
      </div>
    )
  }
  return (
    <div className={wide ? 'md:col-span-2' : undefined}>
      {type === 'lines' ? (
        <TextAreaField {...shared} {...register(name)} />
      ) : (
        <TextField
          {...shared}
          type={type}
          inputMode={isNumber ? 'numeric' : undefined}
          placeholder={type === 'url' ? 'https://' : undefined}
          autoComplete="off"
          {...register(name, { valueAsNumber: isNumber })}
        />
      )}
    </div>
  )
}
