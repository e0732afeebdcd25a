import type { IdentityProvider } from '../../domain/identity/identity-provider.ts'
import type { Images } from '../../domain/images/images.ts'
import type { StripePort } from '../../domain/payments/stripe-adapter.ts'
import type { Registry } from '../queue/handler.ts'
import { deleteAccount } from './delete-account.ts'
import { destroyImage } from './destroy-image.ts'
import { giveUpPaymentsOf } from './give-up-payments.ts'
import { processImage } from './process-image.ts'
import { reconcilePayment } from './reconcile-payment.ts'
import { refundUnusable } from './refund-payment.ts'
import { sweepForPayments } from './sweep-payments.ts'
import { tidyImages } from './tidy-images.ts'

/** What the product's handlers and periodic jobs work with. */
export interface ProductDeps {
  stripe: StripePort
  identity: Pick<IdentityProvider, 'deleteAccount'>
  images: Images
}

/** Every handler and periodic job of the product; the list is the table of contents. */
export function productRegistry({ stripe, identity, images }: ProductDeps): Registry {
  return {
    handlers: [
      reconcilePayment(stripe),
      refundUnusable(stripe),
      giveUpPaymentsOf(stripe),
      deleteAccount(identity),
      processImage(images),
      destroyImage(images),
    ],
    periodicJobs: [sweepForPayments(stripe), tidyImages(images)],
  }
}
