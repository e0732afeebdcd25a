import type { Impact } from '#contract/schedule/schedule.ts'
import {
  type ClosureContext,
  closureMachine,
  type ScheduleDraft,
} from '#machines/closure/closure-machine.ts'
import { OFFLINE } from '../offline.ts'
import { done, failed, type TourOptions, walksThrough } from '../tours.ts'

/** What a walk closes, and who it affects. */
export interface ClosureCase {
  draft: Extract<ScheduleDraft, { kind: 'closure' }>
  impact: Impact
  /** When an appointment was canceled meanwhile. */
  lessImpact: Impact
}

const affected = (id: string, slot: string) => ({
  _id: id,
  version: 0,
  date: '2026-12-24',
  slot,
  treatment: 'Allergy Testing',
  doctor: null,
  family: 'family',
  patientName: 'Paula Parent',
  email: 'parent@example.com',
  phone: '+1 555 0100',
  dialablePhone: null,
  paid: false,
  price: 110,
})

const [first, second] = [
  affected('01890a5d-ac96-774b-bcce-b302099a8057', '09:00 AM - 09:30 AM'),
  affected('01890a5d-ac96-774b-bcce-b302099a8058', '10:00 AM - 10:30 AM'),
]

export const christmasEve: ClosureCase = {
  draft: {
    kind: 'closure',
    closure: {
      fromDate: '2026-12-24',
      toDate: '2026-12-24',
      fromMinute: 0,
      toMinute: 1440,
      reason: 'Christmas Eve',
    },
  },
  impact: {
    notTold: [],
    fingerprint: 'of both',
    total: 2,
    families: 1,
    paid: 0,
    refund: 0,
    appointments: [first, second],
    reoffer: {
      fingerprint: 'of both and their times',
      untilAt: { date: '2026-12-02', minute: 18 * 60 },
      total: 1,
      times: [{ _id: first._id, date: '2026-12-31', slot: first.slot, doctor: null }],
    },
  },
  lessImpact: {
    notTold: [],
    fingerprint: 'of one',
    total: 1,
    families: 1,
    paid: 0,
    refund: 0,
    appointments: [second],
  },
}

/** What the server does to the affected appointments. */
function appliedAs({ decision, impact }: ClosureContext) {
  const { total = 0, reoffer } = impact ?? {}
  const reoffered = reoffer?.total ?? 0
  const nothing = { kind: 'applied', cancelled: 0, refunded: 0 }
  if (decision === 'reoffer') return { ...nothing, cancelled: total - reoffered, reoffered }
  return decision === 'cancel' ? { ...nothing, cancelled: total } : nothing
}

const REFUSED = 'This time is closed already: “Training”.'

/** Everything that can happen in the flow, with one payload for each way it can go. */
export const closureCases =
  ({ draft, impact, lessImpact }: ClosureCase) =>
  (context: ClosureContext) => [
    { type: 'change.preview', draft },
    { type: 'change.edit' },
    { type: 'change.apply', decision: 'keep' },
    { type: 'change.apply', decision: 'cancel' },
    { type: 'change.apply', decision: 'reoffer' },
    { type: 'change.another' },
    ...done('previewChange', impact),
    ...failed('previewChange', OFFLINE),
    ...done(
      'applyChange',
      appliedAs(context),
      { kind: 'outdated', impact: lessImpact },
      { kind: 'refused', message: REFUSED },
    ),
    ...failed('applyChange', OFFLINE),
  ]

/** Walks that take every transition of the closure machine. */
export const closureWalks = (
  of: ClosureCase = christmasEve,
  options?: TourOptions<ClosureContext>,
) => walksThrough(closureMachine, closureCases(of), { ...options })
