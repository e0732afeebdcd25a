import { refusing } from '../refusals/refusals.ts'
import { stale } from '../refusals/shared-refusals.ts'
import * as clinic from './clinic-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './clinic-calls.ts'

export const changeClinicSettings = refusing(clinic.changeClinicSettings, stale)
