import { noSuch } from '../api/errors.ts'
import { type CustomerRecord, newId } from '../records/records.ts'
import { type Scope, seconds } from '../records/scope.ts'
import { detach } from './payment-methods.ts'

/** `POST /v1/customers`: the clinic tells Stripe nothing about the customer. */
export function createCustomer(scope: Scope): CustomerRecord {
  const customer = { id: newId('cus'), created: seconds(scope) }
  scope.store.put('customer', customer)
  return customer
}

/**
 * The customer.
 * @throws StripeRefusal 404 when it does not exist, or was deleted
 */
export function needCustomer({ store }: Scope, id: string): CustomerRecord {
  const customer = store.find('customer', id)
  if (!customer || customer.deleted) throw noSuch('customer', id)
  return customer
}

/** `DELETE /v1/customers/:id`: its cards are detached. @throws StripeRefusal 404 */
export function deleteCustomer(scope: Scope, id: string): void {
  scope.store.put('customer', { ...needCustomer(scope, id), deleted: true })
  for (const method of scope.store.all('payment_method')) {
    if (method.customer === id) detach(scope, method)
  }
}
