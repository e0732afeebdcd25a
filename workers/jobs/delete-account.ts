import { z } from 'zod'
import type { IdentityProvider } from '../../domain/identity/identity-provider.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'

/** Deletes a removed user's account at the identity provider (design section 6.4). */
export function deleteAccount(identity: Pick<IdentityProvider, 'deleteAccount'>): Handler {
  return defineHandler({
    name: 'account.delete',
    on: ['user.removed'],
    schema: z.object({}),
    // The provider has nothing against being told twice.
    run: (_data, { event }) => identity.deleteAccount(event.subject),
  })
}
