import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  EXPORT_REASONS,
  type ExportReason,
  exportReason,
  type NewExport,
} from '#contract/exports/exports.ts'
import { useRecentLoginDialog } from '#web/both/sign-in/recent-login.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CheckedForm } from '#web/components/forms/checked-form.tsx'
import { CheckboxField, SelectField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import { downloadExport } from './download-export.ts'

/** All records of the clinic as files, for admins: docs/requirements.md#moving-out. */
export default function ExportPage() {
  const { run: runRecent, dialog } = useRecentLoginDialog(
    'Please log in again before downloading all records.',
  )
  const [reason, setReason] = useState<ExportReason | ''>('')
  const [notes, setNotes] = useState(false)
  const [alerts, setAlerts] = useState(false)
  const download = useMutation({
    mutationFn: async (chosen: NewExport) => {
      const { file, name } = await runRecent(() => downloadExport(chosen))
      saveFile(file, name)
      return name
    },
  })
  function submit() {
    if (reason !== '' && !download.isPending) download.mutate({ reason, notes, alerts })
  }
  return (
    <>
      <PageTitle>Export</PageTitle>
      <p className="mt-2 mb-6 max-w-2xl text-lg text-muted">
        All records as spreadsheets in one ZIP file: families, children, guardians, appointments,
        past visits, the waiting list, next visits and receipts.
      </p>
      <Card className="max-w-2xl">
        <CheckedForm onSubmit={submit} aria-label="Export" className="grid gap-4">
          <SelectField
            label="Reason"
            hint="It is in the audit log."
            placeholder="Choose a reason"
            required
            value={reason}
            onChange={({ target }) => setReason(exportReason.parse(target.value))}
            options={exportReason.options.map((value) => ({ value, label: EXPORT_REASONS[value] }))}
          />
          <CheckboxField
            label="Include notes of staff"
            hint="Notes of appointments, and reasons that staff gave."
            checked={notes}
            onChange={({ target }) => setNotes(target.checked)}
          />
          <CheckboxField
            label="Include alerts of children"
            hint="Such as allergies and custody."
            checked={alerts}
            onChange={({ target }) => setAlerts(target.checked)}
          />
          <p className="text-muted">
            The file names every family. Keep it where only people who may know them can read it.
            Every admin gets an email about the download.
          </p>
          {download.isError && <FormAlert>{download.error.message}</FormAlert>}
          {download.isSuccess && (
            <FormAlert kind="success">
              {download.data} is complete. Your browser has saved it with your downloads.
            </FormAlert>
          )}
          <div>
            <Button type="submit" busy={download.isPending}>
              Download records
            </Button>
          </div>
        </CheckedForm>
      </Card>
      {dialog}
    </>
  )
}
