import { METHOD_NAMES, RECEIPT_TITLES } from '#contract/payments/receipts.ts'
import { WEEKDAYS } from '#contract/schedule/schedule.ts'
import { toTimeField } from '#contract/schedule/time-fields.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import {
  listExportedAppointments,
  listExportedNotes,
  listExportedPastVisits,
  listExportedReceipts,
  listExportedTickets,
  listExportedUrgentReasons,
  listExportedWaits,
} from '#drizzle/queries/exports/exported-rows.ts'
import { column, exportFile, importedColumn, pagesAfter, pagesById } from './export-file.ts'
import { dollarsText, instantText, yesNo } from './texts.ts'

/** 'canceled' and 'no-show' are left out by an import. */
function describeState({ status, attendance }: AppointmentRow): string {
  if (status === 'cancelled') return 'canceled'
  return attendance === 'no_show' ? 'no-show' : attendance
}

export const appointments = exportFile<AppointmentRow>(
  {
    name: 'appointments.csv',
    about:
      'Appointments in all states. The import takes the coming ones; as past visits, the others.',
    readAs: 'appointments',
  },
  [
    importedColumn('appointmentId', 'Id of the appointment', ({ id }) => id),
    importedColumn(
      'household',
      'Id of the account or the family that booked; empty once the account was removed',
      ({ patientUid, deskFamilyId }) => patientUid ?? deskFamilyId,
    ),
    importedColumn('childId', 'Id of the child; empty: for the guardian', ({ childId }) => childId),
    importedColumn('childName', 'Name of the child', ({ childName }) => childName),
    importedColumn('birthDate', 'Birth date of the child', ({ childBirthDate }) => childBirthDate),
    importedColumn('guardianName', 'Name of the booker', ({ patientName }) => patientName),
    importedColumn('phone', 'Phone at the booking', ({ phone }) => phone),
    importedColumn('email', 'Email at the booking', ({ email }) => email),
    column('Address', 'Address at the booking', ({ address }) => address),
    importedColumn('date', 'Day, on the clinic’s calendar', ({ date }) => date),
    importedColumn('time', 'Start, 24 hours', ({ startMinute }) => toTimeField(startMinute)),
    importedColumn('minutes', 'Length', ({ lengthMinutes }) => String(lengthMinutes)),
    importedColumn('treatment', 'Treatment, as it was called', ({ treatment }) => treatment),
    importedColumn('doctor', 'Doctor; empty: without one', ({ doctorName }) => doctorName),
    importedColumn('price', 'Price in dollars', ({ priceCents }) => dollarsText(priceCents)),
    importedColumn('status', 'expected, arrived, completed, no-show or canceled', describeState),
    column('Paid', 'Whether it is paid', ({ paid }) => yesNo(paid)),
    column('Billed elsewhere', 'Whether the system before this one bills it', (row) =>
      yesNo(row.billedElsewhere),
    ),
    column('Squeezed in', 'Whether it is beside a taken time', ({ squeezed }) => yesNo(squeezed)),
    column('Booked', 'When it was booked', ({ createdAt }) => instantText(createdAt)),
    column('Canceled', 'When it was canceled', ({ cancelledAt }) => instantText(cancelledAt)),
  ],
  (db) => pagesById(db, listExportedAppointments, ({ id }) => id),
)

export const pastVisits = exportFile<ReturnType<typeof listExportedPastVisits>[number]>(
  {
    name: 'past-visits.csv',
    about: 'Visits that were imported from the system before this one, without money.',
    readAs: 'visits',
  },
  [
    importedColumn('appointmentId', 'Id of the visit', ({ visit }) => visit.id),
    importedColumn('childId', 'Id of the child', ({ child }) => child.id),
    importedColumn('childName', 'Name of the child', ({ child }) => child.name),
    importedColumn('birthDate', 'Birth date of the child', ({ child }) => child.birthDate),
    importedColumn('date', 'Day', ({ visit }) => visit.date),
    importedColumn('treatment', 'Treatment', ({ treatment }) => treatment),
  ],
  (db) => pagesById(db, listExportedPastVisits, ({ visit }) => visit.id),
)

export const waitingList = exportFile<ReturnType<typeof listExportedWaits>[number]>(
  {
    name: 'waiting-list.csv',
    about:
      'Entries of the waiting list, ended ones too. The import takes what has not ended, of children.',
    readAs: 'waits',
  },
  [
    importedColumn('waitId', 'Id of the entry', ({ entry }) => entry.id),
    importedColumn(
      'household',
      'Id of the account or the family',
      ({ entry }) => entry.uid ?? entry.deskFamilyId,
    ),
    importedColumn(
      'childId',
      'Id of the child; empty: for the guardian',
      ({ entry }) => entry.childId,
    ),
    importedColumn('childName', 'Name of the child', ({ child }) => child?.name ?? null),
    importedColumn('treatment', 'Treatment', ({ treatment }) => treatment),
    importedColumn('doctor', 'Doctor; empty: any', ({ doctor }) => doctor),
    importedColumn('from', 'First day', ({ entry }) => entry.fromDate),
    importedColumn('to', 'Last day', ({ entry }) => entry.toDate),
    importedColumn('weekdays', 'Names, with spaces between', ({ entry }) =>
      entry.weekdays.map((day) => WEEKDAYS[day]).join(' '),
    ),
    importedColumn('part', 'any, morning or afternoon', ({ entry }) => entry.part),
    importedColumn('notice', 'How long before its start a time is offered', ({ entry }) =>
      String(entry.noticeMinutes),
    ),
    importedColumn('phone', 'Phone', ({ entry }) => entry.phone),
    importedColumn(
      'appointmentId',
      'The appointment that would move; empty: a new one',
      ({ entry }) => entry.appointmentId,
    ),
    importedColumn(
      'siblings',
      'The same for siblings who wait together',
      ({ entry }) => entry.blockId,
    ),
    importedColumn('rank', '0: the clinic canceled; 1: urgent; 2: all others', ({ entry }) =>
      String(entry.rank),
    ),
    column('State', 'open, paused or ended', ({ entry }) => entry.state),
    importedColumn('joined', 'When', ({ entry }) => instantText(entry.joinedAt)),
    column('Ended', 'When', ({ entry }) => instantText(entry.endedAt)),
  ],
  (db) => pagesById(db, listExportedWaits, ({ entry }) => entry.id),
)

export const tickets = exportFile<ReturnType<typeof listExportedTickets>[number]>(
  { name: 'tickets.csv', about: 'Next visits that the clinic asked families to book.' },
  [
    column('Ticket id', 'Id of the ticket', ({ ticket }) => ticket.id),
    column('Child id', 'Id of the child', ({ child }) => child.id),
    column('Child name', 'Name of the child', ({ child }) => child.name),
    column('Treatment', 'Treatment', ({ treatment }) => treatment),
    column('Doctor', 'Doctor; empty: any', ({ doctor }) => doctor),
    column('Due', 'The day that was asked for', ({ ticket }) => ticket.dueDate),
    column('From', 'First day of its window', ({ ticket }) => ticket.fromDate),
    column('To', 'Last day of its window', ({ ticket }) => ticket.toDate),
    column('Sentence', 'What the family reads', ({ ticket }) => ticket.note),
    column('State', 'open, booked, lapsed, declined, elsewhere or withdrawn', (row) =>
      String(row.ticket.state),
    ),
    column('Origin', 'visit, missed or plan', ({ ticket }) => ticket.origin),
    column(
      'Appointment id',
      'The appointment that was booked with it',
      ({ ticket }) => ticket.appointmentId,
    ),
    column('Opened', 'When', ({ ticket }) => instantText(ticket.openedAt)),
    column('Ended', 'When', ({ ticket }) => instantText(ticket.endedAt)),
  ],
  (db) => pagesById(db, listExportedTickets, ({ ticket }) => ticket.id),
)

type ReceiptDocument = ReturnType<typeof listExportedReceipts>[number]['document']
type ReceiptItem = Pick<ReceiptDocument, 'items'>['items'][number]
interface ReceiptLine {
  document: ReceiptDocument
  item: ReceiptItem
}

export const receipts = exportFile<ReceiptLine>(
  {
    name: 'receipts.csv',
    about: 'Receipts, credit notes and their reversals, a row for each appointment of one.',
  },
  [
    column('Number', 'Number of the document', ({ document }) => document.number),
    column(
      'Document',
      Object.values(RECEIPT_TITLES).join(', '),
      ({ document }) => RECEIPT_TITLES[document.kind],
    ),
    column('Date', 'Day on which the money moved', ({ document }) => document.occurredOn),
    column('Issued', 'Day on which it was issued', ({ document }) => document.issuedOn),
    column(
      'Concerns',
      'Number of the document that it credits or reverses',
      ({ document }) => document.concerns,
    ),
    column(
      'Method',
      Object.values(METHOD_NAMES).join(', '),
      ({ document }) => METHOD_NAMES[document.method],
    ),
    column('Payer', 'Name of the payer', ({ document }) => document.payer.name),
    column('Payer email', 'Email of the payer', ({ document }) => document.payer.email),
    column('Patient', 'Name of the patient', ({ item }) => item.patientName),
    column('Patient birth date', 'Birth date of a child', ({ item }) => item.birthDate ?? null),
    column('Treatment', 'Treatment', ({ item }) => item.treatment),
    column('Appointment', 'Day and time', ({ item }) => `${item.date} ${item.slot}`),
    column('Amount', 'Never negative: the document says whether it was paid or refunded', (row) =>
      dollarsText(row.item.amountCents),
    ),
    column('Currency', 'Currency', ({ document }) => document.currency.toUpperCase()),
    column('Transaction', 'Id of the payment', ({ document }) => document.transactionId),
  ],
  function* (db) {
    const pages = pagesAfter(
      { year: 0, number: 0 },
      (after) => listExportedReceipts(db, after),
      ({ year, number }) => ({ year, number }),
    )
    for (const page of pages) {
      yield page.flatMap(({ document }) => document.items.map((item) => ({ document, item })))
    }
  },
)

interface Note {
  about: string
  id: string
  text: string
}

export const notes = exportFile<Note>(
  {
    name: 'notes.csv',
    about: 'What staff wrote for themselves; only if the admin has chosen it.',
  },
  [
    column(
      'Kind',
      'Note of an appointment, Reason of an appointment outside opening hours, or Reason of an urgent entry of the waiting list',
      ({ about }) => about,
    ),
    column('Id', 'Id of the appointment or the entry', ({ id }) => id),
    column('Text', 'What staff wrote', ({ text }) => text),
  ],
  function* (db) {
    const ofAppointments = pagesById(db, listExportedNotes, ({ id }) => id)
    for (const page of ofAppointments) {
      yield page.flatMap(({ id, note, overrideReason }) => [
        ...(note ? [{ about: 'Note of an appointment', id, text: note }] : []),
        ...(overrideReason
          ? [{ about: 'Reason of an appointment outside opening hours', id, text: overrideReason }]
          : []),
      ])
    }
    const ofEntries = pagesById(db, listExportedUrgentReasons, ({ id }) => id)
    for (const page of ofEntries) {
      yield page.map(({ id, urgentReason }) => ({
        about: 'Reason of an urgent entry of the waiting list',
        id,
        text: urgentReason ?? '',
      }))
    }
  },
)
