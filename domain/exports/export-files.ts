import type { NewExport } from '#contract/exports/exports.ts'
import type { ExportFile } from './export-file.ts'
import { alerts, children, families, guardians } from './family-files.ts'
import { appointments, notes, pastVisits, receipts, tickets, waitingList } from './visit-files.ts'

/**
 * All files, in the order of the archive. Files that name others' ids come first: what is added during the download
 * is in the later files, so that no id is missing.
 */
export const EXPORT_FILES: readonly ExportFile[] = [
  alerts,
  notes,
  receipts,
  tickets,
  waitingList,
  pastVisits,
  appointments,
  guardians,
  children,
  families,
]

/** The files of an export; alerts and notes only if they are chosen. */
export const filesOf = ({
  notes: withNotes,
  alerts: withAlerts,
}: Pick<NewExport, 'notes' | 'alerts'>) =>
  EXPORT_FILES.filter((file) => (file !== notes || withNotes) && (file !== alerts || withAlerts))
