import { formatSlot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { bookableFrom } from '#domain/next-visits/open-ticket.ts'
import type { SeenTicket } from '#domain/next-visits/read-tickets.ts'
import { toNamed } from '../with-id.ts'

/** A ticket as one user sees it. */
export function toNextVisit(
  { ticket, child, treatment, doctor, appointment, mayBook }: SeenTicket,
  moment: Pick<ClinicMoment, 'today' | 'lastDay'>,
): NextVisit {
  const { fromDate, toDate, state } = ticket
  const atDesk = !treatment.active || treatment.booking === 'desk'
  const isInReach = fromDate <= moment.lastDay
  return {
    _id: ticket.id,
    version: ticket.version,
    state,
    child: { ...toNamed(child), birthDate: child.birthDate },
    treatment: toNamed(treatment),
    doctor: doctor && toNamed(doctor),
    around: ticket.dueDate,
    from: fromDate,
    to: toDate,
    isOver: state === 'open' && toDate < moment.today,
    note: ticket.note,
    mayAnswer: mayBook,
    canBook: state === 'open' && mayBook && !atDesk && isInReach,
    atDesk,
    opensOn: isInReach ? null : bookableFrom(fromDate, moment),
    appointment:
      state === 'booked' && appointment
        ? {
            _id: appointment.id,
            date: formatWireDate(appointment.date),
            slot: formatSlot(appointment),
          }
        : null,
  }
}
