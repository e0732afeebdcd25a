import type { Services } from './services.ts'

/** The author of a change, with the present instant and moment at the clinic. */
export function changeBy(
  { clinicClock }: Pick<Services, 'clinicClock'>,
  { uid: actor }: { uid: string },
) {
  return { actor, now: clinicClock.now(), moment: clinicClock.moment() }
}
