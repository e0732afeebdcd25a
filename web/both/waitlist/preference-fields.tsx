import { useQuery } from '@tanstack/react-query'
import type { IsoDate } from '#contract/dates.ts'
import { DEFAULT_NOTICE_MINUTES } from '#contract/waitlist/rules.ts'
import type { PartOfDay } from '#contract/waitlist/waitlist.ts'
import { availabilityOptions } from '#web/both/times/availability.ts'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'
import * as words from '#words/en/visits/joining.ts'
import { abbreviateWeekday, NOTICES, nameWeekday, PARTS, WEEK } from './describe-entry.ts'

/** When a family can come, and which doctor it wants. */
export interface Preferences {
  from: IsoDate
  to: IsoDate
  /** A doctor's id; any without one. */
  doctor?: string | undefined
  weekdays: readonly number[]
  part: PartOfDay
  noticeMinutes: number
}

export function anyTime(from: IsoDate, to: IsoDate): Preferences {
  return { from, to, weekdays: WEEK, part: 'any', noticeMinutes: DEFAULT_NOTICE_MINUTES }
}

interface PreferenceFieldsProps {
  preferences: Preferences
  today: IsoDate
  /** The treatment, for a choice of its doctors; undefined until known. */
  treatment: string | undefined
  /** Weekdays on which the clinic is always closed; they are not offered. */
  closedWeekdays?: readonly number[] | undefined
  onChange: (preferences: Preferences) => void
}

export function PreferenceFields({
  preferences,
  today,
  treatment,
  closedWeekdays = [],
  onChange,
}: PreferenceFieldsProps) {
  const change = (part: Partial<Preferences>) => onChange({ ...preferences, ...part })
  const day = useQuery({
    ...availabilityOptions(preferences.from),
    enabled: treatment !== undefined,
  })
  const doctors = day.data?.find(({ name }) => name === treatment)?.doctors ?? []
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.from}
          type="date"
          required
          min={today}
          value={preferences.from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <TextField
          label={words.to}
          type="date"
          required
          min={preferences.from}
          value={preferences.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </div>
      <Weekdays
        open={WEEK.filter((weekday) => !closedWeekdays.includes(weekday))}
        chosen={preferences.weekdays}
        onChoose={(weekdays) => change({ weekdays })}
      />
      <RadioChips
        legend={words.partOfDay}
        options={PARTS}
        value={preferences.part}
        onChoose={(part) => change({ part })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={words.howMuchNotice}
          placeholder={words.chooseNotice}
          options={NOTICES.map(({ label }) => label)}
          value={NOTICES.find(({ minutes }) => minutes === preferences.noticeMinutes)?.label ?? ''}
          onChange={({ target }) => {
            const notice = NOTICES.find(({ label }) => label === target.value)
            if (notice) change({ noticeMinutes: notice.minutes })
          }}
        />
        {doctors.length > 0 && (
          <SelectField
            label={words.doctor}
            placeholder={words.chooseDoctor}
            options={[words.anyDoctor, ...doctors.map(({ name }) => name)]}
            value={doctors.find(({ _id }) => _id === preferences.doctor)?.name ?? words.anyDoctor}
            onChange={({ target }) =>
              change({ doctor: doctors.find(({ name }) => name === target.value)?._id })
            }
          />
        )}
      </div>
    </>
  )
}

interface WeekdaysProps {
  /** Those on which the clinic is open. */
  open: readonly number[]
  chosen: readonly number[]
  onChoose: (weekdays: readonly number[]) => void
}

/** With all of them, extra sessions on other days count, too. */
function Weekdays({ open, chosen: all, onChoose }: WeekdaysProps) {
  const chosen = open.filter((weekday) => all.includes(weekday))
  const choose = (weekdays: readonly number[]) =>
    onChoose(weekdays.length === open.length ? WEEK : weekdays)
  return (
    <fieldset>
      <legend className="font-bold">{words.weekdays}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {open.map((weekday) => (
          <label
            key={weekday}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border-[1.5px] border-line bg-base-100 px-4 font-semibold hover:bg-leaf has-checked:border-primary has-checked:bg-leaf"
          >
            <input
              type="checkbox"
              className="size-5 accent-primary"
              checked={chosen.includes(weekday)}
              // The last weekday stays, because a family that can never come would wait in vain.
              aria-disabled={(chosen.length === 1 && chosen[0] === weekday) || undefined}
              onChange={({ target }) => {
                const rest = chosen.filter((one) => one !== weekday)
                if (target.checked)
                  choose(open.filter((one) => one === weekday || rest.includes(one)))
                else if (rest.length > 0) choose(rest)
              }}
            />
            <abbr title={nameWeekday(weekday)} className="no-underline">
              {abbreviateWeekday(weekday)}
            </abbr>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
