import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { LinkPreview } from '#contract/front-desk/families.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { toast } from '#web/components/toasts.tsx'
import { AGENDA_KEY } from '../agenda/agenda-api.ts'
import { familyPage } from '../booking/booked-family.ts'
import { FAMILIES_KEY, linkFamily } from './families-api.ts'

interface LinkFamilyProps {
  id: string
  preview: LinkPreview
}

/** Offers to link a family to the account with its verified email: docs/requirements.md#linking. */
export function LinkFamily({ id, preview }: LinkFamilyProps) {
  const [open, setOpen] = useState(false)
  const { account } = preview
  return (
    <Card className="mt-6 grid gap-3">
      <h2 className="text-xl">There is an account with this email</h2>
      <p className="[overflow-wrap:anywhere]">
        {account.name} ({account.email}) has verified it. Link this family to it, so that they see
        their appointments online.
      </p>
      <div>
        <Button look="secondary" onClick={() => setOpen(true)}>
          Link to the account
        </Button>
      </div>
      {open && <LinkDialog id={id} preview={preview} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function LinkDialog({ id, preview, onClose }: LinkFamilyProps & { onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [shown, setShown] = useState(preview)
  const [problem, setProblem] = useState<string | null>(null)
  const { account, moving, conflicts } = shown
  const linking = useMutation({
    mutationFn: () =>
      linkFamily(id, { account: account._id, appointments: moving.map(({ _id }) => _id) }),
    onMutate: () => setProblem(null),
    onError: ({ message }) => setProblem(message),
    onSuccess: async (result) => {
      for (const queryKey of [AGENDA_KEY, FAMILIES_KEY]) {
        void queries.invalidateQueries({ queryKey })
      }
      if ('linked' in result) {
        toast.success('The family is linked')
        await navigate(familyPage({ id: result.linked }), { replace: true })
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
            : `These appointments become the account’s, and ${account.name} sees them online. This cannot be undone.`}
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
          Link
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
