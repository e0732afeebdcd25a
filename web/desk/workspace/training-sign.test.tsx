import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { configOptions } from '#web/lib/api/config.ts'
import { fakeServer } from '#web/testing/admin-site.tsx'
import { TrainingSign } from './training-sign.tsx'

const CLINIC = { today: '2027-03-02', nextDayIn: 3_600_000, lastDay: '2027-06-02', closures: [] }
const LOGIN = { apiKey: 'key', authDomain: 'localhost', projectId: 'clinic' }
const STAND_IN = { publishableKey: 'pk_test_1', scriptUrl: '/sandbox/stripe/stripe.js' }
const STRIPE = { publishableKey: 'pk_live_1' }

it.each([
  ['says so where login and payments are stand-ins', 'emulator', STAND_IN, true],
  ['says nothing where cards are charged', 'emulator', STRIPE, false],
  ['says nothing where logins are real', 'firebase', STAND_IN, false],
] as const)('%s', (_, mode, payments, isShown) => {
  fakeServer()
  const queries = new QueryClient()
  const identity = { ...LOGIN, mode }
  queries.setQueryData(configOptions().queryKey, { clinic: CLINIC, identity, payments })
  render(
    <QueryClientProvider client={queries}>
      <TrainingSign />
    </QueryClientProvider>,
  )
  expect(screen.queryAllByText('Training clinic')).toHaveLength(isShown ? 1 : 0)
})
