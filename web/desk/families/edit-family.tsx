import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Family, NewFamily } from '#contract/families/families.ts'
import { changeFamily } from '#contract/families/families-calls.ts'
import { Card } from '#web/components/card.tsx'
import { toast } from '#web/components/toasts.tsx'
import { refreshFamilies } from '#web/desk/patients/families-api.ts'
import { send } from '#web/lib/api/send.ts'
import type { Language } from '#words/languages.ts'
import { FamilyForm } from './family-form.tsx'

/** Edits the details of a family without an account. */
export default function EditFamily({ family, onClose }: { family: Family; onClose: () => void }) {
  const queries = useQueryClient()
  const { _id: id, name, email, language: own } = family
  const language: Language = own ?? 'en'
  const phone = family.phone ?? ''
  // The values with which the form opened, even if the page has a newer state meanwhile.
  const [seen] = useState({ name, phone, email, language })
  const saving = useMutation({
    mutationFn: (form: NewFamily) =>
      send(changeFamily, { params: { id }, body: { ...form, seen } }),
    onSuccess: () => {
      toast.success('Family saved')
      onClose()
    },
    onSettled: () => refreshFamilies(queries),
  })
  return (
    <Card className="w-full">
      <h2 className="text-2xl">Edit details</h2>
      <p className="mt-1 text-muted">Upcoming appointments get them, too.</p>
      <FamilyForm
        defaults={{ name, phone, email: email ?? '', language }}
        label="Save"
        busy={saving.isPending}
        error={saving.error?.message}
        onSubmit={(form) => saving.mutate(form)}
        onCancel={onClose}
      />
    </Card>
  )
}
