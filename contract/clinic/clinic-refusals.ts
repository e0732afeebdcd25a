import { refusing } from '../refusals/refusals.ts'
import { stale } from '../refusals/shared-refusals.ts'
import * as clinic from './clinic-calls.ts'

// The one with a refusal of its own, below, takes the place of the call of the same name.
export * from './clinic-calls.ts'

export const changeClinicSettings = refusing(clinic.changeClinicSettings, stale)
