import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '#contract/count.ts'
import type { Family } from '#contract/families/families.ts'
import { undoFamilyLink } from '#contract/families/family-links-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { toast } from '#web/components/toasts.tsx'
import { refreshFamilies } from '#web/desk/patients/families-api.ts'
import { send } from '#web/lib/api/send.ts'
import { useSession } from '#web/lib/use-session.ts'

type LinkedFamily = Family['linked'][number]

/** The families whose appointments moved to the account; admins can undo that. */
export function LinkedFamilies({ linked }: { linked: readonly LinkedFamily[] }) {
  const isAdmin = useSession()?.user.role === 'admin'
  const [undone, setUndone] = useState<LinkedFamily | null>(null)
  return (
    <Card className="mt-6 grid gap-3">
      <h2 className="text-xl">Linked to this account</h2>
      <ul className="grid gap-2">
        {linked.map((link) => (
          <li
            key={link._id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 [overflow-wrap:anywhere]"
          >
            <span>
              <strong>
                <bdi>{link.name}</bdi>
              </strong>
              , {count(link.appointments, 'appointment')}, since <Instant at={link.at} as="day" />
            </span>
            {isAdmin && (
              <Button
                look="secondary"
                aria-label={`Undo the link of ${link.name}`}
                onClick={() => setUndone(link)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!isAdmin && <p className="text-muted">If a link is wrong, an admin can undo it here.</p>}
      {undone && <UndoDialog link={undone} onClose={() => setUndone(null)} />}
    </Card>
  )
}

function UndoDialog({ link, onClose }: { link: LinkedFamily; onClose: () => void }) {
  const queries = useQueryClient()
  const undoing = useMutation({
    mutationFn: () => send(undoFamilyLink, { params: { id: link._id } }),
    onSuccess: ({ appointments }) => {
      void refreshFamilies(queries)
      const verb = appointments === 1 ? 'is' : 'are'
      toast.success(`${count(appointments, 'appointment')} ${verb} ${link.name}’s again`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      title={`Undo the link of ${link.name}?`}
      busy={undoing.isPending}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p>
          Their appointments and what they paid at the desk leave this account, and the family is
          one without an account again. What the account has booked itself stays.
        </p>
        {undoing.error && <FormAlert>{undoing.error.message}</FormAlert>}
        <Button busy={undoing.isPending} onClick={() => undoing.mutate()}>
          Undo the link
        </Button>
      </div>
    </Dialog>
  )
}
