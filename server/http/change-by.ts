import type { Services } from './services.ts'

/** The author of a change and its time: by the clinic's clock, and on its day. */
export function changeBy(
  { clinicClock }: Pick<Services, 'clinicClock'>,
  { uid: actor }: { uid: string },
) {
  return { actor, now: clinicClock.now(), moment: clinicClock.moment() }
}
