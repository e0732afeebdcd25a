import type { QueryClient } from '@tanstack/react-query'
import type { Appointment } from '#contract/booking/appointments.ts'
import { parseSlotEnd, parseSlotStart } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import { bookableChildren } from '#contract/guardians/children.ts'
import type { SharedAppointment } from '#contract/guardians/guardians.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { isSlotStillFree } from '#machines/booking/booking-context.ts'
import type { Choices } from '#machines/choices.ts'
import { appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { canOpen, sharedAppointmentsOptions } from '#web/both/appointments/shared-appointments.ts'
import { childrenOptions } from '#web/both/children/children-api.ts'

type Known = Appointment | SharedAppointment

/**
 * Ids of appointments that the family already has at the chosen time, for the patients in the address.
 * Without a patient in the address, a free time counts as meant for another child. Throws `ApiError`.
 * @param treatments of the day, as just loaded
 */
export async function findOwn(
  queries: QueryClient,
  email: string,
  { choices, treatments }: { choices: Choices; treatments: readonly Treatment[] },
): Promise<readonly string[]> {
  const { date, slot, siblings, child } = choices
  if (slot === null) return []
  const { own, shared } = await queries.query({ ...appointmentsOptions(email), staleTime: 0 })
  const others = shared > 0 ? await queries.query(sharedAppointmentsOptions(email)) : []
  const day = formatWireDate(date)
  const known = [...own, ...others].filter(
    (one) => one.status === 'booked' && one.date === day && canOpen(one),
  )
  const nameOf = (id: string | null) => treatments.find(({ _id }) => _id === id)?.name
  const isOf = (one: Known, treatment: string | null) => one.treatment === nameOf(treatment)

  if (siblings) {
    const found = siblings.map((wanted) =>
      known.find(
        (one) =>
          one.child?._id === wanted.child && isOf(one, wanted.treatment) && isWithin(one, slot),
      ),
    )
    return found.every((one) => one !== undefined) ? found.map(({ _id }) => _id) : []
  }
  const atTime = known.filter((one) => one.slot === slot && isOf(one, choices.treatment))
  if (child !== undefined) return idsOf(atTime.filter((one) => (one.child?._id ?? null) === child))
  const treatment = treatments.find(({ _id }) => _id === choices.treatment) ?? null
  if (atTime.length > 0 && isSlotStillFree({ ...choices, treatment })) {
    const children = bookableChildren(await queries.query(childrenOptions(email)))
    const has = new Set(atTime.map((one) => one.child?._id))
    if (children.some(({ _id }) => !has.has(_id))) return []
  }
  return idsOf(atTime)
}

const idsOf = (found: readonly Known[]) => found.map(({ _id }) => _id)

/** Whether an appointment lies in the time of a block. */
function isWithin({ slot }: Known, block: string): boolean {
  return parseSlotStart(slot) >= parseSlotStart(block) && parseSlotEnd(slot) <= parseSlotEnd(block)
}
