import * as z from 'zod/mini'

// All records of the clinic as files: docs/requirements.md#moving-out.

/** Grows when a file or a column of the export is renamed, removed or means something else. */
export const EXPORT_VERSION = 1

/** Why an admin downloads the records; for the audit log. */
export const exportReason = z.enum(
  ['other_system', 'own_copy', 'asked', 'other'],
  'Choose a reason',
)
export type ExportReason = z.infer<typeof exportReason>

export const EXPORT_REASONS: Record<ExportReason, string> = {
  other_system: 'The clinic moves to another system',
  own_copy: 'The clinic keeps a copy',
  asked: 'An authority or a court asks for it',
  other: 'Another reason',
}

/** `POST /exports` */
export const newExport = z.strictObject({
  reason: exportReason,
  /** Include what staff wrote: notes and reasons. */
  notes: z._default(z.boolean(), false),
  /** Include the alerts of children. */
  alerts: z._default(z.boolean(), false),
})
export type NewExport = z.infer<typeof newExport>
