import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { SiteConfig } from '#contract/config/config.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { joinWaitlist } from '#contract/waitlist/waitlist-calls.ts'
import { useKnownContact } from '#web/both/appointments/known-contact.ts'
import { childrenOptions } from '#web/both/children/children-api.ts'
import { useUser } from '#web/both/session/auth-context.ts'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { send } from '#web/lib/api/send.ts'
import * as frame from '#words/en/frame.ts'
import * as words from '#words/en/visits/joining.ts'
import { FreeNow } from './free-now.tsx'
import { anyTime, PreferenceFields, type Preferences } from './preference-fields.tsx'
import { WAITLIST_KEY } from './waitlist-api.ts'
import { childFields, type Who, WhoFields } from './who-fields.tsx'

interface JoinFormProps {
  /**
   * The parameters of the link to the form: a treatment and a day, or an appointment that could be
   * sooner.
   */
  initial: {
    treatment: string | undefined
    date: IsoDate | undefined
    appointment: string | undefined
    until: IsoDate | undefined
  }
  onDone: () => void
}

const DAYS_AROUND = 14

/** The form to wait for a time of a treatment, or for a sooner time than an appointment's. */
export default function JoinForm(props: JoinFormProps) {
  const config = useQuery(configOptions())
  return (
    <Loaded query={config} what={{ loading: frame.loadingTheForm, failed: words.formDidNotLoad }}>
      {({ clinic, offerMinutes }) => (
        <FormOfDay
          {...props}
          today={clinic.today}
          closedWeekdays={clinic.closedWeekdays}
          offerMinutes={offerMinutes}
        />
      )}
    </Loaded>
  )
}

interface ClinicFacts extends Pick<SiteConfig, 'offerMinutes'> {
  /** The clinic's. */
  today: IsoDate
  closedWeekdays: SiteConfig['clinic']['closedWeekdays']
}

function FormOfDay({
  initial,
  onDone,
  today,
  closedWeekdays,
  offerMinutes,
}: JoinFormProps & ClinicFacts) {
  const { email } = useUser()
  const queries = useQueryClient()
  const titleId = useId()
  const isSooner = initial.appointment !== undefined
  const [changed, setChanged] = useState<Preferences>()
  const wanted =
    changed ??
    anyTime(
      isSooner ? today : (initial.date ?? today),
      initial.until ?? dayAfter(initial.date ?? today, DAYS_AROUND),
    )
  const [typed, setWho] = useState<Partial<Who>>({})
  const family = useQuery({ ...childrenOptions(email), enabled: !isSooner })
  const children = (family.data?.children ?? [])
    .filter(({ archived }) => !archived)
    .map(({ _id, name }) => ({ _id, name }))
  const contact = useKnownContact(isSooner ? null : email)
  const only = children.length === 1 ? children.map(({ _id }) => _id) : []
  const { treatment = initial.treatment ?? '', phone = contact?.phone ?? '', ...rest } = typed
  const who: Who = { treatment, phone, children: rest.children ?? only }
  const join = useMutation({
    mutationFn: () => {
      const { address } = contact ?? {}
      const what = isSooner
        ? { appointment: initial.appointment }
        : { treatment, phone, ...(address && { address }), ...childFields(who) }
      return send(joinWaitlist, { body: { ...what, ...wanted, weekdays: [...wanted.weekdays] } })
    },
    onSuccess: () => {
      toast.success(words.onTheList)
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: WAITLIST_KEY }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    join.mutate()
  }
  return (
    <form onSubmit={submit} aria-labelledby={titleId} className="grid gap-5">
      <h2 id={titleId} className="text-2xl">
        {isSooner ? words.tellMeIfSooner : words.joinWaitingList}
      </h2>
      <p className="text-muted">
        {words.whatHappens}
        {isSooner && ` ${words.appointmentStays}`}
        {offerMinutes && ` ${words.timeToAccept(offerMinutes.most, offerMinutes.least)}`}
      </p>
      {(isSooner || treatment) && (
        <FreeNow
          treatment={treatment}
          from={wanted.from}
          to={wanted.to}
          child={who.children.length === 1 ? (who.children[0] ?? null) : null}
          appointment={initial.appointment}
        />
      )}
      {!isSooner && <WhoFields who={who} patients={children} onChange={setWho} />}
      <PreferenceFields
        preferences={wanted}
        today={today}
        treatment={treatment || undefined}
        closedWeekdays={closedWeekdays}
        onChange={setChanged}
      />
      {join.isError && <FormAlert>{join.error.message}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={join.isPending}>
          {words.joinList}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {words.notNow}
        </Button>
      </div>
    </form>
  )
}
