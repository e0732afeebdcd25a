import type { Page } from '@playwright/test'
import { logInByCall, providerSessionOf, sessionOf } from '../browser/member.ts'
import { openWith } from '../browser/screen.ts'

/** The demo site's admin. */
export const ADMIN = { email: 'admin@example.com', password: 'admin123' }

export async function openAsAdmin(page: Page, address: string): Promise<void> {
  const admin = await logInByCall({ name: 'Adam Admin', ...ADMIN })
  await openWith(page, { ...sessionOf(admin), ...(await providerSessionOf(admin)) }, address)
}
