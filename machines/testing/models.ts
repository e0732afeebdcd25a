import type { AnyStateMachine } from 'xstate'
import { walkAbsenceMachine } from './absence/absence-model.ts'
import { walkAttendanceMachine } from './attendance/attendance-model.ts'
import { walkAuthMachine } from './auth/auth-model.ts'
import { walkBookingMachine } from './booking/booking-model.ts'
import { walkClaimMachine } from './claim/claim-model.ts'
import { walkClosureMachine } from './closure/closure-model.ts'
import { walkEmailConfirmationMachine } from './email-confirmation/email-confirmation-model.ts'
import { walkImportMachine } from './import/import-model.ts'
import { walkInvitationMachine } from './invitation/invitation-model.ts'
import { walkNextVisitMachine } from './next-visit/next-visit-model.ts'
import { walkOfferMachine } from './offer/offer-model.ts'
import { walkOpeningMachine } from './opening/opening-model.ts'
import { walkPasswordResetMachine } from './password-reset/password-reset-model.ts'
import { walkPaymentMachine } from './payment/payment-model.ts'
import { walkChangeMachine } from './reschedule/reschedule-model.ts'
import { walkSecondFactorMachine } from './second-factor/second-factor-model.ts'
import { walkSeriesBookingMachine } from './series-booking/series-booking-model.ts'
import { walkSiblingsBookingMachine } from './siblings-booking/siblings-booking-model.ts'
import type { Walk } from './tours.ts'

/** Takes a walk on a flow's machine, or on a changed one, by the flow's name. */
export const models: Record<string, (walk: Walk, machine?: AnyStateMachine) => Promise<void>> = {
  auth: walkAuthMachine,
  'second-factor': walkSecondFactorMachine,
  'email-confirmation': walkEmailConfirmationMachine,
  'password-reset': walkPasswordResetMachine,
  invitation: walkInvitationMachine,
  claim: walkClaimMachine,
  booking: walkBookingMachine,
  'siblings-booking': walkSiblingsBookingMachine,
  'series-booking': walkSeriesBookingMachine,
  payment: walkPaymentMachine,
  offer: walkOfferMachine,
  'next-visit': walkNextVisitMachine,
  reschedule: walkChangeMachine,
  attendance: walkAttendanceMachine,
  absence: walkAbsenceMachine,
  closure: walkClosureMachine,
  opening: walkOpeningMachine,
  import: walkImportMachine,
}
