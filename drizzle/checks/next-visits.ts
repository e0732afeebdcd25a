import type { Database } from '../client.ts'

/**
 * Compares visits that families are asked to book with appointments, children and emails.
 * @returns the differences; empty in a healthy database
 */
export function findNextVisitErrors(db: Database): string[] {
  return db.$client
    .prepare<[], { error: string; id: string }>(
      `select 'booked without an appointment of the child' as error, ticket.id from tickets ticket
         left join appointments visit on visit.id = ticket.appointment_id
         where ticket.state = 'booked' and (visit.status is not 'booked' or visit.child_id is not ticket.child_id)
       union all select 'asked for after its end', id from tickets
         where state not in ('open', 'booked') and next_ask_at is not null
       union all select 'asked for a fourth time', id from tickets where asked > 3
       union all select 'open without a missed appointment', ticket.id from tickets ticket
         join appointments visit on visit.id = ticket.after_appointment_id
         where ticket.state = 'open' and ticket.origin = 'missed' and visit.attendance <> 'no_show'
       union all select 'row asked for a fourth time', child_id from due_items where asked > 3
       union all select 'row asked for, but not due', child_id from due_items
         where state <> 'due' and next_ask is not null
       union all select 'row with the ticket of another child', item.child_id from due_items item
         join tickets ticket on ticket.id = item.ticket_id where ticket.child_id <> item.child_id
       union all select 'call about another child', attempt.id from contact_attempts attempt
         join tickets ticket on ticket.id = attempt.ticket_id where ticket.child_id <> attempt.child_id`,
    )
    .all()
    .map(({ error, id }) => `${error}: ${id}`)
}
