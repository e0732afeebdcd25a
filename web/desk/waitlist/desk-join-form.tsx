import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatMinute } from '#contract/booking/slots.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { Family, FamilyAppointment } from '#contract/families/families.ts'
import { joinWaitlist } from '#contract/waitlist/waitlist-calls.ts'
import { anyTime, PreferenceFields } from '#web/both/waitlist/preference-fields.tsx'
import { WAITLIST_KEY } from '#web/both/waitlist/waitlist-api.ts'
import { childFields, type Who, WhoFields } from '#web/both/waitlist/who-fields.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CheckedForm } from '#web/components/forms/checked-form.tsx'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { familyOptions } from '#web/desk/patients/families-api.ts'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'

interface DeskJoinFormProps {
  /** The family's id. */
  id: string
  /** Called with the first wanted day, or without one when nothing was added. */
  onDone: (from?: IsoDate) => void
}

const DAYS_AHEAD = 28

/** Adds a family to the list, with or without an account. */
export function DeskJoinForm({ id, ...props }: DeskJoinFormProps) {
  const family = useQuery(familyOptions(id))
  return (
    <Card className="mb-6">
      <Loaded query={family} what="the family">
        {(data) => <JoinFields family={data} {...props} />}
      </Loaded>
    </Card>
  )
}

const NEW = 'A new appointment'

/** 'Mia: Allergy Testing, Wed, Mar 10, 10:00 AM' */
function labelOf(
  { child, treatment, date, startMinute }: FamilyAppointment,
  formatDay: (day: IsoDate) => string,
): string {
  const what = `${treatment}, ${formatDay(date)}, ${formatMinute(startMinute)}`
  return child ? `${child.name}: ${what}` : what
}

function JoinFields({ family, onDone }: { family: Family; onDone: DeskJoinFormProps['onDone'] }) {
  const { _id: id, name, today, hasAccount, isReachable } = family
  const queries = useQueryClient()
  const formatDay = useDayFormat()
  const titleId = useId()
  const [sooner, setSooner] = useState(NEW)
  const [who, setWho] = useState<Who>({ treatment: '', children: [], phone: family.phone ?? '' })
  const [urgent, setUrgent] = useState('')
  const [first] = useState(who)
  useUnsavedChanges(who !== first || urgent !== '')
  const [preferences, setPreferences] = useState(() => anyTime(today, dayAfter(today, DAYS_AHEAD)))
  const children = family.children.filter(({ archived }) => !archived)
  const toCome = family.appointments
    .filter(
      ({ status, attendance, date }) =>
        status === 'booked' && attendance === 'expected' && date > today,
    )
    .map((appointment) => ({ ...appointment, label: labelOf(appointment, formatDay) }))
  const present = toCome.find(({ label }) => label === sooner)
  const join = useMutation({
    mutationFn: () => {
      const { treatment, phone } = who
      const what = present
        ? { appointment: present._id }
        : { treatment, phone, ...childFields(who) }
      const why = urgent.trim() === '' ? {} : { urgent: urgent.trim() }
      return send(joinWaitlist, {
        body: { family: id, ...what, ...preferences, weekdays: [...preferences.weekdays], ...why },
      })
    },
    onSuccess: () => {
      toast.success(`${name} is on the waiting list`)
      onDone(preferences.from)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: WAITLIST_KEY }),
  })
  return (
    <CheckedForm aria-labelledby={titleId} className="grid gap-5" onSubmit={() => join.mutate()}>
      <h2 id={titleId} className="text-2xl wrap-anywhere">
        Add <bdi>{name}</bdi> to the waiting list
      </h2>
      <p className="text-muted">
        {hasAccount && isReachable
          ? 'The family gets an email when a time it wants becomes free.'
          : 'Emails don’t reach this family: offer it times here, and call.'}
      </p>
      {toCome.length > 0 && (
        <SelectField
          label="Waits for"
          placeholder="Choose one"
          options={[NEW, ...toCome.map(({ label }) => label)]}
          hint="An appointment moves when a sooner time is accepted."
          value={sooner}
          onChange={({ target }) => setSooner(target.value)}
        />
      )}
      {!present && <WhoFields who={who} patients={children} isDesk onChange={setWho} />}
      <PreferenceFields
        preferences={preferences}
        today={today}
        treatment={(present?.treatment ?? who.treatment) || undefined}
        onChange={setPreferences}
      />
      <TextField
        label="Why it is urgent (optional)"
        hint="With a reason, the family is offered times before families that aren’t urgent."
        maxLength={300}
        value={urgent}
        onChange={({ target }) => setUrgent(target.value)}
      />
      {join.isError && <FormAlert>{join.error.message}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={join.isPending}>
          Add to the list
        </Button>
        <Button look="quiet" onClick={() => onDone()}>
          Cancel
        </Button>
      </div>
    </CheckedForm>
  )
}
