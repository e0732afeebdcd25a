import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeClinicSettings } from '#contract/clinic/clinic-calls.ts'
import { type ClinicState, changeOf, clinicState } from '#contract/clinic/clinic-settings.ts'
import { daysOf, type Holiday, undecidedHolidays } from '#contract/clinic/holidays.ts'
import { count } from '#contract/count.ts'
import type { IsoDate } from '#contract/dates.ts'
import { MINUTES_PER_DAY } from '#contract/schedule/schedule.ts'
import { addClosure } from '#contract/schedule/schedule-calls.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { Fold } from '#web/components/fold.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { send } from '#web/lib/api/send.ts'
import { currentOf } from '#web/lib/api/stale.ts'
import { clinicOptions } from '../clinic-settings-api.ts'
import { refreshSchedule, scheduleOptions } from '../schedule-api.ts'

/**
 * For admins: federal holidays of the next twelve months, until each is closed or kept open
 * (docs/requirements.md#closures).
 */
export default function HolidayBanner() {
  const queries = useQueryClient()
  const schedule = useQuery(scheduleOptions(undefined)).data
  const settings = useQuery(clinicOptions()).data
  const stayOpen = useMutation({
    mutationFn: ({ days, state }: { days: readonly IsoDate[]; state: ClinicState }) => {
      const openHolidays = [...daysOf(state.openHolidays), ...days].toSorted().join(', ')
      return send(changeClinicSettings, { body: { ...changeOf(state), openHolidays } })
    },
    onSuccess: (saved) => queries.setQueryData(clinicOptions().queryKey, saved),
    onError: (error) => {
      const current = currentOf(error, clinicState)
      if (current) queries.setQueryData(clinicOptions().queryKey, current)
      toast.error(
        current
          ? 'Someone else has changed the clinic’s settings. Please choose again.'
          : error.message,
      )
    },
  })
  if (!schedule || !settings) return null
  const holidays = undecidedHolidays(schedule, settings.openHolidays)
  if (holidays.length === 0) return null
  const keep = (days: readonly IsoDate[]) => stayOpen.mutate({ days, state: settings })
  const rows = holidays.map((holiday) => (
    <HolidayRow
      key={holiday.date}
      {...holiday}
      busy={stayOpen.isPending}
      onKeep={() => keep([holiday.date])}
    />
  ))
  const more = rows.slice(AT_FIRST)
  return (
    <section aria-labelledby="holidays" className="mt-4 rounded-2xl bg-honey px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="holidays" className="text-lg font-bold">
          Is the clinic open on these federal holidays?
        </h2>
        {rows.length > 1 && (
          <div className="flex flex-wrap items-center gap-2 max-sm:py-1">
            <CloseAll holidays={holidays} />
            <Button
              look="quiet"
              busy={stayOpen.isPending}
              onClick={() => keep(holidays.map(({ date }) => date))}
            >
              Stay open on all {rows.length}
            </Button>
          </div>
        )}
      </div>
      <p className="text-sm">Families can book them until you close them.</p>
      <ul className="mt-1 grid gap-x-8 lg:grid-cols-2">{rows.slice(0, AT_FIRST)}</ul>
      {more.length > 0 && (
        <Fold title={`${more.length} more`}>
          <ul className="grid gap-x-8 lg:grid-cols-2">{more}</ul>
        </Fold>
      )}
    </section>
  )
}

/** Closes the clinic on each of them, after a question. */
function CloseAll({ holidays }: { holidays: readonly Holiday[] }) {
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const close = useMutation({
    mutationFn: async () => {
      for (const { date, name: reason } of holidays) {
        const time = { fromDate: date, toDate: date, fromMinute: 0, toMinute: MINUTES_PER_DAY }
        await send(addClosure, { body: { ...time, reason, appointments: 'list' } })
      }
    },
    onSuccess: () => {
      setIsAsking(false)
      toast.success(`The clinic is closed on ${count(holidays.length, 'holiday')}`)
    },
    // Some may be closed when it fails.
    onSettled: () => refreshSchedule(queries),
  })
  const days = count(holidays.length, 'day')
  return (
    <>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        Close on all {holidays.length}
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={`Close the clinic on ${count(holidays.length, 'holiday')}?`}
        detail="Appointments on these days stay, and are listed under No longer fit until you decide about each."
        confirmLabel={`Close on ${days}`}
        look="primary"
        busy={close.isPending}
        error={close.error?.message}
        onConfirm={() => close.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/** How many are shown at first. */
const AT_FIRST = 2

interface HolidayRowProps extends Holiday {
  busy: boolean
  onKeep: () => void
}

function HolidayRow({ date, name, busy, onKeep }: HolidayRowProps) {
  const day = useDayFormat()(date)
  return (
    <li className="flex flex-wrap items-center gap-x-4 max-sm:py-1">
      <p className="min-w-0 grow basis-60">
        <span className="font-bold">{name}</span>, {day}
      </p>
      <div className="flex flex-wrap items-center gap-2 max-sm:py-1">
        <ButtonLink
          look="quiet"
          to={`/dashboard/schedule/closures?${new URLSearchParams({ close: date, reason: name })}`}
          aria-label={`Close on ${name}, ${day}`}
        >
          Close
        </ButtonLink>
        <Button
          look="quiet"
          busy={busy}
          aria-label={`Stay open on ${name}, ${day}`}
          onClick={onKeep}
        >
          Stay open
        </Button>
      </div>
    </li>
  )
}
