import type { IdentityProvider } from '#domain/identity/identity-provider.ts'
import type { Images } from '#domain/images/images.ts'
import type { Emails } from '#domain/notifications/sending/open-emails.ts'
import type { StripeAdapter } from '#domain/payments/stripe/stripe-adapter.ts'
import type { CheckedFolders } from '#domain/process/site-checks.ts'
import { createPostWebhook } from '#domain/webhooks/post-webhook.ts'
import type { Registry } from '../queue/handler.ts'
import { alarmHandlers } from './alarms.ts'
import {
  cancelOnlinePayment,
  cancelOpenPayments,
  cancelReofferedPayments,
} from './cancel-open-payments.ts'
import { cardHandlers } from './cards.ts'
import { checkOperations } from './check-site.ts'
import { comparePayments } from './compare-payments.ts'
import { deleteAccount } from './delete-account.ts'
import { destroyImage } from './destroy-image.ts'
import {
  askForCheckUpsAgain,
  askForVisits,
  followCheckUpPlan,
  tidyTickets,
} from './next-visits/next-visits.ts'
import { processImage } from './process-image.ts'
import { reconcilePayment } from './reconcile-payment.ts'
import { compareAllInsights, emailInsights, followInsights } from './refresh-insights.ts'
import { refundUnusable } from './refund-payment.ts'
import { remindOlderBookings } from './remind-older-bookings.ts'
import { cancelWithSchedule, runImports } from './requested-work.ts'
import { sendNotifications } from './send-notifications.ts'
import { sendWebhook } from './send-webhook.ts'
import { sweepForPayments } from './sweep-payments.ts'
import { tidyImages } from './tidy-images.ts'
import { deleteOldClaims, emptyImports, tidyMessages } from './tidy-texts.ts'
import { endOffers, waitlistHandlers } from './waitlist.ts'

export interface JobDependencies {
  stripe: StripeAdapter
  identity: Pick<IdentityProvider, 'deleteAccount'>
  images: Images
  emails: Emails
  /** Set for a site with real providers. */
  operations?: CheckedFolders | undefined
}

/** Every handler and periodic job. drizzle/subscriptions.ts lists which event runs which handler. */
export function productRegistry({
  stripe,
  identity,
  images,
  emails,
  operations,
}: JobDependencies): Registry {
  return {
    handlers: [
      reconcilePayment(stripe),
      refundUnusable(stripe),
      cancelOpenPayments(stripe),
      cancelOnlinePayment(stripe),
      cancelReofferedPayments(stripe),
      ...cardHandlers(stripe),
      deleteAccount(identity),
      processImage(images),
      destroyImage(images),
      ...waitlistHandlers(),
      ...alarmHandlers(),
    ],
    targetedHandlers: [sendWebhook(createPostWebhook())],
    periodicJobs: [
      sweepForPayments(stripe),
      comparePayments(stripe, emails.timeZone),
      tidyImages(images),
      tidyMessages(),
      sendNotifications(emails),
      remindOlderBookings(emails),
      endOffers(),
      askForVisits(),
      tidyTickets(),
      followCheckUpPlan(emails.timeZone),
      askForCheckUpsAgain(emails.timeZone),
      cancelWithSchedule(),
      runImports(),
      emptyImports(),
      deleteOldClaims(),
      followInsights(emails.timeZone),
      compareAllInsights(emails.timeZone),
      emailInsights(emails.timeZone, emails.horizonDays),
      ...(operations ? [checkOperations(operations)] : []),
    ],
  }
}
