import { queryOptions } from '@tanstack/react-query'
import { loadIdentity } from '../auth/identity.ts'

/**
 * The signed-in account as the identity provider knows it: asked for anew whenever the page is
 * looked at again, since letters are opened in other windows.
 */
export function accountOptions(email: string) {
  return queryOptions({
    queryKey: ['account', email],
    queryFn: async () => (await loadIdentity()).readAccount(),
    staleTime: 0,
    retry: false,
  })
}
