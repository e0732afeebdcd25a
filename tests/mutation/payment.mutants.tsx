import { it } from 'vitest'
import { walkPaymentAlone } from '../../machines/payment.alone.ts'
import { paymentPaths } from '../../machines/payment.paths.ts'
import { paymentMachine } from '../../machines/payment.ts'
import { walkPaymentScreens } from '../../web/payment/testing/payment-screens.tsx'
import { hunt } from './hunt.ts'

it('payment', async () => {
  await import('../../web/components/toaster.tsx')
  await hunt({
    name: 'payment',
    machine: paymentMachine,
    paths: paymentPaths(),
    walkAlone: walkPaymentAlone,
    walkScreens: walkPaymentScreens,
  })
})
