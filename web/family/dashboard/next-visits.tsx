import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatDays, formatFullDay } from '#contract/dates.ts'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import * as calls from '#contract/next-visits/next-visits-calls.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Fold } from '#web/components/fold.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { useClinic } from '#web/lib/clinic.tsx'

const OPEN_KEY = ['next-visits', 'open']

/** The visits that the clinic asks the family to book: docs/requirements.md#next-visits. */
export default function NextVisits() {
  const query = useQuery({
    queryKey: OPEN_KEY,
    queryFn: ({ signal }) => send(calls.listNextVisits, { query: {}, signal }),
    staleTime: 0,
  })
  return (
    <Loaded query={query} what="visits to book">
      {(visits) =>
        visits.length > 0 && (
          <section aria-labelledby="next-visits" className="grid gap-4">
            <h2 id="next-visits" className="text-2xl">
              Time to book
            </h2>
            {visits.map((visit) => (
              <VisitCard key={visit._id} visit={visit} />
            ))}
          </section>
        )
      }
    </Loaded>
  )
}

function VisitCard({ visit }: { visit: NextVisit }) {
  const { child, treatment, doctor, from, to, note } = visit
  return (
    <Card className="grid gap-3">
      <h3 className="text-xl wrap-anywhere">
        <BreakAfterSlash text={treatment.name} /> for <bdi>{child.name}</bdi>
      </h3>
      <p>
        {formatDays(from, to)}
        {doctor && `, with ${doctor.name}`}
      </p>
      {note && <p className="wrap-anywhere">{note}</p>}
      <HowToBook visit={visit} />
      <Answers visit={visit} />
    </Card>
  )
}

function HowToBook({
  visit: { _id, canBook, atDesk, opensOn, treatment, child },
}: {
  visit: NextVisit
}) {
  const { phone } = useClinic()
  if (canBook) {
    return (
      <p>
        <ButtonLink
          to={`/appointment?ticket=${_id}`}
          aria-label={`Choose a time: ${treatment.name} for ${child.name}`}
        >
          Choose a time
        </ButtonLink>
      </p>
    )
  }
  if (atDesk) return <p className="font-bold">To book, call us at {phone}.</p>
  if (opensOn) return <p>It can be booked from {formatFullDay(opensOn)} on.</p>
  return <p>A guardian who may book for {child.name} can book it.</p>
}

/** What else the family can say: that it was elsewhere, or is not for them. Both can be taken back. */
function Answers({ visit }: { visit: NextVisit }) {
  const { _id: id, treatment } = visit
  const queries = useQueryClient()
  const [month, setMonth] = useState('')
  const reload = () => queries.invalidateQueries({ queryKey: OPEN_KEY })
  const undo = async () => {
    try {
      await send(calls.reopenNextVisit, { params: { id } })
    } catch {
      toast.error('We couldn’t take that back. Please call us.')
    }
    await reload()
  }
  const answering = useMutation({
    mutationFn: (elsewhere: string | null) =>
      elsewhere === null
        ? send(calls.declineNextVisit, { params: { id } })
        : send(calls.sayDoneElsewhere, { params: { id }, body: { month: elsewhere } }),
    onSuccess: () => {
      toast.success(`${treatment.name} is no longer listed`, {
        label: 'Undo',
        run: () => void undo(),
      })
      return reload()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    answering.mutate(month)
  }
  return (
    <Fold title="Not now?">
      <div className="grid gap-4 pt-2">
        {answering.error && <FormAlert>{answering.error.message}</FormAlert>}
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <TextField
            label="It was elsewhere, in (year-month)"
            type="month"
            required
            pattern="\d{4}-\d{2}"
            placeholder="2027-03"
            value={month}
            onChange={({ target }) => setMonth(target.value)}
          />
          <Button type="submit" look="secondary" busy={answering.isPending}>
            Done elsewhere
          </Button>
        </form>
        <p>
          <Button
            look="quiet"
            disabled={answering.isPending}
            onClick={() => answering.mutate(null)}
          >
            Not for us
          </Button>
        </p>
      </div>
    </Fold>
  )
}
