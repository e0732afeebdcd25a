import type { Call, CallParts } from '#contract/call.ts'
import { DECLARED_CALLS, routeOf } from '#contract/calls/calls.ts'
import { bookingCosts } from './booking.ts'
import { clinicCosts } from './clinic.ts'
import type { AnyCost, Ask } from './cost.ts'
import type { CostClinic } from './cost-clinic.ts'
import { deskCosts } from './desk.ts'
import { ADMINS, DESK_STAFF, DOCTOR_USER } from './furnish.ts'
import { moneyCosts } from './money.ts'
import { otherCosts } from './other-routes.ts'
import { peopleCosts } from './people.ts'

// The cost of every call. The compiler rejects a declared call without a row and a row without a call;
// `costs.test.ts` compares the other rows with the server's routes.

/** The row of each route: 'GET /treatments/:id'. */
export const COSTS: Record<string, AnyCost> = {
  ...bookingCosts,
  ...peopleCosts,
  ...deskCosts,
  ...moneyCosts,
  ...clinicCosts,
  ...otherCosts,
}

const ACCESS = new Map<string, Call['access']>(
  DECLARED_CALLS.map((call) => [routeOf(call), call.access]),
)

/** The callers of each round: several of each role, so that none reaches the rate limit. */
function callerOf(route: string, { families }: CostClinic, round: number): string | undefined {
  const of = (uids: readonly string[]) => uids[round % uids.length]
  switch (ACCESS.get(route)) {
    case 'user':
      return of(families)
    case 'doctor':
      return DOCTOR_USER
    case 'staff':
    case 'care':
      return of(DESK_STAFF)
    case 'admin':
      return of(ADMINS)
    default:
      return undefined
  }
}

/** A request for a route that is measured. */
export interface Question {
  /** 'GET /families, phone' */
  name: string
  route: string
  method: Call['method']
  path: Call['path']
  isList: boolean
  /** Computes in slices. */
  isSliced: boolean
  /** Changes nothing. */
  isRead: boolean
  ask(clinic: CostClinic, round: number): Promise<CallParts & { caller: string | undefined }>
}

/** All measured requests; lists and other reads come first, because writes change what they read. */
export function listQuestions(): Question[] {
  const all = Object.entries(COSTS).flatMap(([route, cost]) => {
    if (cost.unmeasured) return []
    const asks: [string, Ask][] =
      typeof cost.ask === 'object' ? Object.entries(cost.ask) : [['', cost.ask ?? (() => ({}))]]
    return asks.map(([variant, ask], index) => ({
      ...questionOf(route, variant, ask),
      ...(cost.at && { path: cost.at }),
      isList: cost.list === true && index === 0,
      isSliced: cost.sliced === true,
    }))
  })
  return [...all.filter(({ isRead }) => isRead), ...all.filter(({ isRead }) => !isRead)]
}

function questionOf(
  route: string,
  variant: string,
  ask: Ask,
): Omit<Question, 'isList' | 'isSliced'> {
  const [method = '', path = ''] = route.split(' ')
  return {
    name: variant ? `${route}, ${variant}` : route,
    route,
    method: method as Call['method'],
    path: path as Call['path'],
    isRead: method === 'GET' || path.endsWith('/preview'),
    ask: async (clinic, round) => {
      const { as = callerOf(route, clinic, round), ...parts } = await ask(clinic, round)
      return { ...parts, caller: as }
    },
  }
}
