import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { changeClinicSettings } from '#contract/schedule/clinic-calls.ts'
import {
  type ClinicSettings,
  type ClinicState,
  clinicSettings,
  clinicState,
} from '#contract/schedule/clinic-settings.ts'
import { Card } from '#web/components/card.tsx'
import { CheckboxField, TextAreaField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { SaveOrDiscard } from '#web/components/forms/save-or-discard.tsx'
import { StaleAlert, type TheirChange } from '#web/components/forms/stale-alert.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { issuesOf } from '#web/lib/api/issues.ts'
import { send } from '#web/lib/api/send.ts'
import { currentOf } from '#web/lib/api/stale.ts'
import { useShowClinic } from '#web/lib/clinic.tsx'
import { clinicOptions } from '#web/shared/schedule/clinic-settings-api.ts'
import { RefundBandsField } from './refund-bands-field.tsx'
import { SecondCopyState } from './second-copy-state.tsx'

// Only posters need the QR codes.
const POSTERS = 'QR codes for posters'
const posters = componentChunk(() => import('./posters.tsx'))

/** The clinic's own details and booking rules, for admins. */
export default function ClinicPage() {
  const query = useQuery(clinicOptions())
  return (
    <>
      <PageTitle>Clinic</PageTitle>
      <p className="mt-3 mb-6 max-w-2xl text-lg text-muted">
        Visitors see these details on every page and in emails as soon as you save.
      </p>
      {query.isPending ? (
        <ListSkeleton label="Loading the clinic’s details" />
      ) : query.data ? (
        <>
          <ClinicForm state={query.data} />
          <Card id={idOf(POSTERS)} className="mt-6 grid gap-5">
            <h2 className="text-2xl">{POSTERS}</h2>
            <LazyComponent chunk={posters} />
          </Card>
        </>
      ) : (
        <LoadError title="We couldn’t load the clinic’s details" query={query} />
      )}
    </>
  )
}

interface Field {
  name: Exclude<keyof ClinicSettings, 'refundBands'>
  label: string
  hint?: string
  type?: 'tel' | 'email' | 'url' | 'number' | 'time' | 'lines' | 'checkbox'
  /** As wide as its section. */
  wide?: boolean
}

interface Section {
  title: string
  intro?: string
  fields: readonly Field[]
}

/** The hours from the schedule stand above its field. */
const OPENING_HOURS: Section = {
  title: 'Opening hours',
  fields: [
    {
      name: 'hours',
      label: 'Hours in your own words (optional)',
      hint: 'Shown instead of the hours from the schedule.',
      wide: true,
    },
    {
      name: 'openHolidays',
      label: 'Federal holidays on which the clinic stays open (optional)',
      hint: 'Days like 2026-11-26, separated by commas. To do asks about the others.',
      wide: true,
    },
  ],
}

/** Numbers only; the refund terms have a field of their own. */
const CHANGES: Section = {
  title: 'Changes and refunds',
  fields: [
    {
      name: 'changeUntilHours',
      label: 'Hours before the start until which families can change online',
      hint: 'Later they are asked to call.',
      type: 'number',
    },
    {
      name: 'mostMoves',
      label: 'Online moves per appointment',
      hint: 'An ill child has one more.',
      type: 'number',
    },
    {
      name: 'checkInMinutes',
      label: 'Minutes before the start from which patients can be checked in',
      type: 'number',
    },
  ],
}

/** The copy's state stands above its field. */
const SECOND_COPY: Section = {
  title: 'Second copy',
  fields: [
    {
      name: 'copyAlarmMinutes',
      label: 'Minutes after which a copy is too old',
      hint: 'An alarm is raised then.',
      type: 'number',
    },
  ],
}

const WAITING_LIST: Section = {
  title: 'Waiting list',
  intro:
    'A freed time is held for one family after the other. Longer before it, they have more time.',
  fields: [
    {
      name: 'waitlistEntries',
      label: 'Treatments that a family can wait for',
      hint: 'At the same time.',
      type: 'number',
    },
    {
      name: 'offersPerDay',
      label: 'Offers to a family in a day',
      type: 'number',
    },
    { name: 'offersFrom', label: 'Offers are made from', type: 'time' },
    {
      name: 'offersUntil',
      label: 'Offers are made until',
      hint: 'What becomes free outside of these hours is public at once.',
      type: 'time',
    },
    {
      name: 'offerMinutesDays',
      label: 'Minutes to answer, 3 days or more before',
      hint: 'How long a time is held for a family.',
      type: 'number',
    },
    { name: 'offerMinutesDay', label: 'Minutes to answer, 1 to 3 days before', type: 'number' },
    {
      name: 'offerMinutesHours',
      label: 'Minutes to answer, 6 to 24 hours before',
      type: 'number',
    },
    {
      name: 'offerMinutesLast',
      label: 'Minutes to answer, less than 6 hours before',
      type: 'number',
    },
    {
      name: 'mostOffers',
      label: 'Offers of one time',
      hint: 'Then everyone can book it.',
      type: 'number',
    },
    {
      name: 'offerLeadMinutes',
      label: 'Minutes before the start until which it is offered',
      hint: 'What becomes free later is public at once.',
      type: 'number',
    },
  ],
}

const FRONT_DESK: Section = {
  title: 'Front desk',
  fields: [
    {
      name: 'rooms',
      label: 'Rooms (optional)',
      hint: 'Separated by commas: Room 1, Room 2. The agenda asks which one a patient is in.',
      wide: true,
    },
    {
      name: 'tills',
      label: 'Tills (optional)',
      hint: 'Separated by commas: Desk 1, Desk 2. Each is counted on the closing sheet.',
      wide: true,
    },
    {
      name: 'lateMinutes',
      label: 'Minutes after the start from which a patient is late',
      hint: '0: at once.',
      type: 'number',
    },
    {
      name: 'lockMinutes',
      label: 'Minutes without input after which staff pages lock',
      hint: '0: never.',
      type: 'number',
    },
    {
      name: 'staffRecordAbsences',
      label: 'Staff may record that a doctor is absent today',
      type: 'checkbox',
    },
    {
      name: 'absencesNeedApproval',
      label: 'An admin approves the absences that staff record',
      hint: 'They apply at once, and are listed under To do until they are approved or withdrawn.',
      type: 'checkbox',
    },
  ],
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Name',
    fields: [
      { name: 'fullName', label: 'Name' },
      { name: 'name', label: 'Short name', hint: 'In the logo and in browser tabs.' },
      { name: 'tagline', label: 'Tagline', hint: 'In the browser tab of the home page.' },
    ],
  },
  {
    title: 'Contact',
    fields: [
      { name: 'phone', label: 'Phone', type: 'tel' },
      { name: 'email', label: 'Email', type: 'email' },
      { name: 'street', label: 'Street' },
      { name: 'city', label: 'City' },
      { name: 'region', label: 'State' },
      { name: 'postalCode', label: 'ZIP code' },
    ],
  },
  OPENING_HOURS,
  {
    title: 'Before an appointment',
    fields: [
      {
        name: 'calendarTitle',
        label: 'Title in calendars',
        hint: 'Of invitations and downloads. Others may see a family’s calendar.',
      },
      {
        name: 'whatToBring',
        label: 'What to bring (optional)',
        hint: 'One thing a line; in the dashboard, confirmations and reminders.',
        type: 'lines',
        wide: true,
      },
    ],
  },
  {
    title: 'Social networks',
    fields: [
      { name: 'facebook', label: 'Facebook (optional)', type: 'url' },
      { name: 'instagram', label: 'Instagram (optional)', type: 'url' },
      { name: 'twitter', label: 'Twitter (optional)', type: 'url' },
      { name: 'linkedin', label: 'LinkedIn (optional)', type: 'url' },
    ],
  },
  {
    title: 'Receipts',
    fields: [
      {
        name: 'taxId',
        label: 'Tax ID (optional)',
        hint: 'On receipts from now on. Receipts that are issued already never change.',
      },
    ],
  },
  {
    title: 'Booking rules',
    fields: [
      {
        name: 'bookingHorizonDays',
        label: 'Days ahead that can be booked',
        hint: 'Appointments that are booked already stay.',
        type: 'number',
      },
      {
        name: 'unpaidAppointments',
        label: 'Unpaid appointments per account',
        hint: 'Coming ones, also of one child; 0 for no limit.',
        type: 'number',
      },
      {
        name: 'unpaidAppointmentsUnverified',
        label: 'While the email is not confirmed',
        hint: 'Coming unpaid appointments; 0 for no limit.',
        type: 'number',
      },
      {
        name: 'siblingGapMinutes',
        label: 'Longest wait between siblings, in minutes',
        hint: 'When they are booked together.',
        type: 'number',
      },
      {
        name: 'mostInSeries',
        label: 'Most appointments in a series',
        hint: 'Of one treatment, booked together; from 2 to 24.',
        type: 'number',
      },
    ],
  },
  {
    title: 'Reminders by email',
    intro: 'A change applies to all reminders that are still to be sent.',
    fields: [
      {
        name: 'firstReminderDays',
        label: 'First reminder, days before',
        hint: '0 for no first reminder.',
        type: 'number',
      },
      { name: 'firstReminderTime', label: 'First reminder at', type: 'time' },
      {
        name: 'secondReminderDays',
        label: 'Second reminder, days before',
        hint: '0 for no second reminder.',
        type: 'number',
      },
      { name: 'secondReminderTime', label: 'Second reminder at', type: 'time' },
      {
        name: 'quietFrom',
        label: 'Quiet hours from',
        hint: 'Reminders wait; confirmations are sent at once.',
        type: 'time',
      },
      {
        name: 'quietUntil',
        label: 'Quiet hours until',
        hint: 'The same time twice for no quiet hours.',
        type: 'time',
      },
      {
        name: 'reminderMinimumHours',
        label: 'Hours between booking and reminder',
        hint: 'No reminder of appointments that were booked later.',
        type: 'number',
      },
    ],
  },
  CHANGES,
  WAITING_LIST,
  {
    title: 'Figures by email',
    fields: [
      {
        name: 'weeklyFigures',
        label: 'Email last week’s figures to admins on Monday morning',
        hint: 'Booked, missed, third next free time, money taken and not paid. No patient is named.',
        type: 'checkbox',
        wide: true,
      },
    ],
  },
  FRONT_DESK,
  SECOND_COPY,
]

/** In the order of the page. */
const FIELDS = SECTIONS.flatMap(({ fields }) => fields)

function ClinicForm({ state }: { state: ClinicState }) {
  const { save, theirs, forget } = useSaveClinic(state)
  const { version: _, hoursFromSchedule, ...settings } = state
  const form = useForm<ClinicSettings>({
    resolver: zodResolver(clinicSettings),
    // After another admin's change, what was typed here stays.
    values: settings,
    resetOptions: { keepDirtyValues: true },
  })
  const { control, register, handleSubmit, reset, setError, setFocus, formState } = form
  const { errors, isDirty } = formState
  const failure = useRef<HTMLDivElement>(null)
  const hasFailed = save.error !== null && refusedFields(save.error).length === 0

  useEffect(() => {
    const refused = refusedFields(save.error)
    for (const [index, { name, message }] of refused.entries()) {
      setError(name, { message }, { shouldFocus: index === 0 })
    }
    if (save.error && refused.length === 0) failure.current?.focus()
  }, [save.error, setError])

  function onSubmit(typed: ClinicSettings) {
    if (save.isPending) return
    save.mutate(typed, {
      onSuccess: ({ version: _, hoursFromSchedule: __, ...saved }) =>
        reset(saved, { keepDirtyValues: false }),
    })
  }

  /** What is wrong with all of the refund terms has no field of its own to go to. */
  function onInvalid({ refundBands, ...others }: FieldErrors<ClinicSettings>) {
    if (refundBands && Object.keys(others).length === 0) setFocus('refundBands.0.hours')
  }

  function discard() {
    reset(settings, { keepDirtyValues: false })
    forget()
  }

  const fields = { register, errors, readOnly: save.isPending }
  return (
    <>
      <SectionLinks />
      <form
        noValidate
        aria-label="Clinic"
        onSubmit={handleSubmit(onSubmit, onInvalid)}
        className="grid gap-6"
      >
        {SECTIONS.map((section) => (
          <SectionCard key={section.title} {...section}>
            {section === OPENING_HOURS && (
              <p>
                From the schedule: <strong>{hoursFromSchedule}</strong>
              </p>
            )}
            {section === SECOND_COPY && <SecondCopyState />}
            <div className="grid items-end gap-5 md:grid-cols-2">
              {section.fields.map((field) => (
                <SettingField key={field.name} {...fields} field={field} />
              ))}
            </div>
            {section === CHANGES && <RefundBandsField {...fields} control={control} />}
          </SectionCard>
        ))}
        {hasFailed && (
          <div ref={failure} tabIndex={-1} className="outline-none">
            {theirs.length > 0 ? (
              <StaleAlert changes={theirs} />
            ) : (
              <FormAlert>{save.error?.message} Nothing you typed was lost.</FormAlert>
            )}
          </div>
        )}
        <SaveBar isDirty={isDirty} busy={save.isPending} onDiscard={discard} />
      </form>
    </>
  )
}

/** The fields that the server has refused, with its messages. */
function refusedFields(error: unknown) {
  const issues = issuesOf(error)
  return FIELDS.flatMap(({ name }) => {
    const issue = issues.find(({ path }) => path === name)
    return issue ? [{ name, message: issue.message }] : []
  })
}

/** Links to the sections of the page, in view wherever on it the admin is. */
function SectionLinks() {
  return (
    <nav aria-label="Sections of the page" className="section-links max-w-240">
      <div className="overflow-hidden rounded-2xl bg-base-100 px-2">
        <ul className="flex gap-x-1 overflow-x-auto p-1 scroll-hints lg:flex-wrap">
          {[...SECTIONS.map(({ title }) => title), POSTERS].map((title) => (
            <li key={title} className="shrink-0">
              <a href={`#${idOf(title)}`} className="section-link">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** Saves the form. It stays in view while there are unsaved changes. */
function SaveBar(props: ComponentProps<typeof SaveOrDiscard>) {
  const { isDirty } = props
  useEffect(() => {
    // The bar may have appeared in front of the field that was changed.
    if (isDirty) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isDirty])
  return (
    <div data-unsaved={isDirty || undefined} className="save-bar">
      <p role="status" className="grow font-bold">
        {isDirty && 'Unsaved changes'}
      </p>
      <SaveOrDiscard {...props} />
    </div>
  )
}

/** Saves the settings and shows them on the whole site; `theirs` is what another admin has changed. */
function useSaveClinic(state: ClinicState) {
  const queries = useQueryClient()
  const showClinic = useShowClinic()
  const [theirs, setTheirs] = useState<TheirChange[]>([])
  const { queryKey } = clinicOptions()

  const save = useMutation({
    mutationFn: (typed: ClinicSettings) =>
      send(changeClinicSettings, { body: { ...typed, version: state.version } }),
    onSuccess: (saved) => {
      const { version: _, hoursFromSchedule, ...settings } = saved
      setTheirs([])
      queries.setQueryData(queryKey, saved)
      showClinic({ ...settings, hours: settings.hours || hoursFromSchedule })
      // The last day that can be booked.
      void queries.invalidateQueries({ queryKey: configOptions().queryKey })
      toast.success('The clinic’s details are saved')
    },
    onError: (error) => {
      const current = currentOf(error, clinicState)
      if (!current) return
      setTheirs(differences(state, current))
      queries.setQueryData(queryKey, current)
    },
  })

  return {
    save,
    theirs,
    forget() {
      setTheirs([])
      save.reset()
    },
  }
}

function differences(before: ClinicState, now: ClinicState): TheirChange[] {
  const changes = FIELDS.filter(({ name }) => before[name] !== now[name]).map(
    ({ name, label }) => ({ label: label.replace(' (optional)', ''), now: textOf(now[name]) }),
  )
  const [bandsBefore, bands] = [before, now].map(({ refundBands }) =>
    refundBands.map(({ hours, percent }) => `${hours} hours: ${percent}%`).join(', '),
  )
  return bands === bandsBefore ? changes : [...changes, { label: 'Refunds', now: bands ?? '' }]
}

function textOf(value: ClinicState[Field['name']]): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}

interface FieldsProps {
  register: UseFormRegister<ClinicSettings>
  errors: FieldErrors<ClinicSettings>
  readOnly: boolean
}

function SectionCard({ title, intro, children }: Section & { children: ReactNode }) {
  return (
    <Card id={idOf(title)} className="grid gap-5">
      <h2 className="text-2xl">{title}</h2>
      {intro && <p className="text-muted">{intro}</p>}
      {children}
    </Card>
  )
}

function idOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

function SettingField({ field, register, errors, readOnly }: FieldsProps & { field: Field }) {
  const { name, label, hint, type = 'text', wide } = field
  if (type === 'checkbox') {
    return (
      <div className={wide ? 'md:col-span-2' : undefined}>
        <CheckboxField label={label} hint={hint} disabled={readOnly} {...register(name)} />
      </div>
    )
  }
  const shared = { label, hint, readOnly, error: errors[name]?.message }
  return (
    <div className={wide ? 'md:col-span-2' : undefined}>
      {type === 'lines' ? (
        <TextAreaField {...shared} {...register(name)} />
      ) : (
        <TextField
          {...shared}
          type={type}
          inputMode={type === 'number' ? 'numeric' : undefined}
          placeholder={type === 'url' ? 'https://' : undefined}
          autoComplete="off"
          {...register(name, { valueAsNumber: type === 'number' })}
        />
      )}
    </div>
  )
}
