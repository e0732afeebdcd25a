import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Family } from '#contract/families/families.ts'
import { removeFamily } from '#contract/families/families-calls.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { FormSpinner } from '#web/components/states/loading.tsx'
import { toast } from '#web/components/toasts.tsx'
import { FAMILIES_KEY } from '#web/desk/patients/families-api.ts'
import { send } from '#web/lib/api/send.ts'

// Loaded when needed, because most visits of the page change nothing.
const editFamily = componentChunk(() => import('./edit-family.tsx'))

/** The buttons that edit and remove a family without an account. */
export function DeskFamilyButtons({ family }: { family: Family }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <Button look="secondary" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
        Edit details
      </Button>
      {family.appointments.length === 0 && <RemoveButton family={family} />}
      {isEditing && (
        <LazyComponent
          chunk={editFamily}
          props={{ family, onClose: () => setEditing(false) }}
          waiting={<FormSpinner />}
        />
      )}
    </>
  )
}

function RemoveButton({ family: { _id: id, name } }: { family: Family }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const removing = useMutation({
    mutationFn: () => send(removeFamily, { params: { id } }),
    onSuccess: async () => {
      toast.success(`${name} removed`)
      await navigate('/dashboard/families', { replace: true })
      queries.removeQueries({ queryKey: FAMILIES_KEY })
    },
  })
  return (
    <>
      <Button look="quiet" className="min-h-11 px-4" onClick={() => setAsking(true)}>
        Remove family
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={`Remove ${name}?`}
        detail="The family has no appointments. This can’t be undone."
        confirmLabel="Remove family"
        cancelLabel="Keep family"
        error={removing.error?.message}
        busy={removing.isPending}
        onConfirm={() => removing.mutate()}
        onCancel={() => {
          removing.reset()
          setAsking(false)
        }}
      />
    </>
  )
}
