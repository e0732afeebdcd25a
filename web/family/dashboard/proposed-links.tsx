import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatMinute } from '#contract/booking/slots.ts'
import { formatFullDay } from '#contract/dates.ts'
import type { ProposedLink } from '#contract/families/family-links.ts'
import {
  confirmFamilyLink,
  declineFamilyLink,
  listFamilyLinks,
} from '#contract/families/family-links-calls.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'

/** The front desk's bookings for this email, to be confirmed: docs/requirements.md#linking. */
export default function ProposedLinks({ email }: { email: string }) {
  const query = useQuery({
    queryKey: ['family-links', email],
    queryFn: ({ signal }) => send(listFamilyLinks, { signal }),
    staleTime: 0,
  })
  return (
    <Loaded query={query} what="what the front desk has booked for you">
      {(links) =>
        links.map((link) => <ProposedLinkCard key={link._id} link={link} email={email} />)
      }
    </Loaded>
  )
}

function ProposedLinkCard({ link, email }: { link: ProposedLink; email: string }) {
  const { _id, familyName, appointments } = link
  const queries = useQueryClient()
  const answer = useMutation({
    mutationFn: async (isTheirs: boolean) => {
      await send(isTheirs ? confirmFamilyLink : declineFamilyLink, { params: { id: _id } })
      return isTheirs
    },
    onSuccess: (isTheirs) => {
      toast.success(isTheirs ? 'The appointments are in your account' : 'Thanks for telling us')
      for (const queryKey of [
        ['appointments', email],
        ['family-links', email],
      ]) {
        void queries.invalidateQueries({ queryKey })
      }
    },
  })
  return (
    <section aria-label="Booked by our front desk">
      <Card className="grid gap-3">
        <h2 className="text-xl">Are these appointments yours?</h2>
        <p className="[overflow-wrap:anywhere]">
          Our front desk has booked for{' '}
          <strong>
            <bdi>{familyName}</bdi>
          </strong>{' '}
          with your email address. Confirm to see everything in your account.
        </p>
        {appointments.length > 0 && (
          <ul
            aria-label="Appointments to confirm"
            className="max-h-60 list-disc overflow-y-auto pl-5"
          >
            {appointments.map(({ date, startMinute }) => (
              <li key={`${date} ${startMinute}`}>
                {formatFullDay(date)}, {formatMinute(startMinute)}
              </li>
            ))}
          </ul>
        )}
        {answer.error && <FormAlert>{answer.error.message}</FormAlert>}
        <div className="flex flex-wrap gap-3">
          <Button
            busy={answer.isPending && answer.variables}
            disabled={answer.isPending}
            onClick={() => answer.mutate(true)}
          >
            They are mine
          </Button>
          <Button
            look="secondary"
            busy={answer.isPending && !answer.variables}
            disabled={answer.isPending}
            onClick={() => answer.mutate(false)}
          >
            Not mine
          </Button>
        </div>
      </Card>
    </section>
  )
}
