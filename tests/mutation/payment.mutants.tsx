import { it } from 'vitest'
import { paymentMachine } from '../../machines/payment/payment-machine.ts'
import { walkPaymentAlone } from '../../machines/payment/payment-model.ts'
import { paymentPaths } from '../../machines/payment/payment-paths.ts'
import { walkPaymentScreens } from '../../web/features/payment/testing/payment-screens.tsx'
import { hunt } from './run-mutants.ts'

it('payment', async () => {
  await hunt({
    name: 'payment',
    machine: paymentMachine,
    paths: paymentPaths(),
    walkAlone: walkPaymentAlone,
    walkScreens: walkPaymentScreens,
  })
})
