import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type {
  SiblingsEvent,
  siblingsBookingMachine,
} from '#machines/siblings-booking/siblings-booking-machine.ts'
import { useSiblingsActor } from '../flow/booking-provider.tsx'

type SiblingsSnapshot = SnapshotFrom<typeof siblingsBookingMachine>

/** The running machine for siblings, for sending events. The siblings' screens exist only while it runs. */
export function useSiblingsRef() {
  const actor = useSiblingsActor()
  if (!actor) throw new Error('No siblings are booked for')
  return actor
}

/** Reads the running machine of siblings. */
export function useSiblings<Selected>(select: (snapshot: SiblingsSnapshot) => Selected): Selected {
  return useSelector(useSiblingsRef(), select)
}

/** Whether the booking for siblings accepts the event now. */
export function useSiblingsCan(event: SiblingsEvent): boolean {
  return useSiblings((snapshot) => snapshot.can(event))
}
