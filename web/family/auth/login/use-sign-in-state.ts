import { useLocation } from 'react-router-dom'
import { FROM_PARAMETER } from '#web/both/sign-in/from-parameter.ts'
import { type SignInState, signInState } from '#web/both/sign-in/origin.ts'

/**
 * Why the login or sign-up page was opened; the links between both pages pass it on. The page to return to is
 * in the address until `SignInGate` has moved it into the location's state.
 */
export function useSignInState(): SignInState {
  const { state, search } = useLocation()
  const from = new URLSearchParams(search).get(FROM_PARAMETER)
  return signInState(from === null ? state : { ...state, from })
}
