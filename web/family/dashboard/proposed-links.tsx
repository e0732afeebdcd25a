import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ProposedLink } from '#contract/families/family-links.ts'
import {
  confirmFamilyLink,
  declineFamilyLink,
  listFamilyLinks,
} from '#contract/families/family-links-calls.ts'
import { formats } from '#contract/formats/formats.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import * as words from '#words/en/visits/proposed-links.ts'
import * as sentences from '#words/en/visits/proposed-links-sentences.tsx'

/** The front desk's bookings for this email, to be confirmed: docs/requirements.md#linking. */
export default function ProposedLinks({ email }: { email: string }) {
  const query = useQuery({
    queryKey: ['family-links', email],
    queryFn: ({ signal }) => send(listFamilyLinks, { signal }),
    staleTime: 0,
  })
  return (
    <Loaded
      query={query}
      what={{ loading: words.loadingProposed, failed: words.proposedDidNotLoad }}
    >
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
      toast.success(isTheirs ? words.nowInYourAccount : words.thanksForTelling)
      for (const queryKey of [
        ['appointments', email],
        ['family-links', email],
      ]) {
        void queries.invalidateQueries({ queryKey })
      }
    },
  })
  return (
    <section aria-label={words.bookedByDesk}>
      <Card className="grid gap-3">
        <h2 className="text-xl">{words.areTheseYours}</h2>
        <p className="[overflow-wrap:anywhere]">
          {sentences.deskHasBooked(
            <strong>
              <bdi>{familyName}</bdi>
            </strong>,
          )}
        </p>
        {appointments.length > 0 && (
          <ul aria-label={words.toConfirm} className="max-h-60 list-disc overflow-y-auto ps-5">
            {appointments.map(({ date, startMinute }) => (
              <li key={`${date} ${startMinute}`}>
                {formats.fullDay(date)}, {formats.minute(startMinute)}
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
            {words.theyAreMine}
          </Button>
          <Button
            look="secondary"
            busy={answer.isPending && !answer.variables}
            disabled={answer.isPending}
            onClick={() => answer.mutate(false)}
          >
            {words.notMine}
          </Button>
        </div>
      </Card>
    </section>
  )
}
