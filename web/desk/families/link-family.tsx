import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMinute } from '#contract/booking/slots.ts'
import type { Family, LinkPreview } from '#contract/families/families.ts'
import { linkFamily } from '#contract/families/families-calls.ts'
import { describeChild } from '#contract/patients/patients.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { FAMILIES_KEY } from '#web/desk/patients/families-api.ts'
import { sendOrRefusal } from '#web/lib/api/send.ts'

interface LinkFamilyProps {
  id: string
  preview: LinkPreview
  /** Set while the account has not confirmed yet. */
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
        <bdi>{account.name}</bdi> ({account.email}) has verified it. Link this family to it, so that
        they see their appointments online. They confirm it in their account first.
      </p>
      {proposed ? (
        <p className="font-bold">
          Waiting for <bdi>{account.name}</bdi> to confirm, since{' '}
          <Instant at={proposed.at} as="day" />
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

/** The child becomes a new child of the account. */
const NEW = ''

interface LinkDialogProps extends Omit<LinkFamilyProps, 'proposed'> {
  onClose: () => void
}

function LinkDialog({ id, preview, onClose }: LinkDialogProps) {
  const queries = useQueryClient()
  const [shown, setShown] = useState(preview)
  const { account, moving, conflicts, children, accountChildren } = shown
  // Staff decide; the suggestion is a child with the same name and birth date.
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const sameAs = (child: LinkPreview['children'][number]) => chosen[child._id] ?? child.same ?? NEW
  const linking = useMutation({
    mutationFn: () =>
      sendOrRefusal(linkFamily, {
        params: { id },
        body: {
          account: account._id,
          appointments: moving.map(({ _id }) => _id),
          children: children.map((child) => ({ child: child._id, same: sameAs(child) || null })),
        },
      }),
    onSuccess: (result) => {
      void queries.invalidateQueries({ queryKey: FAMILIES_KEY })
      if ('state' in result) {
        toast.success(`We emailed ${account.name} to confirm`)
        onClose()
        return
      }
      if (result.preview) setShown(result.preview)
    },
  })
  const refusal = linking.data && 'message' in linking.data ? linking.data : linking.error
  return (
    <Dialog open title={`Link to ${account.name}`} busy={linking.isPending} onClose={onClose}>
      <div className="grid gap-4">
        <p>
          {moving.length === 0
            ? 'This family has no appointments. Its children and later appointments will be the account’s.'
            : `These appointments and the children become the account’s, once ${account.name} has confirmed. An admin can undo it.`}
        </p>
        <Times appointments={moving} label="Appointments that move" />
        {children.length > 0 && (
          <fieldset className="grid gap-3">
            <legend className="font-bold">Whose are the children?</legend>
            {children.map((child) => (
              <label key={child._id} className="grid gap-1">
                <span>{describeChild(child)} is</span>
                <select
                  className="field field-choice"
                  value={sameAs(child)}
                  disabled={linking.isPending}
                  onChange={({ target }) => setChosen({ ...chosen, [child._id]: target.value })}
                >
                  <option value={NEW}>a further child of {account.name}</option>
                  {accountChildren.map(({ _id, name, birthDate }) => (
                    <option key={_id} value={_id}>
                      the same as {describeChild({ name, birthDate })}
                    </option>
                  ))}
                </select>
              </label>
            ))}
          </fieldset>
        )}
        {conflicts.length > 0 && (
          <FormAlert>
            <p>
              The account already has the same treatment that day, or another appointment at that
              time. Cancel or move one of each first:
            </p>
            <Times appointments={conflicts} label="Appointments in conflict" />
          </FormAlert>
        )}
        {refusal && <FormAlert>{refusal.message}</FormAlert>}
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
  const formatDay = useDayFormat()
  if (appointments.length === 0) return null
  return (
    <ul aria-label={label} className="max-h-60 overflow-y-auto">
      {appointments.map(({ _id, date, startMinute, treatment }) => (
        <li key={_id}>
          {formatDay(date)}, {formatMinute(startMinute)}, {treatment}
        </li>
      ))}
    </ul>
  )
}
