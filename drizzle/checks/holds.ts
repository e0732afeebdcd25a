import type { Database } from '../client.ts'

/**
 * Compares the waiting list's offers with their holds: an open offer holds its time alone, any other offer
 * holds nothing.
 * @returns the differences; empty in a healthy database
 */
export function findHoldErrors(db: Database): string[] {
  return db.$client
    .prepare<[], { error: string; id: string }>(
      `select 'two holds' as error, one.offer_id as id from holds one join holds other
         on other.date = one.date and other.id <> one.id
         and coalesce(other.doctor_id, other.treatment_id) = coalesce(one.doctor_id, one.treatment_id)
         and other.start_minute < one.start_minute + one.length_minutes
         and other.start_minute + other.length_minutes > one.start_minute
       union all select 'held and booked', hold.offer_id from holds hold join appointments other
         on other.date = hold.date and other.status = 'booked'
         and coalesce(other.doctor_id, other.treatment_id) = coalesce(hold.doctor_id, hold.treatment_id)
         and other.start_minute < hold.start_minute + hold.length_minutes
         and other.start_minute + other.length_minutes > hold.start_minute
       union all select 'open without hold', id from offers
         where state = 'open' and id not in (select offer_id from holds)
       union all select 'held without offer', offer_id from holds
         where offer_id not in (select id from offers where state = 'open')
       union all select 'offer of an ended entry', offers.id from offers
         join waitlist_entries entry on entry.id = entry_id where offers.state = 'open' and entry.state = 'ended'
       union all select 'accepted without appointment', id from offers
         where state = 'accepted' and appointment_id is null
       union all select 'two open offers', entry_id from offers
         where state = 'open' group by entry_id having count(*) > 1`,
    )
    .all()
    .map(({ error, id }) => `${error}: ${id}`)
}
