import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMinute } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { Family, LinkPreview } from '#contract/front-desk/families.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { LocalDay } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { FAMILIES_KEY, proposeLink } from './families-api.ts'

interface LinkFamilyProps {
  id: string
  preview: LinkPreview
  /** The account has yet to confirm. */
  proposed: Family['proposed']
}

/** Offers to link a family to the account with its verified email: docs/requirements.md#linking. */
export function LinkFamily({ id, preview, proposed }: LinkFamilyProps) {
  const [open, setOpen] = useState(false)
  const { account } = preview
  return (
    <Card className="mt-6 grid gap-3">
      <h2 className="text-xl">There is an account with this email</h2>
      <p className="[overflow-wrap:anywhere]">
        {account.name} ({account.email}) has verified it. Link this family to it, so that they see
        their appointments online. They confirm it in their account first.
      </p>
      {proposed ? (
        <p className="font-bold">
          Waiting for {account.name} to confirm, since <LocalDay instant={proposed.at} />
          {proposed.by !== '' && ` (asked by ${proposed.by})`}.
        </p>
      ) : (
        <div>
          <Button look="secondary" onClick={() => setOpen(true)}>
            Link to the account
          </Button>
        </div>
      )}
      {open && <LinkDialog id={id} preview={preview} onClose={() => setOpen(false)} />}
    </Card>
  )
}

interface LinkDialogProps extends Omit<LinkFamilyProps, 'proposed'> {
  onClose: () => void
}

function LinkDialog({ id, preview, onClose }: LinkDialogProps) {
  const queries = useQueryClient()
  const [shown, setShown] = useState(preview)
  const [problem, setProblem] = useState<string | null>(null)
  const { account, moving, conflicts } = shown
  const linking = useMutation({
    mutationFn: () =>
      proposeLink(id, { account: account._id, appointments: moving.map(({ _id }) => _id) }),
    onMutate: () => setProblem(null),
    onError: ({ message }) => setProblem(message),
    onSuccess: (result) => {
      void queries.invalidateQueries({ queryKey: FAMILIES_KEY })
      if ('state' in result) {
        toast.success(`We emailed ${account.name} to confirm`)
        onClose()
        return
      }
      setProblem(result.message)
      if (result.preview) setShown(result.preview)
    },
  })
  return (
    <Dialog open title={`Link to ${account.name}`} busy={linking.isPending} onClose={onClose}>
      <div className="grid gap-4">
        <p>
          {moving.length === 0
            ? 'This family has no appointments. Later ones will be the account’s.'
            : `These appointments become the account’s, once ${account.name} has confirmed. An admin can undo it.`}
        </p>
        <Times appointments={moving} label="Appointments that move" />
        {conflicts.length > 0 && (
          <FormAlert>
            <p>
              The account already has the same treatment that day, or another appointment at that
              time. Cancel or move one of each first:
            </p>
            <Times appointments={conflicts} label="Appointments in conflict" />
          </FormAlert>
        )}
        {problem !== null && <FormAlert>{problem}</FormAlert>}
        <Button
          busy={linking.isPending}
          disabled={conflicts.length > 0}
          onClick={() => linking.mutate()}
        >
          Ask to confirm
        </Button>
      </div>
    </Dialog>
  )
}

function Times({ appointments, label }: { appointments: LinkPreview['moving']; label: string }) {
  if (appointments.length === 0) return null
  return (
    <ul aria-label={label} className="max-h-60 overflow-y-auto">
      {appointments.map(({ _id, date, startMinute, treatment }) => (
        <li key={_id}>
          {formatWireDate(date)}, {formatMinute(startMinute)}, {treatment}
        </li>
      ))}
    </ul>
  )
}
