import type { IdentityProvider } from '#domain/identity/identity-provider.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'

/** Deletes a removed user's account at the identity provider, which accepts repeated calls. */
export function deleteAccount(identity: Pick<IdentityProvider, 'deleteAccount'>): Handler {
  return defineHandler({
    name: 'account.delete',
    on: 'user.removed',
    run: (_data, { event }) => identity.deleteAccount(event.subject),
  })
}
